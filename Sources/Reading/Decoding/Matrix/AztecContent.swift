import Symbols

/// The content of an Aztec symbol's data bits (ISO/IEC 24778, 7.1).
struct AztecContent: DecodedContent {
    var identifier: String { "]z\(modifier + (text.hasECI ? 3 : 0) + (isPart ? 6 : 0))" }
    private(set) var part: SequencePart?
    private(set) var text = ContentBytes()
    /// Part of a structured append sequence.
    private var isPart = false
    /// 1 after FNC1 in first place, 2 after it in second place.
    private var modifier = 0

    /// The content of `bits`; nil when they break the standard.
    init?(_ bits: [Bool]) {
        var reader = BitReader(bits)
        var latched = Table.upper
        var shifted: Table?
        read: while true {
            let table = shifted ?? latched
            guard let code = reader.read(table.bits) else { break }
            shifted = nil
            switch table.entry(code) {
            case .bytes(let bytes): text.append(bytes)
            case .latch(let next): latched = next
            case .shift(let next):
                // A shift from a table that was shifted to ends there.
                latched = table
                shifted = next
            case .binary:
                latched = table
                guard let count = Self.binaryCount(&reader) else { break read }
                for _ in 0..<count {
                    guard let byte = reader.read(8) else { break }
                    text.append([UInt8(byte)])
                }
            case .flag:
                guard let digits = reader.read(3) else { break }
                switch digits {
                case 0: appendFNC1()
                case 7: return nil
                default:
                    var eci = 0
                    for _ in 0..<digits {
                        guard let digit = reader.read(4), (2...11).contains(digit) else { return nil }
                        eci = eci * 10 + digit - 2
                    }
                    text.appendECI(eci)
                }
            }
        }
        guard finish(bits) else { return nil }
    }

    /// A short count of 5 bits, or 0 and a long one of 11 bits, which begins at 31.
    private static func binaryCount(_ reader: inout BitReader) -> Int? {
        guard let short = reader.read(5) else { return nil }
        if short > 0 { return short }
        return reader.read(11).map { $0 + 31 }
    }

    /// FNC1: in first place GS1 content, after a letter or two digits that of another industry, else a separator.
    private mutating func appendFNC1() {
        let isLetter = bytes.count == 1 && (bytes[0] | 0x20) >= 0x61 && (bytes[0] | 0x20) <= 0x7A
        let areDigits = bytes.count == 2 && bytes.allSatisfy { (0x30...0x39).contains($0) }
        if modifier == 0 && bytes.isEmpty {
            modifier = 1
        } else if modifier == 0 && (isLetter || areDigits) {
            modifier = 2
        } else {
            text.append([0x1D])
        }
    }

    /// Takes off what is not content; false when nothing is left.
    private mutating func finish(_ bits: [Bool]) -> Bool {
        var start = BitReader(bits)
        // To another table and back says that a place in a sequence follows: an identifier between spaces, if any,
        // then a letter for the place and one for the length.
        if start.read(5) == 29 && start.read(5) == 29 {
            var header = 0
            if bytes.first == 0x20, let end = bytes.dropFirst().firstIndex(of: 0x20) { header = end + 1 }
            let isLetter = { (byte: UInt8) in (0x41...0x5A).contains(byte) }
            if bytes.count >= header + 2 && bytes[header..<header + 2].allSatisfy(isLetter)
                && text.protocolBytes.starts(with: bytes.prefix(header + 2))
            {
                isPart = true
                part = SequencePart(
                    index: Int(bytes[header]) - 0x41, count: Int(bytes[header + 1]) - 0x40,
                    id: header == 0 ? "" : String(decoding: bytes[1..<header - 1], as: UTF8.self))
                text.removeFirst(header + 2)
            }
        }
        return !bytes.isEmpty
    }
}

extension AztecContent {
    /// What a code in a table means.
    enum Entry {
        case bytes([UInt8])
        case latch(Table)
        case shift(Table)
        case binary
        case flag
    }

    /// The tables of characters.
    enum Table {
        case upper, lower, mixed, punctuation, digit

        var bits: Int { self == .digit ? 4 : 5 }

        func entry(_ code: Int) -> Entry {
            switch self {
            case .upper: Self.upperEntries[code]
            case .lower: Self.lowerEntries[code]
            case .mixed: Self.mixedEntries[code]
            case .punctuation: Self.punctuationEntries[code]
            case .digit: Self.digitEntries[code]
            }
        }

        private static func letters(_ text: String) -> [Entry] { text.utf8.map { .bytes([$0]) } }

        private static let upperEntries: [Entry] =
            [.shift(.punctuation)] + letters(" ABCDEFGHIJKLMNOPQRSTUVWXYZ")
            + [.latch(.lower), .latch(.mixed), .latch(.digit), .binary]
        private static let lowerEntries: [Entry] =
            [.shift(.punctuation)] + letters(" abcdefghijklmnopqrstuvwxyz")
            + [.shift(.upper), .latch(.mixed), .latch(.digit), .binary]
        private static let mixedEntries: [Entry] = {
            var entries: [Entry] = [.shift(.punctuation)] + letters(" ")
            for control in [0x01...0x0D, 0x1B...0x1F] as [ClosedRange<UInt8>] {
                for byte in control { entries.append(.bytes([byte])) }
            }
            entries += letters("@\\^_`|~\u{7F}")
            entries += [.latch(.lower), .latch(.upper), .latch(.punctuation), .binary]
            return entries
        }()
        private static let punctuationEntries: [Entry] =
            [.flag] + ["\r", "\r\n", ". ", ", ", ": "].map { .bytes(Array($0.utf8)) }
            + letters("!\"#$%&'()*+,-./:;<=>?[]{}") + [.latch(.upper)]
        private static let digitEntries: [Entry] =
            [.shift(.punctuation)] + letters(" 0123456789,.") + [.latch(.upper), .shift(.upper)]
    }
}
