import CLinux
import Frames
import Glibc

/// Buffered bytes of a descriptor; every wait ends when the doorbell is rung.
///
/// The descriptor stays the caller's, and in the mode it has (it may be shared with other processes): a read
/// follows only a poll that promised input. Used by one thread.
final class StreamInput: ByteSource {
    private let descriptor: Int32
    private let stop: Doorbell
    private var buffer: [UInt8]
    private var start = 0
    private var end = 0

    init(_ descriptor: Int32, until stop: Doorbell, bufferSize: Int = 64 << 10) {
        (self.descriptor, self.stop) = (descriptor, stop)
        buffer = [UInt8](repeating: 0, count: bufferSize)
    }

    func nextByte() throws(StreamError) -> UInt8? {
        if start == end { guard try refill() else { return nil } }
        defer { start += 1 }
        return buffer[start]
    }

    func read(into destination: UnsafeMutableBufferPointer<UInt8>) throws(StreamError) -> Int {
        var filled = min(destination.count, end - start)
        _ = destination.update(fromContentsOf: buffer[start..<start + filled])
        start += filled
        // Frames go straight to their slot, not through the buffer.
        while filled < destination.count {
            let got = try read(
                upTo: destination.count - filled, at: UnsafeMutableRawPointer(destination.baseAddress! + filled))
            if got == 0 { break }
            filled += got
        }
        return filled
    }

    /// Up to `count` bytes (at most the buffer's size) without taking them; fewer only at the end.
    func peek(_ count: Int) throws(StreamError) -> ArraySlice<UInt8> {
        let wanted = min(count, buffer.count)
        if buffer.count - start < wanted {
            buffer.replaceSubrange(0..<end - start, with: Array(buffer[start..<end]))
            (start, end) = (0, end - start)
        }
        while end - start < wanted { guard try extend() else { break } }
        return buffer[start..<min(end, start + wanted)]
    }

    /// Skips `count` bytes; returns false when the stream ended before.
    func skip(_ count: Int) throws(StreamError) -> Bool { try take(count) { _ in } }

    /// Appends to `bytes` up to and with the next `byte`; returns false at the end of the stream, or when `bytes`
    /// has reached `limit`.
    func append(through byte: UInt8, to bytes: inout [UInt8], limit: Int) throws(StreamError) -> Bool {
        while bytes.count < limit {
            if start == end { guard try refill() else { return false } }
            let chunk = buffer[start..<min(end, start + (limit - bytes.count))]
            if let found = chunk.firstIndex(of: byte) {
                bytes += chunk[...found]
                start = found + 1
                return true
            }
            bytes += chunk
            start = chunk.endIndex
        }
        return false
    }

    /// Appends the next `count` bytes to `bytes`; returns false when the stream ended before.
    func append(_ count: Int, to bytes: inout [UInt8]) throws(StreamError) -> Bool {
        try take(count) { bytes += $0 }
    }

    /// Hands the next `count` bytes to `body`, piece by piece; returns false when the stream ended before.
    private func take(_ count: Int, _ body: (ArraySlice<UInt8>) -> Void) throws(StreamError) -> Bool {
        var left = count
        while left > 0 {
            if start == end { guard try refill() else { return false } }
            let piece = buffer[start..<end].prefix(left)
            body(piece)
            start = piece.endIndex
            left -= piece.count
        }
        return true
    }

    /// Fills the empty buffer; returns false at the end of the stream.
    private func refill() throws(StreamError) -> Bool {
        start = 0
        end = 0
        return try extend()
    }

    private func extend() throws(StreamError) -> Bool {
        let end = end
        let got = try buffer.withUnsafeMutableBufferPointer { (bytes) throws(StreamError) in
            try read(upTo: bytes.count - end, at: UnsafeMutableRawPointer(bytes.baseAddress! + end))
        }
        self.end += got
        return got > 0
    }

    /// Waits for bytes; returns how many came, 0 at the end of the stream.
    private func read(upTo count: Int, at address: UnsafeMutableRawPointer) throws(StreamError) -> Int {
        let ready = qz_poll([descriptor, stop.descriptor], 2, -1)
        guard ready >= 0 else { throw .malformed("cannot be polled: \(String(cString: strerror(-ready)))") }
        if ready & 2 != 0 { throw .stopped }
        while true {
            let got = Glibc.read(descriptor, address, count)
            if got >= 0 { return got }
            // EAGAIN: another reader of a shared non-blocking pipe was faster. That is not an end of the stream, but two
            // readers cannot both have the stream, so it is reported.
            if errno != EINTR { throw .malformed("cannot be read: \(String(cString: strerror(errno)))") }
        }
    }
}
