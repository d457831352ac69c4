import SeededRandomness

/// Codewords of a Data Matrix symbol in random encodations (ISO/IEC 16022, 5.2), with their content. Written from the
/// tables of the standard, independently of the reader.
struct DataMatrixStream {
    private(set) var words: [UInt8] = []
    private(set) var bytes: [UInt8] = []
    private var trailer: [UInt8] = []

    /// - Parameter runs: the number of encodations in sequence. `padding`: codewords after the content.
    init(runs: Int, padding: Int, _ noise: inout SplitMix) {
        if Int.random(in: 0..<5, using: &noise) == 0 {
            let number = UInt8.random(in: 5...6, using: &noise)
            words = [231 + number]
            bytes = Array("[)>\u{1E}0\(number)\u{1D}".utf8)
            trailer = [0x1E, 0x04]
        }
        for _ in 0..<runs {
            switch Int.random(in: 0..<6, using: &noise) {
            case 0, 1: ascii(&noise)
            case 2: triples(isText: false, &noise)
            case 3: triples(isText: true, &noise)
            case 4: Bool.random(using: &noise) ? x12(&noise) : edifact(&noise)
            default:
                let most = [20, 600].randomElement(using: &noise)!
                base256(Int.random(in: 1...most, using: &noise), &noise)
            }
        }
        // End of data (5.2.3): base 256 with length 0 extends to the end.
        if padding == 0 && Bool.random(using: &noise) {
            base256(Int.random(in: 1...30, using: &noise), isLast: true, &noise)
        } else if padding > 0 {
            words.append(129)
            for _ in 1..<padding {
                let value = 129 + 149 * (words.count + 1) % 253 + 1
                words.append(UInt8(value > 254 ? value - 254 : value))
            }
        }
        bytes += trailer
    }

    private mutating func ascii(_ noise: inout SplitMix) {
        switch Int.random(in: 0..<3, using: &noise) {
        case 0:
            let byte = UInt8.random(in: 0...127, using: &noise)
            words.append(byte + 1)
            bytes.append(byte)
        case 1:
            let pair = UInt8.random(in: 0...99, using: &noise)
            words.append(130 + pair)
            bytes += [0x30 + pair / 10, 0x30 + pair % 10]
        default:
            let byte = UInt8.random(in: 128...255, using: &noise)
            words += [235, byte - 127]
            bytes.append(byte)
        }
    }

    /// C40 or Text: three values in two codewords, filled up by a shift that nothing follows, then the unlatch.
    private mutating func triples(isText: Bool, _ noise: inout SplitMix) {
        words.append(isText ? 239 : 230)
        var values: [Int] = []
        func put(_ byte: UInt8) {
            let letter = isText ? RandomContent.small : RandomContent.capitals
            let other = isText ? RandomContent.capitals : RandomContent.small
            let second = Array("!\"#$%&'()*+,-./:;<=>?@[\\]^_".utf8)
            if byte == 0x20 { values.append(3) }
            if let i = RandomContent.digits.firstIndex(of: byte) { values.append(4 + i) }
            if let i = letter.firstIndex(of: byte) { values.append(14 + i) }
            if byte < 0x20 { values += [0, Int(byte)] }
            if let i = second.firstIndex(of: byte) { values += [1, i] }
            if byte == 0x60 { values += [2, 0] }
            if let i = other.firstIndex(of: byte) { values += [2, 1 + i] }
            if let i = Array("{|}~\u{7F}".utf8).firstIndex(of: byte) { values += [2, 27 + i] }
        }
        for _ in 0..<Int.random(in: 1...8, using: &noise) {
            let byte = UInt8.random(in: 0...255, using: &noise)
            bytes.append(byte)
            if byte >= 128 { values += [1, 30] }
            put(byte & 0x7F)
        }
        // Two values are filled up by a shift; one is not (5.2.5.2).
        if values.count % 3 == 1 {
            values.append(3)
            bytes.append(0x20)
        }
        if values.count % 3 == 2 { values.append(0) }
        pack(values)
        words.append(254)
    }

