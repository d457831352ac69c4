import Services
import Formats
import Files
import Foundation

/// The log of the full-screen program. While it is open, standard error goes there: a library that writes to it
/// would write over the picture.
package final class LogFile {
    private let savedError: Int32
    private var isOpen = true

    /// The log starts again when it is larger than this.
    private static let maxSize = 1 << 20

    /// Opens (and makes, for this user only) the log at `path`.
    init(at path: String) throws {
        let folder = Folder.parent(of: path) ?? "/"
        guard Folder.make(folder) == 0 else {
            throw UserError("\(folder) cannot be created: check its permissions, or set XDG_STATE_HOME")
        }
        // Not through a link, which may lead to a file of somebody else, and not waiting for the reader of a FIFO.
        let file = Foundation.open(
            path.fileSystemPath, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw UserError(
                errno == ELOOP
                    ? "\(path) is a link: remove it" : "\(path): \(String(cString: strerror(errno)))")
        }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else {
            Foundation.close(file)
            throw UserError("\(path) is not a regular file that you own: move it away")
        }
        if status.st_size > Self.maxSize { ftruncate(file, 0) }
        savedError = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
        dup2(file, STDERR_FILENO)
        Foundation.close(file)
    }

    deinit { close() }

    /// Gives standard error back.
    func close() {
        guard isOpen else { return }
        isOpen = false
        Self.writing.finish(within: .seconds(1))
        if savedError >= 0 {
            dup2(savedError, STDERR_FILENO)
            Foundation.close(savedError)
        }
    }

    /// Adds a line with the time. Text that comes from a symbol never goes here: the log may be shared. What else comes from
    /// outside (names of files and cameras, the terminal's own) is filtered, for the log is read on a terminal.
    package static func write(_ line: String) {
        let time = Date().formatted(.iso8601)
        let text = "\(time) \(SafeText.visible(line))\n"
        // A disk may take its time.
        writing.async { StandardError.write(text) }
    }

    private static let writing = DispatchQueue(label: "quietzone.log")
}
