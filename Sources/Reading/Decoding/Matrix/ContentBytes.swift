import Symbols

/// The content that the data of a matrix or stacked symbol say.
protocol DecodedContent {
    var text: ContentBytes { get }
    /// The AIM identifier.
    var identifier: String { get }
    /// Which part of a longer message it is; nil for a whole one, and for one of more parts than are joined.
    var part: SequencePart? { get }
    /// The places in `bytes` of what is in kanji mode, in order; default none.
    var kanji: [Range<Int>] { get }
}

extension DecodedContent {
    var bytes: [UInt8] { text.bytes }
    /// The content by the ECI protocol, see qz_zxing_reader.h; nil without ECI.
    var eciBytes: [UInt8]? { text.hasECI ? Array(identifier.utf8) + text.protocolBytes : nil }
    var kanji: [Range<Int>] { [] }
}

/// The bytes of a matrix symbol's content, as they are and by the ECI protocol (AIM ITS/04-001).
struct ContentBytes {
    /// The exact bytes.
    private(set) var bytes: [UInt8] = []
    /// The same with backslashes doubled and `\NNNNNN` where an ECI begins; see qz_zxing_reader.h.
    private(set) var protocolBytes: [UInt8] = []
    /// Whether an ECI was named.
    private(set) var hasECI = false

    mutating func append(_ byte: UInt8) {
        bytes.append(byte)
        protocolBytes.append(byte)
        if byte == UInt8(ascii: "\\") { protocolBytes.append(byte) }
    }

    mutating func append(_ new: [UInt8]) { for byte in new { append(byte) } }

    /// From here on the bytes are those of the ECI `number`, 0...999999.
    mutating func appendECI(_ number: Int) {
        hasECI = true
        let digits = String(number)
        protocolBytes += Array(("\\" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits).utf8)
    }

    /// Takes `count` bytes off that end both forms.
    mutating func removeLast(_ count: Int) {
        bytes.removeLast(count)
        protocolBytes.removeLast(count)
    }

    /// Takes `count` bytes off that begin both forms.
    mutating func removeFirst(_ count: Int) {
        bytes.removeFirst(count)
        protocolBytes.removeFirst(count)
    }
}
