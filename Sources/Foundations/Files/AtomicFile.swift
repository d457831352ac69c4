import Glibc

/// Replacing a file whole: who reads it sees the bytes before or those after, never a part of them.
package enum AtomicFile {
    /// The error number of the call that failed; nothing has changed then.
    package struct WriteError: Error, Equatable {
        /// Of open(2), write(2), fsync(2) or rename(2).
        package let code: Int32
    }

    /// Writes `bytes` into a file beside `path`, and gives it that name. The folder must be there; a link at `path` is replaced itself.
    /// The file has no name before, where the file system can do that: a process that is killed leaves nothing behind then.
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
        let folder = Folder.parent(of: path) ?? "."
        let unnamed = open(folder.fileSystemPath, O_WRONLY | unnamedFile | O_CLOEXEC, 0o600)
        if unnamed >= 0 {
            let code = fill(unnamed, with: bytes, permissions, isDurable)
            let isNamed = code == 0 && name(unnamed, draft)
            let closing = close(unnamed) == 0 ? 0 : errno
            if code != 0 { throw WriteError(code: code) }
            if isNamed { return try rename(draft, to: path, unless: closing) }
        }
        let file = open(draft.fileSystemPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw WriteError(code: errno) }
        var code = fill(file, with: bytes, permissions, isDurable)
        if close(file) != 0, code == 0 { code = errno }
        try rename(draft, to: path, unless: code)
    }

    /// O_TMPFILE of open(2), a macro that Swift does not import: its own bit, and that of a folder.
    private static let unnamedFile = 0o20_000_000 | O_DIRECTORY

    /// Gives a file without a name one; false where that cannot be done, as without /proc.
    private static func name(_ file: Int32, _ path: String) -> Bool {
        linkat(AT_FDCWD, "/proc/self/fd/\(file)", AT_FDCWD, path.fileSystemPath, AT_SYMLINK_FOLLOW) == 0
    }

    /// Writes all of a file; 0, or the error number.
    private static func fill(_ file: Int32, with bytes: [UInt8], _ permissions: UInt32, _ isDurable: Bool) -> Int32 {
        let code = write(bytes, to: file)
        guard code == 0 else { return code }
        return fchmod(file, permissions & 0o7777) != 0 || isDurable && fsync(file) != 0 ? errno : 0
    }

    /// Gives `draft` its name, or removes it where that fails or `code` is an error already.
    private static func rename(_ draft: String, to path: String, unless code: Int32) throws(WriteError) {
        var code = code
        if code == 0, Glibc.rename(draft.fileSystemPath, path.fileSystemPath) != 0 { code = errno }
        guard code == 0 else {
            unlink(draft.fileSystemPath)
            throw WriteError(code: code)
        }
    }

    /// Removes what processes that were killed have left in `folder` of the files with names that `isMeant` is true for.
    package static func removeDrafts(in folder: String, of isMeant: (String) -> Bool) {
        for name in Folder.names(in: folder) ?? [] where name.hasSuffix(".new") {
            let parts = name.dropLast(4).split(separator: ".", omittingEmptySubsequences: false)
            guard let number = parts.last, let process = pid_t(number), process > 0,
                isMeant(String(name.dropLast(number.count + 5))), kill(process, 0) != 0, errno == ESRCH
            else { continue }
            unlink("\(folder)/\(name)".fileSystemPath)
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