    private mutating func x12(_ noise: inout SplitMix) {
        words.append(238)
        let alphabet = Array("\r*> 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
        let values = (0..<3 * Int.random(in: 1...4, using: &noise)).map { _ in Int.random(in: 0..<40, using: &noise) }
        bytes += values.map { alphabet[$0] }
        pack(values)
        words.append(254)
    }

    private mutating func pack(_ values: [Int]) {
        for i in stride(from: 0, to: values.count, by: 3) {
            let value = 1600 * values[i] + 40 * values[i + 1] + values[i + 2] + 1
            words += [UInt8(value >> 8), UInt8(value & 255)]
        }
    }

    /// Six bits per character, the unlatch at any position in a group of four.
    private mutating func edifact(_ noise: inout SplitMix) {
        words.append(240)
        var bits: [Bool] = []
        func put(_ value: Int) { for bit in stride(from: 5, through: 0, by: -1) { bits.append(value >> bit & 1 == 1) } }
        for _ in 0..<Int.random(in: 1...9, using: &noise) {
            let byte = UInt8.random(in: 0x20...0x5E, using: &noise)
            bytes.append(byte)
            put(Int(byte) & 0x3F)
        }
        put(31)
        while bits.count % 8 != 0 { bits.append(false) }
        for i in stride(from: 0, to: bits.count, by: 8) {
            words.append(bits[i..<i + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) })
        }
        // The reader takes one or two final codewords for ASCII; more codewords after them prevent it.
        for _ in 0..<3 { ascii(&noise) }
    }

    private mutating func base256(_ count: Int, isLast: Bool = false, _ noise: inout SplitMix) {
        words.append(231)
        let content = (0..<count).map { _ in UInt8.random(in: 0...255, using: &noise) }
        let length = isLast ? [0] : count < 250 ? [count] : [count / 250 + 249, count % 250]
        for value in length + content.map({ Int($0) }) {
            words.append(UInt8((value + 149 * (words.count + 1) % 255 + 1) % 256))
        }
        bytes += content
    }
}

/// Codewords of a PDF417 symbol in random modes and submodes (ISO/IEC 15438, 5.4), with their content.
struct PDF417Stream {
    private(set) var codewords: [Int] = []
    private(set) var bytes: [UInt8] = []

    init(runs: Int, _ noise: inout SplitMix) {
        for _ in 0..<runs {
            switch Int.random(in: 0..<4, using: &noise) {
            case 0, 1: text(&noise)
            case 2: octets(Int.random(in: 1...20, using: &noise), &noise)
            default: digits(Int.random(in: 1...100, using: &noise), &noise)
            }
        }
    }

    private enum Submode { case alpha, lower, mixed, punctuation }

    /// Tables 5 and 6: the characters of a submode, by their values.
    private static func characters(of submode: Submode) -> [UInt8] {
        switch submode {
        case .alpha: Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ ".utf8)
        case .lower: Array("abcdefghijklmnopqrstuvwxyz ".utf8)
        case .mixed: Array("0123456789&\r\t,:#-.$/+%*=^".utf8)
        case .punctuation: Array(";<>@[\\]_`~!\r\t,:\n-.$/\"|*()?{}'".utf8)
        }
    }

    private mutating func text(_ noise: inout SplitMix) {
        codewords.append(900)
        var run = TextRun()
        for _ in 0..<Int.random(in: 1...20, using: &noise) {
            switch Int.random(in: 0..<10, using: &noise) {
            case 0..<5: run.put(from: run.submode, &noise)
            case 5, 6: run.latch(&noise)
            case 7: if run.submode != .punctuation { run.shift(29, to: .punctuation, &noise) }
            case 8: if run.submode == .lower { run.shift(27, to: .alpha, &noise) }
            default:
                append(run.flushed())
                function(&noise)
            }
        }
        run.end()
        append(run.flushed())
    }

