import Foundation
import Glibc

/// A picture that was deleted and may be brought back: its file has no name any more, but is open. However the program ends, it is
/// gone then.
final class HeldPicture: Sendable {
    /// Where it was.
    let path: String
    private let descriptor: Int32

    /// Takes the picture at `path` out of its folder.
    ///
    /// - Throws: `POSIXError` when it cannot be deleted; one that cannot be read is deleted, and not brought back.
    static func take(_ path: String) throws -> HeldPicture? {
        let descriptor = open(path.fileSystemPath, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard unlink(path.fileSystemPath) == 0 else {
            let code = errno
            if descriptor >= 0 { close(descriptor) }
            throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
        }
        return descriptor < 0 ? nil : HeldPicture(path, descriptor)
    }

    private init(_ path: String, _ descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Writes it to where it was, with its mode and times; never over another file.
    ///
    /// - Returns: why it cannot be, in a line; nil when it is there.
    func restore() -> String? {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return Self.reason(errno) }
        let file = open(
            path.fileSystemPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, status.st_mode & 0o777)
        guard file >= 0 else { return Self.reason(errno) }
        defer { close(file) }
        var offset: off_t = 0
        while offset < status.st_size {
            let count = sendfile(file, descriptor, &offset, Int(status.st_size - offset))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let reason = Self.reason(count < 0 ? errno : EIO)
                unlink(path.fileSystemPath)
                return reason
            }
        }
        fchmod(file, status.st_mode & 0o777)
        futimens(file, [status.st_atim, status.st_mtim])
        return nil
    }

    private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
