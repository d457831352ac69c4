import Glibc
import Synchronization

/// Protects the locks that SQLite holds on a history which is open in this process.
///
/// Closing any descriptor of a file releases all locks of the process on it (fcntl(2), POSIX record locks). Without
/// its lock, another program that closes the history takes itself for the last one and deletes the log, and what is
/// written to the log from then on is lost. So a descriptor of a file that is open here stays open until the last
/// `HistoryLocks` of that file has ended.
final class HistoryLocks: Sendable {
    private struct File: Hashable {
        let device: dev_t
        let inode: ino_t

        init(_ status: stat) { (device, inode) = (status.st_dev, status.st_ino) }
    }

    private struct Use {
        var count = 0
        var descriptors: [Int32] = []
    }

    private static let uses = Mutex<[File: Use]>([:])

    /// Nil where there is no file.
    private let file: File?

    /// Protects the file at `path`, which SQLite is about to open.
    init(_ path: String) {
        var status = stat()
        file = stat(path.fileSystemPath, &status) == 0 ? File(status) : nil
        if let file { Self.uses.withLock { $0[file, default: Use()].count += 1 } }
    }

    deinit {
        guard let file else { return }
        Self.uses.withLock { uses in
            uses[file]?.count -= 1
            guard uses[file]?.count == 0, let use = uses.removeValue(forKey: file) else { return }
            for descriptor in use.descriptors { Glibc.close(descriptor) }
        }
    }

    /// Closes a descriptor of a history, at once or when that is harmless.
    static func close(_ descriptor: Int32) {
        var status = stat()
        // Closed while the lock is held: in between, another thread could open the file.
        uses.withLock { uses in
            if fstat(descriptor, &status) == 0, uses[File(status)] != nil {
                uses[File(status)]?.descriptors.append(descriptor)
            } else {
                Glibc.close(descriptor)
            }
        }
    }
}
