import Symbols

/// The content of the data codewords of a PDF417 or MicroPDF417 symbol (ISO/IEC 15438, 5.4; ISO/IEC 24728, 5.4).
struct PDF417Content: DecodedContent {
    /// By ISO/IEC 15424: L3 to L5 where Code 128 is emulated, L1 with ECI, else L2.
    var identifier: String { "]L\(emulation ?? (text.hasECI ? 1 : 2))" }
    private(set) var part: SequencePart?
    private(set) var text = ContentBytes()
    /// The modifier for the FNC1 of an emulated Code 128.
    private var emulation: Int?
    /// What comes after the last codeword.
    private var trailer: [UInt8] = []

    /// The kinds of symbol, which begin in different modes.
    enum Kind {
        case pdf417, microPDF417
    }

    /// What the codewords say next, until a latch.
    private enum Mode {
        case text
        /// `isWhole` where the count of bytes is divisible by six.
        case bytes(isWhole: Bool)
        case numeric
    }

    /// The first codeword that is a function (ISO/IEC 15438, 5.4).
    private static let firstFunction = 900

    /// The content of `codewords`, check words and the length that PDF417 has in first place left out; nil when they
    /// break the standard, or belong to another symbol.
    init?(_ codewords: [Int], kind: Kind) {
        guard codewords.allSatisfy((0..<PDF417Patterns.codewords).contains) else { return nil }
        var rest = codewords[...]
        var mode = Mode.text
        if kind == .microPDF417 {
            mode = .bytes(isWhole: false)
            guard takePrefix(&rest) else { return nil }
        }
        var submode = TextCompaction()
        read: while let codeword = rest.first {
            guard codeword >= Self.firstFunction else {
                let run = rest.prefix { $0 < Self.firstFunction }
                rest = rest.dropFirst(run.count)
                switch mode {
                case .text: text.append(submode.bytes(run))
                case .bytes(let isWhole):
                    guard append(bytes: run, isWhole: isWhole) else { return nil }
                case .numeric:
                    guard append(digits: run) else { return nil }
                }
                continue
            }
            rest.removeFirst()
            // A shift that no character followed filled the codeword before up.
            submode.dropShift()
            switch codeword {
            case 900: (mode, submode) = (.text, TextCompaction())
            case 901: mode = .bytes(isWhole: false)
            case 924: mode = .bytes(isWhole: true)
            case 902: mode = .numeric
            case 913:
                guard case .text = mode, let byte = rest.popFirst(), byte < 256 else { return nil }
                text.append(UInt8(byte))
            case 925, 926, 927:
                guard let number = Self.eci(codeword, &rest) else { return nil }
                text.appendECI(number)
            case 928:
                guard takeMacroBlock(&rest) else { return nil }
                break read
            // Reader initialisation, which is not done here; or a linear symbol linked to this one.
            case 918 where kind == .microPDF417, 921: break
            default: return nil
            }
        }
        text.append(trailer)
        guard !bytes.isEmpty else { return nil }
    }

    /// Functions that only a MicroPDF417 symbol begins with; false where their content is not known.
    private mutating func takePrefix(_ rest: inout ArraySlice<Int>) -> Bool {
        // ISO/IEC 24728 gives an emulated Code 128 two or three beginnings for each FNC1, which differ in what is left
        // out; only where a latch follows it is plain what comes next.
        func emulates(_ modifier: Int) -> Bool {
            emulation = modifier
            rest.removeFirst()
            return rest.first.map { [900, 901, 902, 924].contains($0) } ?? false
        }
        switch rest.first {
        case 903, 904, 905: return emulates(3)
        case 908, 909: return emulates(4)
        case 910, 911: return emulates(5)
        case 916, 917:
            // The envelopes of ISO/IEC 15434 in one codeword.
            let format: [UInt8] = rest.first == 916 ? [0x30, 0x35] : [0x30, 0x36]
            text.append([0x5B, 0x29, 0x3E, 0x1E] + format + [0x1D])
            trailer = [0x1E, 0x04]
            rest.removeFirst()
            return !rest.isEmpty
        default: return true
        }
    }

