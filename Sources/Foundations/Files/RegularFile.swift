import Glibc

/// Reading regular files, bounded; a FIFO or a device, which may never end, is refused.
package enum RegularFile {
    /// Why a file was not read.
    package enum ReadError: Error, Equatable {
        /// The error number of open(2), fstat(2) or read(2).
        case error(Int32)
        /// It is a folder, a FIFO or a device.
        case notRegular
    }

    /// Whether a regular file, or a link to one, is at `path`.
    package static func isThere(_ path: String) -> Bool {
        var status = stat()
        return stat(path.fileSystemPath, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// The first `limit` bytes of the file at `path`, fewer when it is shorter.
    ///
    /// - Parameter close: closes the descriptor; default close(2).
    package static func read(
        _ path: String, atMost limit: Int, close: (Int32) -> Void = { _ = Glibc.close($0) }
    ) throws(ReadError) -> [UInt8] {
        LoopThread.mustNotWait(for: path)
        // O_NONBLOCK: opening a FIFO must not wait for its writer.
        let descriptor = open(path.fileSystemPath, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .error(errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .error(errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
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
        guard failure == 0 else { throw .error(failure) }
        return bytes
    }
}
