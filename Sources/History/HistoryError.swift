import Foundation
import GRDB

/// What is wrong with the history, in one line that says what to do.
public struct HistoryError: Error, CustomStringConvertible, Hashable, Sendable {
    /// What kind of trouble it is.
    public enum Reason: Hashable, Sendable {
        /// The folder or the file cannot be made or opened.
        case cannotOpen
        /// The file is something else than a history.
        case notAHistory
        /// The file was written by a newer version of the program.
        case newerSchema
        /// The file is damaged.
        case damaged
        /// The file or its folder may not be written.
        case notWritable
        /// Another program held the file for longer than the busy timeout.
        case busy
        /// The disk is full.
        case diskFull
        /// Anything else that SQLite reports.
        case other
    }

    /// What kind of trouble it is.
    public let reason: Reason
    /// The line, without a newline.
    public let description: String

    init(_ reason: Reason, _ description: String) {
        self.reason = reason
        self.description = description
    }

    /// The error of a file system call on `path`.
    init(call: String, path: String, errno code: Int32) {
        let why = String(cString: strerror(code))
        switch code {
        case EACCES, EPERM, EROFS:
            self.init(.notWritable, "\(path): \(why). Make it writable, or set XDG_DATA_HOME to another folder.")
        case ENOSPC, EDQUOT:
            self.init(.diskFull, "\(path): \(why). Free some space and scan again.")
        default:
            self.init(.cannotOpen, "\(path): \(call): \(why). Set XDG_DATA_HOME to another folder.")
        }
    }

    /// What `error`, thrown by GRDB, means for the history at `path`.
    init(_ error: any Error, path: String) {
        if let error = error as? HistoryError {
            self = error
            return
        }
        guard let error = error as? DatabaseError else {
            self.init(.other, "\(path): \(error.localizedDescription)")
            return
        }
        let message = error.message ?? "error \(error.resultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_NOTADB:
            self.init(.notAHistory, "\(path) is no SQLite database. Move it away to begin a new history.")
        case .SQLITE_CORRUPT:
            self.init(
                .damaged,
                "\(path) is damaged (\(message)). Move it away to begin a new one; `sqlite3 FILE .recover` may save it."
            )
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(.busy, "\(path) is held by another program. Close it and try again.")
        case .SQLITE_FULL:
            self.init(.diskFull, "\(path): the disk is full. Free some space and scan again.")
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
            self.init(.notWritable, "\(path) cannot be written. Make it and its folder writable.")
        case .SQLITE_CANTOPEN, .SQLITE_IOERR:
            self.init(.cannotOpen, "\(path) cannot be opened or read (\(message)). Check the file and its folder.")
        default:
            self.init(.other, "\(path): \(message)")
        }
    }
}
