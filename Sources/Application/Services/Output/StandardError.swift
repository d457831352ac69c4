import Glibc

/// Standard error, which may be full, closed, or nobody's: what cannot be written there is lost, and nothing else.
///
/// `FileHandle.write` traps when a write fails.
package enum StandardError {
    /// Writes all of `text` that is taken; a full disk, a closed descriptor or a reader that went away end it.
    package static func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let written = Glibc.write(
                    STDERR_FILENO, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count)
                if written < 0 && errno == EINTR { continue }
                guard written > 0 else { return }
                rest = rest.dropFirst(written)
            }
        }
    }

    /// Opens the three standard descriptors that whoever started this program has closed, on /dev/null: the next file to
    /// be opened would take their place, and be written over by a message. Each the wrong way round, so that reading or
    /// writing fails as it would have (coreutils' stdopen.c does so).
    package static func openClosedDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
            // The lowest free number is this one: those below it are open.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
