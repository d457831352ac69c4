import Files
import Glibc
import Services

/// Whether the full screen is used for the first time. A file in the state folder remembers that; where none can be made, the start
/// counts as a later one, so that the welcome does not come each time.
enum FirstStart {
    /// Whether no earlier start has left a trace, asked before this one leaves its log.
    static var isPossible: Bool { !Folder.contains(Paths.log) && !Folder.contains(Paths.welcome) }

    /// Makes the file; of several programs that start at once, one is the first.
    ///
    /// - Returns: whether this start is the first.
    static func take(at path: String = Paths.welcome) -> Bool {
        guard Folder.make(Folder.parent(of: path) ?? "/") == 0 else { return false }
        let file = open(path.fileSystemPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        close(file)
        return true
    }
}
