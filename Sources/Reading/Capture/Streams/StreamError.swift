import Files
import Frames

/// Why reading from a stream of bytes ended before its end.
enum StreamError: Error, Equatable {
    case stopped
    /// The bytes ended within a header or a picture.
    case truncated
    /// The bytes are malformed; the reason completes the line "NAME: …".
    case malformed(String)
    /// Any other fault, as a complete line.
    case failed(SourceError)
}

/// Runs a source's work: being stopped is a normal end, any other fault becomes a line about `name`.
func runUntilStopped(_ name: String, _ work: () throws(StreamError) -> Void) throws(SourceError) {
    do throws(StreamError) {
        try work()
    } catch {
        switch error {
        case .stopped: return
        case .failed(let error): throw error
        case .truncated, .malformed: throw SourceError("\(name.onOneLine): \(error.reason)")
        }
    }
}

extension StreamError {
    /// The fault in words that stand in brackets or after a colon.
    var reason: String {
        switch self {
        case .stopped: "stopped"
        case .truncated: "it ends too early"
        case .malformed(let reason): reason
        case .failed(let error): error.description
        }
    }
}

extension String {
    /// What follows the last `/` that is not at the end, on one line.
    var lastPathComponent: String {
        // By scalars: a combining mark would make one character with a slash before it.
        (unicodeScalars.split(separator: "/").last.map(String.init) ?? self).onOneLine
    }
}

/// Bytes one after the other, from memory or from a descriptor.
protocol ByteSource {
    /// The next byte, or nil at the end.
    mutating func nextByte() throws(StreamError) -> UInt8?
    /// Fills `destination`; returns how many bytes there were, fewer only at the end.
    mutating func read(into destination: UnsafeMutableBufferPointer<UInt8>) throws(StreamError) -> Int
}

extension ByteSource {
    /// Fills `destination` completely.
    mutating func readAll(into destination: UnsafeMutableBufferPointer<UInt8>) throws(StreamError) {
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
