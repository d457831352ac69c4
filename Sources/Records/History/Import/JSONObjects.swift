/// The objects of a JSON array, of lines, or one behind the other, each as its bytes: whatever is between them is no matter.
///
///     var objects = JSONObjects { try file.next() }
///     while let object = try objects.next() { … }
///
/// No more than one object is in memory. What is not JSON ends at the end of its line, so that the lines behind it are read.
struct JSONObjects {
    /// What was found.
    struct Found: Sendable {
        /// The number of the line that it begins on, from 1.
        let line: Int
        /// The object from brace to brace; nil for what is none, or too long.
        let bytes: [UInt8]?
        /// Why it is none.
        var problem = ""
    }

    /// Bytes of an object; no scan takes as much.
    private static let longest = 1 << 20
    /// Bytes of what is longer, or none, that are skipped. Behind them nothing is read.
    private static let longestSkipped = 16 << 20

    private let more: () throws -> [UInt8]?
    private var bytes: [UInt8] = []
    private var index = 0
    private var line = 1
    private var isEnded = false

    init(_ more: @escaping () throws -> [UInt8]?) { self.more = more }

    /// The next object; nil at the end.
    mutating func next() throws -> Found? {
        while let byte = try take() {
            switch byte {
            case UInt8(ascii: "{"): return try object()
            // Around objects, with a byte order mark.
            case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","), 0x20, 0x09, 0x0D, 0x0A, 0xEF, 0xBB, 0xBF:
                break
            default:
                let start = line
                var count = 0
                while let byte = try peek(), byte != 0x0A {
                    // An object may begin on the same line.
                    if byte == UInt8(ascii: "{") { break }
                    _ = try take()
                    count += 1
                    if count > Self.longestSkipped { return giveUp(start) }
                }
                return Found(line: start, bytes: nil, problem: "not a JSON object")
            }
        }
        return nil
    }

    /// The rest of the object whose brace was taken.
    private mutating func object() throws -> Found {
        let start = line
        var object = [UInt8(ascii: "{")]
        var depth = 1
        var isText = false
        var isEscaped = false
        var last = UInt8(ascii: "{")
        var count = 1
        while let byte = try peek() {
            // A line that ends within a text is not JSON, nor is an object where none can be: it begins again.
            let isBroken = isText ? byte == 0x0A : byte == UInt8(ascii: "{") && !Self.opens(last)
            if isBroken { return Found(line: start, bytes: nil, problem: "JSON that is not closed") }
            _ = try take()
            count += 1
            if count <= Self.longest { object.append(byte) }
            if count > Self.longestSkipped { return giveUp(start) }
            if isText {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isText = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isText = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            if depth == 0 {
                return count > Self.longest
                    ? Found(line: start, bytes: nil, problem: "longer than \(Self.longest >> 20) MiB")
                    : Found(line: start, bytes: object)
            }
            if byte > 0x20 { last = byte }
        }
        return Found(line: start, bytes: nil, problem: "JSON that is not closed")
    }

    /// Ends here.
    private mutating func giveUp(_ start: Int) -> Found {
        (bytes, index, isEnded) = ([], 0, true)
        return Found(
            line: start, bytes: nil, problem: "longer than \(Self.longestSkipped >> 20) MiB; nothing after it is read")
    }

    /// Whether an object may stand behind this.
    private static func opens(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ":") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "[")
    }

    private mutating func peek() throws -> UInt8? {
        if index < bytes.count { return bytes[index] }
        guard !isEnded, let piece = try more(), !piece.isEmpty else { return nil }
        (bytes, index) = (piece, 0)
        return piece[0]
    }

    private mutating func take() throws -> UInt8? {
        guard let byte = try peek() else { return nil }
        index += 1
        if byte == 0x0A { line += 1 }
        return byte
    }
}
