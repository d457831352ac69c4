import Glibc

/// Lines of a file that comes piece by piece. No more than one line is in memory, and of one that is too long nothing.
struct DumpLines {
    /// The most bytes of a line; the longest products of Open Food Facts take about 1 MiB.
    static let longest = 8 << 20

    /// A line.
    struct Line {
        /// Its number, from 1.
        let number: Int
        /// Its bytes without its end; nil if they are more than `longest`.
        let bytes: ArraySlice<UInt8>?
    }

    private let more: () throws -> [UInt8]?
    private var piece: ArraySlice<UInt8> = []
    private var number = 0

    init(_ more: @escaping () throws -> [UInt8]?) { self.more = more }

    /// The next line; nil at the end.
    mutating func next() throws -> Line? {
        var parts: [UInt8] = []
        var isTooLong = false
        var isAnything = false
        while true {
            if piece.isEmpty {
                guard let bytes = try more(), !bytes.isEmpty else {
                    guard isAnything else { return nil }
                    number += 1
                    return Line(number: number, bytes: isTooLong ? nil : Self.trimmed(parts[...]))
                }
                piece = bytes[...]
            }
            isAnything = true
            let end = Self.lineFeed(in: piece)
            let part = piece[..<(end ?? piece.endIndex)]
            if parts.count + part.count > Self.longest { (parts, isTooLong) = ([], true) }
            if let end {
                piece = piece[(end + 1)...]
                number += 1
                if isTooLong { return Line(number: number, bytes: nil) }
                // Nearly all lie in one piece, and are not copied.
                if parts.isEmpty { return Line(number: number, bytes: Self.trimmed(part)) }
                return Line(number: number, bytes: Self.trimmed(parts[...] + part))
            }
            if !isTooLong { parts += part }
            piece = []
        }
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        line.last == 0x0D ? line.dropLast() : line
    }

    static func lineFeed(in bytes: ArraySlice<UInt8>) -> Int? { index(of: 0x0A, in: bytes) }

    /// The first place of `byte`; memchr(3) is many times as fast as a loop.
    static func index(of byte: UInt8, in bytes: ArraySlice<UInt8>) -> Int? {
        bytes.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress, let found = memchr(start, Int32(byte), buffer.count) else {
                return nil
            }
            return bytes.startIndex + (UnsafeRawPointer(found) - start)
        }
    }
}
