/// Why reading from a stream of bytes ended before its end.
enum StreamFault: Error, Equatable {
    /// The stop doorbell was rung.
    case stopped
    /// The bytes ended within a header or a picture.
    case truncated
    /// The bytes are not what they should be; the reason completes the line "NAME: …".
    case malformed(String)
}

/// Bytes one after the other, from memory or from a descriptor.
protocol ByteSource {
    /// The next byte, or nil at the end.
    mutating func nextByte() throws(StreamFault) -> UInt8?
    /// Fills `destination`; returns how many bytes there were, fewer only at the end.
    mutating func read(into destination: UnsafeMutableBufferPointer<UInt8>) throws(StreamFault) -> Int
}

extension ByteSource {
    /// Fills `destination` completely.
    mutating func readAll(into destination: UnsafeMutableBufferPointer<UInt8>) throws(StreamFault) {
        guard try read(into: destination) == destination.count else { throw .truncated }
    }
}

/// A byte source over bytes in memory.
struct MemoryBytes: ByteSource {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func nextByte() -> UInt8? {
        guard position < bytes.count else { return nil }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func read(into destination: UnsafeMutableBufferPointer<UInt8>) -> Int {
        let count = min(destination.count, bytes.count - position)
        _ = destination.update(fromContentsOf: bytes[position..<position + count])
        position += count
        return count
    }
}
