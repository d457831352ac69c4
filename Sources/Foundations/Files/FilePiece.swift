import Glibc

/// A piece of a file or a pipe.
package enum FilePiece {
    /// Reads `size` bytes, fewer only at the end or before a failure: a pipe gives some bytes at a time.
    ///
    /// - Returns: what came, and the errno of the failure that ended it; 0 for none.
    package static func read(from descriptor: Int32, size: Int) -> (bytes: [UInt8], failure: Int32) {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let got = Glibc.read(descriptor, buffer.baseAddress! + count, size - count)
                if got < 0, errno == EINTR { continue }
                if got < 0 { failure = errno }
                if got <= 0 { break }
                count += got
            }
        }
        return (bytes, failure)
    }
}
