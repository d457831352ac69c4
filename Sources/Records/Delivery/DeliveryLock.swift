import Files
import Glibc

/// Who of several programs with one history delivers to a destination: the one that holds the lock of a file.
package final class DeliveryLock {
    private let path: String
    private var descriptor: Int32 = -1

    package init(folder: String, name: String, of history: String) {
        // A name may hold anything; a file's name not.
        let mark = Array((history + "\0" + name).utf8).reduce(UInt64(14_695_981_039_346_656_037)) {
            ($0 ^ UInt64($1)) &* 1_099_511_628_211
        }
        path = "\(folder)/delivery-\(String(mark, radix: 36)).lock"
        _ = Folder.make(folder)
    }

    deinit { release() }

    /// Whether it is held now. Where the file system has no locks it is.
    package func take() -> Bool {
        if descriptor >= 0 { return true }
        let file = open(path.fileSystemPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { return true }
        if flock(file, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            close(file)
            return false
        }
        descriptor = file
        return true
    }

    /// Lets another program deliver.
    package func release() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }
}
