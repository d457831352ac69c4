import Files
import Foundation
import GRDB
import Glibc

/// What is wrong with the history, in one line that says what to do.
package struct HistoryError: Error, CustomStringConvertible, Hashable, Sendable {
    /// What kind of trouble it is.
    package enum Reason: Hashable, Sendable {
        case cannotOpen
        case notAHistory
        /// The file was written by a newer version of the program.
        case newerSchema
        case damaged
        case notWritable
        /// Another program held the file for longer than the busy timeout.
        case busy
        case diskFull
        /// Anything else that SQLite reports.
        case other
    }

    package let reason: Reason
    /// The line, without a newline.
    package let description: String

    /// Whether the history may be read nevertheless.
    var isAboutWriting: Bool { reason == .notWritable || reason == .diskFull || reason == .cannotOpen }

    init(_ reason: Reason, _ description: String) { (self.reason, self.description) = (reason, description) }

    /// The error of a file system call on `path`.
    init(call: String, path: String, errno code: Int32) {
        let path = path.withVisibleBytes
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
        let given = path
        let path = given.withVisibleBytes
        let message = error.message ?? "error \(error.resultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_NOTADB:
            self.init(.notAHistory, "\(path) is not an SQLite database. Move it away to start a new history.")
        case .SQLITE_CORRUPT:
            self.init(
                .damaged,
                "\(path) is damaged (\(message)). `quietzone history recover` saves what can be read.")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(.busy, "\(path) is locked by another program. Close it and try again.")
        case .SQLITE_FULL:
            self.init(.diskFull, "\(path): the disk is full. Free some space and scan again.")
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
            self.init(.notWritable, "\(path) cannot be written. Make it and its folder writable.")
        case .SQLITE_CANTOPEN, .SQLITE_IOERR:
            // SQLite does not pass the system's message on.
            if DiskSpace.isUsedUp(for: given) {
                self.init(.diskFull, "\(path): the disk is full. Free some space and scan again.")
            } else if access((Folder.parent(of: given) ?? "/").fileSystemPath, W_OK) != 0 {
                self.init(.notWritable, "\(path): its folder cannot be written. Make it writable.")
            } else if Self.writing.contains(error.extendedResultCode) {
                self.init(
                    .notWritable,
                    "\(path) cannot be written (\(message)): the disk is failing, or your quota is used up. Check it.")
            } else {
                self.init(.cannotOpen, "\(path) cannot be opened or read (\(message)). Check the file and its folder.")
            }
        default:
            self.init(.other, "\(path): \(message)")
        }
    }

    /// Failures of calls that write.
    private static let writing: [ResultCode] = [
        .SQLITE_IOERR_WRITE, .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC, .SQLITE_IOERR_TRUNCATE, .SQLITE_IOERR_DELETE,
        .SQLITE_IOERR_SHMSIZE, .SQLITE_IOERR_SHMMAP, .SQLITE_IOERR_SHMOPEN,
    ]
}

extension DatabaseError {
    /// Whether what is in the file is wrong. Where it could not be read or written it may be in order.
    var isAboutContent: Bool {
        extendedResultCode == .SQLITE_IOERR_SHORT_READ || !Self.failures.contains(resultCode)
    }

    private static let failures: [ResultCode] = [
        .SQLITE_IOERR, .SQLITE_NOMEM, .SQLITE_FULL, .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL, .SQLITE_CANTOPEN,
        .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_AUTH, .SQLITE_INTERRUPT, .SQLITE_ABORT,
    ]
}

/// How much room a disk has.
enum DiskSpace {
    /// The size of SQLite's index of a log, and as much for the log.
    private static let least: UInt = 64 << 10

    /// Whether the file system of `path`, or of the folder where it is to be, is full.
    static func isUsedUp(for path: String) -> Bool {
        var status = statvfs()
        guard
            statvfs(path.fileSystemPath, &status) == 0
                || statvfs((Folder.parent(of: path) ?? "/").fileSystemPath, &status) == 0
        else { return false }
        // Some file systems do not count files.
        return UInt(status.f_bavail) * UInt(status.f_frsize) < least || (status.f_files > 0 && status.f_favail == 0)
    }
}