    private mutating func append(_ flushed: (codewords: [Int], bytes: [UInt8])) {
        codewords += flushed.codewords
        bytes += flushed.bytes
    }

    /// A byte in byte compaction, or an ECI.
    private mutating func function(_ noise: inout SplitMix) {
        if Bool.random(using: &noise) {
            let byte = UInt8.random(in: 0...255, using: &noise)
            codewords += [913, Int(byte)]
            bytes.append(byte)
        } else {
            codewords += [927, Int.random(in: 0..<900, using: &noise)]
        }
    }

    /// Values of text compaction, two per codeword, with their content.
    private struct TextRun {
        private(set) var submode = Submode.alpha
        private var values: [Int] = []
        private var bytes: [UInt8] = []

        /// A character of `submode`.
        mutating func put(from submode: Submode, _ noise: inout SplitMix) {
            let all = PDF417Stream.characters(of: submode)
            let value = Int.random(in: 0..<all.count, using: &noise)
            values.append(value)
            bytes.append(all[value])
        }

        /// One character of another submode, after the `value` that shifts to it.
        mutating func shift(_ value: Int, to other: Submode, _ noise: inout SplitMix) {
            values.append(value)
            put(from: other, &noise)
        }

        mutating func latch(_ noise: inout SplitMix) {
            let latches: [(Int, Submode)] =
                switch submode {
                case .alpha: [(27, .lower), (28, .mixed)]
                case .lower: [(28, .mixed)]
                case .mixed: [(25, .punctuation), (27, .lower), (28, .alpha)]
                case .punctuation: [(29, .alpha)]
                }
            let (value, next) = latches.randomElement(using: &noise)!
            values.append(value)
            submode = next
        }

        /// The mixed submode's space is not in the table of characters: it comes last, if at all.
        mutating func end() {
            guard submode == .mixed else { return }
            values.append(26)
            bytes.append(0x20)
        }

        /// Returns the codewords of the values so far, and removes those.
        mutating func flushed() -> (codewords: [Int], bytes: [UInt8]) {
            // Any submode's 29 is a shift or a latch that nothing follows; in Punctuation it leads to Alpha.
            if values.count % 2 != 0 {
                values.append(29)
                if submode == .punctuation { submode = .alpha }
            }
            defer { (values, bytes) = ([], []) }
            return (stride(from: 0, to: values.count, by: 2).map { 30 * values[$0] + values[$0 + 1] }, bytes)
        }
    }

    /// Six bytes in five codewords; the rest one by one.
    private mutating func octets(_ count: Int, _ noise: inout SplitMix) {
        codewords.append(count % 6 == 0 ? 924 : 901)
        var rest = (0..<count).map { _ in UInt8.random(in: 0...255, using: &noise) }[...]
        bytes += rest
        while rest.count >= 6 {
            var value = rest.prefix(6).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            var group: [Int] = []
            for _ in 0..<5 {
                group.append(Int(value % 900))
                value /= 900
            }
            codewords += group.reversed()
            rest = rest.dropFirst(6)
        }
        codewords += rest.map { Int($0) }
    }

    /// Up to 44 digits after a leading 1, as a number of base 900.
    private mutating func digits(_ count: Int, _ noise: inout SplitMix) {
        codewords.append(902)
        var rest = (0..<count).map { _ in UInt8.random(in: 0...9, using: &noise) }[...]
        bytes += rest.map { $0 + 0x30 }
        while !rest.isEmpty {
            var number = [1] + rest.prefix(44).map { Int($0) }
            rest = rest.dropFirst(44)
            var group: [Int] = []
            while number.contains(where: { $0 != 0 }) {
                var remainder = 0
                for i in number.indices {
                    let value = remainder * 10 + number[i]
                    number[i] = value / 900
                    remainder = value % 900
                }
                group.append(remainder)
            }
            codewords += group.reversed()
        }
    }
}
