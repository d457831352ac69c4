import Symbols

/// The content of a Data Matrix symbol's codewords (ISO/IEC 16022, 5.2).
struct DataMatrixContent: DecodedContent {
    /// The AIM identifier: modifiers 1 to 3 by the place of FNC1, 3 more with ECI, 6 more for the extension.
    var identifier: String {
        "]d" + String(modifier + (text.hasECI ? 3 : 0) + (isExtended ? 6 : 0), radix: 16, uppercase: true)
    }
    private(set) var part: SequencePart?
    private(set) var text = ContentBytes()
    private var modifier = 1
    private let isExtended: Bool
    /// What a macro puts behind everything else.
    private var trailer: [UInt8] = []
    /// Whether the next character is 128 higher.
    private var isUpper = false
    /// Where the content's first codeword is.
    private var start = 0

    /// The content of `words`; nil when they break the standard.
    ///
    /// - Parameter isExtended: whether the symbol is one of the rectangular extension.
    init?(_ words: [UInt8], isExtended: Bool = false) {
        self.isExtended = isExtended
        var input = Input(words: words)
        // A place in a structured append sequence comes first: one codeword and a file identification of two.
        if words.first == 233 {
            guard words.count > 4 else { return nil }
            // ISO/IEC 16022, 5.6: the place in the upper half, 17 less the length in the lower.
            part = SequencePart(
                index: Int(words[1] >> 4), count: 17 - Int(words[1] & 15), id: "\(Int(words[2]) << 8 | Int(words[3]))")
            input.position = 4
            start = 4
        }
        while let word = input.next() {
            switch word {
            case 0: return nil
            case 1...128: append(word - 1)
            case 129: input.position = words.count
            case 130...229:
                append(0x30 + (word - 130) / 10)
                append(0x30 + (word - 130) % 10)
            case 230: guard readTriples(&input, .c40) else { return nil }
            case 231: guard readBytes(&input) else { return nil }
            case 232: appendFNC1(at: input.position - 1)
            // Structured append and reader programming are at the very beginning only.
            case 233: return nil
            case 234: guard input.position == 1 else { return nil }
            case 235: isUpper = true
            case 236, 237:
                guard input.position == start + 1 else { return nil }
                for byte in Array("[)>\u{1E}0\(word == 236 ? 5 : 6)\u{1D}".utf8) { append(byte) }
                trailer = [0x1E, 0x04]
            case 238: guard readTriples(&input, .x12) else { return nil }
            case 239: guard readTriples(&input, .text) else { return nil }
            case 240: readEDIFACT(&input)
            case 241: guard readECI(&input) else { return nil }
            // Left over at the end of what some writers make.
            case 254: continue
            default: return nil
            }
        }
        for byte in trailer { append(byte) }
        guard !bytes.isEmpty else { return nil }
    }

    private struct Input {
        let words: [UInt8]
        var position = 0

        mutating func next() -> UInt8? {
            guard position < words.count else { return nil }
            defer { position += 1 }
            return words[position]
        }

        var left: Int { words.count - position }
    }

    private mutating func append(_ byte: UInt8) {
        let byte = isUpper ? byte &+ 128 : byte
        isUpper = false
        text.append(byte)
    }

    /// FNC1: as first codeword GS1 content, as second that of another industry, else a separator.
    private mutating func appendFNC1(at position: Int) {
        if position == start && bytes.isEmpty {
            modifier = 2
        } else if position == start + 1 && modifier == 1 {
            modifier = 3
        } else {
            append(0x1D)
        }
    }

    private mutating func readECI(_ input: inout Input) -> Bool {
        guard let first = input.next().map(Int.init), first > 0 else { return false }
        var number = first - 1
        if first > 127 {
            guard let second = input.next().map(Int.init), second > 0 else { return false }
            if first < 192 {
                number = (first - 128) * 254 + second - 1 + 127
            } else {
                guard let third = input.next().map(Int.init), third > 0 else { return false }
                number = (first - 192) * 64516 + (second - 1) * 254 + third - 1 + 16383
            }
        }
        guard number <= 999_999 else { return false }
        text.appendECI(number)
        return true
    }

