import Files
import Foundation
import Glibc

/// What is wrong with the file that an export goes to, in one line that says what to do.
package struct ExportError: Error, CustomStringConvertible, Hashable, Sendable {
    /// The line, without a newline.
    package let description: String
    /// The same without the file's path, for a place where that stands already.
    package let reason: String
    /// The error number of the call that failed; 0 where none did.
    package let errno: Int32
    /// Whether the file is there and may be overwritten after a yes.
    package var isAlreadyThere: Bool { errno == EEXIST }

    init(_ description: String, reason: String? = nil, errno: Int32 = 0) {
        self.description = description
        self.reason = reason ?? description
        self.errno = errno
    }

    init(call: String, path: String, errno code: Int32) {
        let why = String(cString: strerror(code))
        let advice =
            switch code {
            case EEXIST: "Name another file, or allow overwriting."
            case ENOENT, ENOTDIR: "Create its folder first, or name another."
            case EACCES, EPERM, EROFS: "Name a file in a folder that you may write to."
            case ENOSPC, EDQUOT, EFBIG: "Free some space, or name a file on another disk."
            case EPIPE: "The reader has ended."
            case ENAMETOOLONG: "Choose a shorter name."
            default: "(\(call))"
            }
        self.init("\(path.withVisibleBytes): \(why). \(advice)", reason: "\(why). \(advice)", errno: code)
    }
}

/// Writes a file atomically.
package enum ExportFile {
    /// Writes what `body` hands to its sink to a file at `path`, mode 0600, on disk when this returns, unless `isDurable` is false.
    ///
    /// The bytes go to a temporary file beside it, which takes the name at the end, and is removed on any
    /// error. An existing file is never touched without `overwrite`, and then only replaced.
    /// - Parameters:
    ///   - overwrite: replace an existing regular file; default false.
    ///   - isDurable: wait for the disk; default true. Without it a file is whole all the same, but a crash of the machine may lose it:
    ///     for what can be made again, many at a time.
    /// - Returns: what `body` returns.
    /// - Throws: `ExportError`, or what `body` throws.
    package static func write<Result>(
        to path: String, overwrite: Bool = false, isDurable: Bool = true,
        _ body: (@escaping HistoryExport.Sink) throws -> Result
    ) throws -> Result {
        try checkName(path)
        if !overwrite {
            // The empty file reserves the name.
            let reserved = open(path.fileSystemPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard reserved >= 0 else { throw ExportError(call: "open", path: path, errno: Glibc.errno) }
            close(reserved)
        }
        do {
            return try writeBeside(path, isDurable: isDurable, body)
        } catch {
            if !overwrite { unlink(path.fileSystemPath) }
            throw error
        }
    }

    /// A sink that writes to `descriptor`, waiting where it would block.
    ///
    /// - Parameter name: what errors call it, for example `standard output`.
    package static func sink(to descriptor: Int32, name: String) -> HistoryExport.Sink {
        { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                // SAFETY: the pointer and count are of the same slice of the caller's buffer.
                let written = UnsafeRawBufferPointer(rebasing: rest).withMemoryRebound(to: UInt8.self) {
                    Glibc.write(descriptor, $0.baseAddress, $0.count)
                }
                if written >= 0 {
                    rest = rest.dropFirst(written)
                    continue
                }
                switch Glibc.errno {
                case EINTR: continue
                case EAGAIN:
                    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&waiting, 1, -1)
                case let code: throw ExportError(call: "write", path: name, errno: code)
                }
            }
        }
    }

    private static func checkName(_ path: String) throws {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw ExportError("The file name is empty. Enter one.") }
        var status = stat()
        guard stat(path.fileSystemPath, &status) == 0 else { return }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return
        case S_IFDIR: throw ExportError("\(path.withVisibleBytes) is a folder. Name a file in it.", errno: EISDIR)
        default: throw ExportError("\(path.withVisibleBytes) is not a regular file: name another.")
        }
    }

    private static func writeBeside<Result>(
        _ path: String, isDurable: Bool, _ body: (@escaping HistoryExport.Sink) throws -> Result
    ) throws -> Result {
        let folder = Folder.parent(of: path) ?? "."
        let (descriptor, temporary) = try makeTemporary(in: folder, for: path)
        var isOpen = true
        do {
            let result = try body(sink(to: descriptor, name: path))
            guard !isDurable || fsync(descriptor) == 0 else {
                throw ExportError(call: "fsync", path: path, errno: Glibc.errno)
            }
            isOpen = false
            guard close(descriptor) == 0 else { throw ExportError(call: "close", path: path, errno: Glibc.errno) }
            guard rename(temporary.fileSystemPath, path.fileSystemPath) == 0 else {
                throw ExportError(call: "rename", path: path, errno: Glibc.errno)
            }
            if isDurable { syncFolder(folder) }
            return result
        } catch {
            if isOpen { close(descriptor) }
            unlink(temporary.fileSystemPath)
            throw error
        }
    }

    /// An empty file of mode 0600 in `folder`. Its name is short, as that of the file itself may already be
    /// as long as the file system allows.
    private static func makeTemporary(in folder: String, for path: String) throws -> (Int32, String) {
        while true {
            let name = "\(folder)/.quietzone-" + String(UInt64.random(in: .min ... .max), radix: 36)
            let descriptor = open(name.fileSystemPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            if descriptor >= 0 { return (descriptor, name) }
            guard Glibc.errno == EEXIST else { throw ExportError(call: "open", path: path, errno: Glibc.errno) }
        }
    }

    /// Makes the new name durable. The bytes already are, so a file system that cannot (some network
    /// ones) is no reason to call the export failed.
    private static func syncFolder(_ folder: String) {
        let descriptor = open(folder.fileSystemPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
