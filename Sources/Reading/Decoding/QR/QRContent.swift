import Symbols

/// The content of a QR Code's data bits (ISO/IEC 18004, 7.4); Kanji as Shift JIS.
struct QRContent: DecodedContent {
    private(set) var part: SequencePart?
    var identifier: String { "]Q\(modifier + (text.hasECI ? 1 : 0))" }
    private(set) var kanji: [Range<Int>] = []
    private(set) var text = ContentBytes()
    /// The ECI that bytes are in; nil before the first.
    private var eci: Int?
    /// 3 after FNC1 in first place, 5 after it in second place.
    private var modifier = 1

    /// The content of `bits`; nil when they break the standard.
    init?(_ bits: [Bool], version: QRVersion) {
        var reader = BitReader(bits)
        let size = version.number < 10 ? 0 : version.number < 27 ? 1 : 2
        // Fewer than four bits left stand for the terminator.
        while let mode = reader.read(4), mode != 0 {
            switch mode {
            case 1: guard let count = reader.read([10, 12, 14][size]), numeric(count, &reader) else { return nil }
            case 2: guard let count = reader.read([9, 11, 13][size]), letters(count, &reader) else { return nil }
            case 4: guard let count = reader.read([8, 16, 16][size]), octets(count, &reader) else { return nil }
            case 8: guard let count = reader.read([8, 10, 12][size]), kanji(count, &reader) else { return nil }
            case 3:
                guard let index = reader.read(4), let last = reader.read(4), let parity = reader.read(8) else {
                    return nil
                }
                part = SequencePart(index: index, count: last + 1, id: String(parity))
            case 5:
                guard modifier == 1 else { return nil }
                modifier = 3
            case 9:
                guard modifier == 1, bytes.isEmpty, let indicator = reader.read(8), applicationOf(indicator) else {
                    return nil
                }
            case 7:
                guard let number = Self.eci(&reader) else { return nil }
                text.appendECI(number)
                eci = number
            default: return nil
            }
        }
        guard !bytes.isEmpty else { return nil }
    }

    private static func eci(_ reader: inout BitReader) -> Int? {
        guard let first = reader.read(8) else { return nil }
        if first & 0x80 == 0 { return first }
        if first & 0xC0 == 0x80 { return reader.read(8).map { (first & 0x3F) << 8 | $0 } }
        guard first & 0xE0 == 0xC0 else { return nil }
        return reader.read(16).map { (first & 0x1F) << 16 | $0 }
    }

    private mutating func applicationOf(_ indicator: Int) -> Bool {
        modifier = 5
        if indicator < 100 {
            text.append([UInt8(ascii: "0") + UInt8(indicator / 10), UInt8(ascii: "0") + UInt8(indicator % 10)])
        } else if (165...190).contains(indicator) || (197...222).contains(indicator) {
            text.append([UInt8(indicator - 100)])
        } else {
            return false
        }
        return true
    }

    private mutating func numeric(_ count: Int, _ reader: inout BitReader) -> Bool {
        var rest = count
        while rest > 0 {
            let digits = min(rest, 3)
            guard let value = reader.read([4, 7, 10][digits - 1]), value < [10, 100, 1000][digits - 1] else {
                return false
            }
            let shown = String(value)
            text.append([UInt8](repeating: UInt8(ascii: "0"), count: digits - shown.utf8.count) + Array(shown.utf8))
            rest -= digits
        }
        return true
    }

    /// The assignment number of Shift JIS (AIM ECI).
    private static let shiftJIS = 20

    private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)

    private mutating func letters(_ count: Int, _ reader: inout BitReader) -> Bool {
        var found: [UInt8] = []
        while found.count < count {
            if count - found.count >= 2 {
                guard let value = reader.read(11), value < 45 * 45 else { return false }
                found += [Self.alphabet[value / 45], Self.alphabet[value % 45]]
            } else {
                guard let value = reader.read(6), value < 45 else { return false }
                found.append(Self.alphabet[value])
            }
        }
        // With FNC1 a per cent sign is a separator, and two of them are one (7.4.8.2).
        text.append(modifier == 1 ? found : Self.separated(found))
        return true
    }

    private static func separated(_ text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var i = 0
        while i < text.count {
            let isDouble = text[i] == UInt8(ascii: "%") && i + 1 < text.count && text[i + 1] == UInt8(ascii: "%")
            result.append(text[i] == UInt8(ascii: "%") && !isDouble ? 0x1D : text[i])
            i += isDouble ? 2 : 1
        }
        return result
    }

    private mutating func octets(_ count: Int, _ reader: inout BitReader) -> Bool {
        guard count * 8 <= reader.left else { return false }
        for _ in 0..<count { if let byte = reader.read(8) { text.append([UInt8(byte)]) } }
        return true
    }

    private mutating func kanji(_ count: Int, _ reader: inout BitReader) -> Bool {
        let start = bytes.count
        // In this mode characters are those of Shift JIS whatever the ECI.
        if eci != nil { text.appendECI(Self.shiftJIS) }
        defer {
            if let eci { text.appendECI(eci) }
            if bytes.count > start { kanji.append(start..<bytes.count) }
        }
        for _ in 0..<count {
            guard let value = reader.read(13) else { return false }
            let code = (value / 0xC0) << 8 | value % 0xC0
            let shifted = code + (code < 0x1F00 ? 0x8140 : 0xC140)
            text.append([UInt8(truncatingIfNeeded: shifted >> 8), UInt8(truncatingIfNeeded: shifted)])
        }
        return true
    }
}