    /// Base 256: a length of one codeword or two, 0 for all that is left, then bytes, all made to look random.
    private mutating func readBytes(_ input: inout Input) -> Bool {
        func plain() -> Int? {
            let position = input.position + 1
            guard let word = input.next() else { return nil }
            return (Int(word) - (149 * position % 255 + 1) + 256) % 256
        }
        guard let first = plain() else { return false }
        var count = first
        if first == 0 {
            count = input.left
        } else if first >= 250 {
            guard let second = plain() else { return false }
            count = 250 * (first - 249) + second
        }
        guard count <= input.left else { return false }
        for _ in 0..<count {
            guard let byte = plain() else { return false }
            append(UInt8(byte))
        }
        return true
    }

    /// EDIFACT: four characters of six bits in three codewords, until one says the end.
    private mutating func readEDIFACT(_ input: inout Input) {
        // One or two codewords left are ASCII.
        while input.left > 2 {
            var bits = 0
            let before = input.position
            for _ in 0..<3 { bits = bits << 8 | Int(input.next() ?? 0) }
            for i in 0..<4 {
                let value = bits >> (18 - 6 * i) & 0x3F
                guard value != 0x1F else {
                    // What is left of the codeword is nothing.
                    input.position = before + min(3, i + 1)
                    return
                }
                append(UInt8(value & 0x20 == 0 ? value | 0x40 : value))
            }
        }
    }
}

extension DataMatrixContent {
    /// An encodation with three characters in two codewords.
    private struct Triples {
        /// The characters of the values from 3 (in X12 from 0) on.
        let basic: [UInt8]
        /// The characters after a shift to the third set; none in X12, which has no shifts.
        let third: [UInt8]

        init(_ basic: String, third: String = "") { (self.basic, self.third) = (Array(basic.utf8), Array(third.utf8)) }

        static let c40 = Triples(
            " 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", third: "`abcdefghijklmnopqrstuvwxyz{|}~\u{7F}")
        static let text = Triples(
            " 0123456789abcdefghijklmnopqrstuvwxyz", third: "`ABCDEFGHIJKLMNOPQRSTUVWXYZ{|}~\u{7F}")
        static let x12 = Triples("\r*> 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        static let second = Array("!\"#$%&'()*+,-./:;<=>?@[\\]^_".utf8)
    }

    /// C40, Text or X12, until the codeword that ends them; false for what is not a value.
    private mutating func readTriples(_ input: inout Input, _ kind: Triples) -> Bool {
        var set = 0
        // A single codeword at the end is ASCII.
        while input.left > 1 {
            let position = input.position
            guard let first = input.next(), first != 254 else { return true }
            guard let second = input.next() else { return false }
            let value = Int(first) << 8 + Int(second) - 1
            guard (0..<64000).contains(value) else { return false }
            for value in [value / 1600, value / 40 % 40, value % 40] {
                guard read(value, kind, &set, at: position) else { return false }
            }
        }
        return true
    }

    private mutating func read(_ value: Int, _ kind: Triples, _ set: inout Int, at position: Int) -> Bool {
        if kind.third.isEmpty {
            append(kind.basic[value])
            return true
        }
        let current = set
        set = 0
        switch current {
        case 0 where value < 3: set = value + 1
        case 0: append(kind.basic[value - 3])
        case 1:
            guard value < 32 else { return false }
            append(UInt8(value))
        case 2:
            switch value {
            case 0..<27: append(Triples.second[value])
            case 27: appendFNC1(at: position)
            case 30: isUpper = true
            default: return false
            }
        default:
            guard value < 32 else { return false }
            append(kind.third[value])
        }
        return true
    }
}
