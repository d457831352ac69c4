import Frames
import Glibc

/// Reading whole files, bounded.
enum FileBytes {
    /// The largest file that is read, in bytes.
    static let limit = 256 << 20

    /// The first `count` bytes of the file at `path`, fewer when it is shorter.
    static func beginning(of path: String, count: Int) throws(SourceError) -> [UInt8] {
        try read(path, limit: count)
    }

    /// All bytes of the regular file at `path`.
    static func all(of path: String) throws(SourceError) -> [UInt8] {
        // One byte more than allowed shows that there are too many.
        let bytes = try read(path, limit: limit + 1)
        guard bytes.count <= limit else {
            throw SourceError("\(path.onOneLine) is larger than \(limit >> 20) MiB: a smaller picture is needed")
        }
        return bytes
    }

    private static func read(_ path: String, limit: Int) throws(SourceError) -> [UInt8] {
        // O_NONBLOCK: opening a FIFO must not wait for its writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw cannotRead(path, errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw cannotRead(path, errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw SourceError("\(path.onOneLine) is no file: a picture's path is expected")
        }
        // The size is a hint (0 under /proc): one byte more lets a file that did not change end in one read.
        var bytes = [UInt8]()
        var failure: Int32 = 0
        let hint = min(limit, max(4096, Int(clamping: status.st_size) + 1))
        while bytes.count < limit && failure == 0 {
            let room = min(limit - bytes.count, bytes.isEmpty ? hint : 1 << 20)
            let chunk = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                var got: Int
                repeat { got = Glibc.read(descriptor, buffer.baseAddress, room) } while got < 0 && errno == EINTR
                if got < 0 { failure = errno }
                count = max(0, got)
            }
            if chunk.isEmpty { break }
            if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
        }
        guard failure == 0 else { throw cannotRead(path, failure) }
        return bytes
    }

    /// `PATH cannot be read (No such file or directory): check the path`.
    static func cannotRead(_ path: String, _ error: Int32) -> SourceError {
        let advice =
            switch error {
            case ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP: "check the path"
            case EACCES, EPERM: "check its permissions"
            default: "try again, or another file"
            }
        return SourceError("\(path.onOneLine) cannot be read (\(String(cString: strerror(error)))): \(advice)")
    }
}
