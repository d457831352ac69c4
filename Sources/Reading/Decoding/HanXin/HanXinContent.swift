import Symbols

/// The content of a Han Xin Code's data bits (ISO/IEC 20830, 5.5).
///
/// Its modes for Unicode, GS1 messages and web addresses are not known here: such a symbol has no content.
struct HanXinContent: DecodedContent {
    private(set) var text = ContentBytes()
    var part: SequencePart? { nil }
    var identifier: String { eciBytes == nil ? "]h0" : "]h1" }

    /// Whether there are Chinese characters: then all of the content is in GB 18030, unless it names another charset.
    private var hasChinese = false

    /// The assignment number of GB 18030 (AIM ECI).
    private static let gb18030 = 32

    /// The content by the ECI protocol; nil if no charset is known.
    var eciBytes: [UInt8]? {
        if text.hasECI { return Array("]h1".utf8) + text.protocolBytes }
        return hasChinese
            ? Array("]h1\\\(String(Self.gb18030 + 1_000_000).dropFirst())".utf8) + text.protocolBytes : nil
    }

    /// The content of `bits`; nil when they break the standard or say nothing.
    init?(_ bits: [Bool]) {
        var reader = BitReader(bits)
        while let mode = reader.read(4), mode != 0 {
            let isRead =
                switch mode {
                case 1: digits(&reader)
                case 2: letters(&reader)
                case 3: octets(&reader)
                case 4: characters(of: .one, &reader)
                case 5: characters(of: .two, &reader)
                case 6: pairs(&reader)
                case 7: quadruple(&reader)
                case 8: charset(&reader)
                default: false
                }
            guard isRead else { return nil }
        }
        guard !bytes.isEmpty else { return nil }
    }

    /// Groups of three digits; the last of the values says how many the last group has.
    private mutating func digits(_ reader: inout BitReader) -> Bool {
        var last: Int?
        while let value = reader.read(10) {
            let isEnd = value > 1020
            guard isEnd || value < 1000 else { return false }
            if let last {
                let count = isEnd ? value - 1020 : 3
                let shown = Array(String(last).utf8)
                guard shown.count <= count else { return false }
                text.append([UInt8](repeating: UInt8(ascii: "0"), count: count - shown.count) + shown)
            } else if isEnd {
                return false
            }
            if isEnd { return true }
            last = value
        }
        return false
    }

    /// The characters of the two submodes of text (tables 3 and 4): letters and digits, then the others.
    private static let submodes: [[UInt8]] = [
        Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8),
        Array(0...27) + Array(" !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~\u{7F}".utf8),
    ]

    private mutating func letters(_ reader: inout BitReader) -> Bool {
        var submode = 0
        while let value = reader.read(6) {
            switch value {
            case 63: return true
            case 62: submode = 1 - submode
            default:
                guard value < Self.submodes[submode].count else { return false }
                text.append(Self.submodes[submode][value])
            }
        }
        return false
    }

    private mutating func octets(_ reader: inout BitReader) -> Bool {
        guard let count = reader.read(13), count * 8 <= reader.left else { return false }
        for _ in 0..<count { if let byte = reader.read(8) { text.append(UInt8(byte)) } }
        return true
    }

    /// The two regions of common Chinese characters.
    private enum Region { case one, two }

    /// Characters of a region; a value of each leads to the other.
    private mutating func characters(of first: Region, _ reader: inout BitReader) -> Bool {
        var region = first
        hasChinese = true
        while let value = reader.read(12) {
            switch (value, region) {
            case (4095, _): return true
            case (4094, _): region = region == .one ? .two : .one
            case (..<3760, .one): append(0xB0 + value / 94, 0xA1 + value % 94)
            case (3760..<4042, .one): append(0xA1 + (value - 3760) / 94, 0xA1 + (value - 3760) % 94)
            case (4042..<4074, .one): append(0xA8, 0xA1 + value - 4042)
            case (..<3008, .two): append(0xD8 + value / 94, 0xA1 + value % 94)
            default: return false
            }
        }
        return false
    }

    /// All characters of two bytes.
    private mutating func pairs(_ reader: inout BitReader) -> Bool {
        hasChinese = true
        while let value = reader.read(15) {
            if value == 32767 { return true }
            guard value < 126 * 190 else { return false }
            let low = value % 190
            append(0x81 + value / 190, low + (low < 0x3F ? 0x40 : 0x41))
        }
        return false
    }

    /// One character of four bytes.
    private mutating func quadruple(_ reader: inout BitReader) -> Bool {
        hasChinese = true
        guard let value = reader.read(21), value < 126 * 12600 else { return false }
        append(0x81 + value / 12600, 0x30 + value / 1260 % 10)
        append(0x81 + value / 10 % 126, 0x30 + value % 10)
        return true
    }

    private mutating func append(_ first: Int, _ second: Int) {
        text.append([UInt8(truncatingIfNeeded: first), UInt8(truncatingIfNeeded: second)])
    }

    private mutating func charset(_ reader: inout BitReader) -> Bool {
        guard let first = reader.read(8) else { return false }
        var number: Int?
        if first < 0x80 {
            number = first
        } else if first < 0xC0 {
            number = reader.read(8).map { (first & 0x3F) << 8 | $0 }
        } else if first < 0xE0 {
            number = reader.read(16).map { (first & 0x1F) << 16 | $0 }
        }
        guard let number, number < 1_000_000 else { return false }
        text.appendECI(number)
        return true
    }
}
