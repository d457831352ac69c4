import Glibc

/// Replacing a file whole: who reads it sees the bytes before or those after, never a part of them.
package enum AtomicFile {
    /// The error number of the call that failed; nothing has changed then.
    package struct WriteError: Error, Equatable {
        /// Of open(2), write(2), fsync(2) or rename(2).
        package let code: Int32
    }

    /// Writes `bytes` into a file beside `path`, and gives it that name. The folder must be there; a link at `path` is replaced itself.
    ///
    /// - Parameters:
    ///   - permissions: the file's; default for this user only.
    ///   - isDurable: whether the bytes are on the disk before the file has its name (fsync(2)); default false.
    package static func replace(
        _ path: String, with bytes: [UInt8], permissions: UInt32 = 0o600, isDurable: Bool = false
    ) throws(WriteError) {
        LoopThread.mustNotWait(for: path)
        let draft = "\(path).\(getpid()).new"
        // Left by an earlier process with the same pid.
        unlink(draft.fileSystemPath)
        let file = open(draft.fileSystemPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw WriteError(code: errno) }
        var code = write(bytes, to: file)
        if code == 0, fchmod(file, permissions & 0o7777) != 0 { code = errno }
        if code == 0, isDurable, fsync(file) != 0 { code = errno }
        if close(file) != 0, code == 0 { code = errno }
        if code == 0, rename(draft.fileSystemPath, path.fileSystemPath) != 0 { code = errno }
        guard code == 0 else {
            unlink(draft.fileSystemPath)
            throw WriteError(code: code)
        }
    }

    /// Writes all of `bytes` to an open file.
    ///
    /// - Returns: the error number; 0 when all were written.
    package static func write(_ bytes: [UInt8], to file: Int32) -> Int32 {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count == 0 || errno != EINTR {
                return count == 0 ? ENOSPC : errno
            }
        }
        return 0
    }
}
