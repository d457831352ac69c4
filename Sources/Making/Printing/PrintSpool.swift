import Files
import Glibc

/// The bytes of a job in a file without a name, so that nothing goes to a printer before all of it could be made.
package final class PrintSpool {
    /// The file; it is gone when the spool is.
    let descriptor: Int32
    package private(set) var count = 0

    /// An empty spool in `$TMPDIR`, or `/tmp`.
    ///
    /// - Throws: `UserError` where no file can be made there.
    package init() throws(UserError) {
        // SAFETY: getenv's text is copied at once, and nobody sets the environment.
        let folder = getenv("TMPDIR").map { FileName.text(of: $0) } ?? "/tmp"
        var template = Array("\(folder)/quietzone-print-XXXXXX".fileSystemPath)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else {
            throw UserError(
                "no temporary file in \(UserError.quoted(folder)): \(Self.words(errno)): set TMPDIR to another folder"
            )
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(template)
    }

    deinit { close(descriptor) }

    /// Takes bytes at the end.
    ///
    /// - Throws: `UserError` where the disk is full or broken.
    package func append(_ bytes: UnsafeRawBufferPointer) throws(UserError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if written < 0, errno == EINTR { continue }
            guard written > 0 else {
                throw UserError(
                    "the job cannot be stored: \(Self.words(errno)): free some space, or set TMPDIR to another disk")
            }
            rest = rest.dropFirst(written)
            count += written
        }
    }

    /// Hands all bytes to `body`, piece by piece.
    ///
    /// - Throws: `UserError` where they cannot be read, and what `body` throws.
    package func forEachPiece(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var position = 0
        while position < count {
            let got = pread(descriptor, &buffer, buffer.count, off_t(position))
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { throw UserError("the job cannot be read again: \(Self.words(errno))") }
            try buffer.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[..<got])) }
            position += got
        }
    }

    static func words(_ code: Int32) -> String { String(cString: strerror(code)) }
}