    /// The number of an Extended Channel Interpretation (ISO/IEC 15438, 5.5).
    private static func eci(_ function: Int, _ rest: inout ArraySlice<Int>) -> Int? {
        guard let first = rest.popFirst(), first < firstFunction else { return nil }
        switch function {
        case 927: return first
        case 925: return 810_900 + first
        default:
            guard let second = rest.popFirst(), second < firstFunction else { return nil }
            return (first + 1) * 900 + second
        }
    }

    /// Byte compaction: six bytes are five codewords; those that are left over are a codeword each.
    private mutating func append(bytes run: ArraySlice<Int>, isWhole: Bool) -> Bool {
        var rest = run
        // A count that is not divisible by six leaves one codeword at least, so that five at the end are single bytes,
        // unless they cannot be.
        while rest.count > 5 || rest.count == 5 && (isWhole || rest.contains { $0 > 255 }) {
            let value = rest.prefix(5).reduce(UInt64(0)) { $0 * 900 + UInt64($1) }
            guard value < 1 << 48 else { return false }
            text.append((0..<6).map { UInt8(truncatingIfNeeded: value >> UInt64(40 - 8 * $0)) })
            rest = rest.dropFirst(5)
        }
        guard rest.allSatisfy({ $0 < 256 }), rest.isEmpty || !isWhole else { return false }
        for byte in rest { text.append(UInt8(byte)) }
        return true
    }

    /// Numeric compaction: up to 15 codewords are the digits of a number of base 900 behind its first, a 1.
    private mutating func append(digits run: ArraySlice<Int>) -> Bool {
        var rest = run
        while !rest.isEmpty {
            guard let digits = Self.digits(rest.prefix(15)) else { return false }
            text.append(digits)
            rest = rest.dropFirst(15)
        }
        return true
    }

    private static func digits(_ group: ArraySlice<Int>) -> [UInt8]? {
        // The lowest first.
        var digits: [Int] = [0]
        for codeword in group {
            var carry = codeword
            for i in digits.indices {
                carry += digits[i] * 900
                digits[i] = carry % 10
                carry /= 10
            }
            while carry > 0 {
                digits.append(carry % 10)
                carry /= 10
            }
        }
        guard digits.last == 1, digits.count > 1 else { return nil }
        return digits.dropLast().reversed().map { UInt8($0 + 0x30) }
    }

    /// The block that makes a symbol part of a message (Macro PDF417, ISO/IEC 15438, annex H), which comes last.
    private mutating func takeMacroBlock(_ rest: inout ArraySlice<Int>) -> Bool {
        let isNumber = { (codeword: Int) in codeword < Self.firstFunction }
        let segment = rest.prefix(2)
        guard segment.count == 2, segment.allSatisfy(isNumber), let digits = Self.digits(segment),
            let index = Self.number(digits)
        else { return false }
        rest = rest.dropFirst(2)
        let file = rest.prefix(while: isNumber)
        rest = rest.dropFirst(file.count)
        var count: Int?
        while let codeword = rest.popFirst() {
            switch codeword {
            case 923:
                // Optional fields: the name 0, the count of segments 1, and more that says nothing of the content.
                guard let field = rest.popFirst() else { return false }
                let mode = rest.first == 902 || rest.first == 900
                if mode { rest.removeFirst() }
                let value = rest.prefix { $0 < Self.firstFunction || $0 == 913 }
                rest = rest.dropFirst(value.count)
                if field == 1 {
                    guard let digits = Self.digits(value.prefix(15)), let number = Self.number(digits) else {
                        return false
                    }
                    count = number
                }
            case 922: count = count ?? index + 1
            case 900, 901, 902, 924: continue
            default: return false
            }
        }
        let id = file.map { codeword in
            let digits = String(codeword)
            return String(repeating: "0", count: max(0, 3 - digits.count)) + digits
        }
        part = SequencePart(index: index, count: count, id: id.joined())
        return true
    }

    private static func number(_ digits: [UInt8]) -> Int? { Int(String(decoding: digits, as: UTF8.self)) }
}
