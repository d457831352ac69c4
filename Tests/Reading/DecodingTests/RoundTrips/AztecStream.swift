import SeededRandomness

/// An Aztec bit stream of characters, latches, shifts, binary shifts, FNC1 and ECIs chosen at random (ISO/IEC 24778, 7.1),
/// with its content. Written from the tables of the standard, independently of the reader.
struct AztecStream {
    private(set) var bits: [Bool] = []
    private(set) var bytes: [UInt8] = []
    /// The content in the ECI protocol, without the identifier.
    private(set) var protocolBytes: [UInt8] = []
    private(set) var hasECI = false
    private(set) var modifier = 0

    private enum Mode: CaseIterable {
        case upper, lower, mixed, punctuation, digit
        var width: Int { self == .digit ? 4 : 5 }
    }

    private var mode = Mode.upper

    /// - Parameter steps: the number of characters, latches and shifts.
    init(steps: Int, _ noise: inout SplitMix) {
        if Int.random(in: 0..<6, using: &noise) == 0 {
            shift(to: .punctuation)
            fnc1()
        } else {
            // A latch to Mixed and back at the start would be the header of a structured append.
            character(of: mode, &noise)
        }
        for _ in 0..<steps {
            switch Int.random(in: 0..<10, using: &noise) {
            case 0..<5: character(of: mode, &noise)
            case 5: latch(&noise)
            case 6, 7: shifted(&noise)
            case 8: binary(&noise)
            default: flag(&noise)
            }
        }
    }

    /// The bits with stuffing for codewords of `size` bits, padded with ones; the last is 0 where all would be 1.
    func padded(codeword size: Int) -> [Bool] {
        var rest = bits[...]
        var result: [Bool] = []
        while !rest.isEmpty {
            var word = Array(rest.prefix(size - 1))
            // When all bits but the last are equal, the last one is a stuffed bit.
            let isStuffed = word.count == size - 1 && Set(word).count == 1
            if isStuffed || rest.count < size {
                word = Array(rest.prefix(isStuffed ? size - 1 : size))
                rest = rest.dropFirst(word.count)
                let missing = isStuffed ? 0 : size - word.count
                word += [Bool](repeating: true, count: missing)
                if word.count == size && word.dropLast().allSatisfy({ $0 }) { word.removeLast() }
            } else {
                word.append(rest[rest.startIndex + size - 1])
                rest = rest.dropFirst(size)
            }
            result += word
        }
        return result
    }

    private mutating func put(_ value: Int, _ width: Int) {
        for bit in stride(from: width - 1, through: 0, by: -1) { bits.append(value >> bit & 1 == 1) }
    }

    private mutating func say(_ new: [UInt8]) {
        bytes += new
        for byte in new { protocolBytes += byte == 0x5C ? [byte, byte] : [byte] }
    }

    /// ISO/IEC 24778, table 2: the characters of a mode and their values.
    private static func characters(of mode: Mode) -> [(value: Int, bytes: [UInt8])] {
        func numbered(_ text: String, from first: Int) -> [(value: Int, bytes: [UInt8])] {
            text.utf8.enumerated().map { (first + $0.offset, [$0.element]) }
        }
        func controls(_ bytes: ClosedRange<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
        switch mode {
        case .upper: return numbered(" ABCDEFGHIJKLMNOPQRSTUVWXYZ", from: 1)
        case .lower: return numbered(" abcdefghijklmnopqrstuvwxyz", from: 1)
        case .mixed:
            return numbered(" ", from: 1) + numbered(controls(1...13), from: 2) + numbered(controls(27...31), from: 15)
                + numbered("@\\^_`|~\u{7F}", from: 20)
        case .punctuation:
            let several: [(value: Int, bytes: [UInt8])] = [
                (1, [13]), (2, [13, 10]), (3, [46, 32]), (4, [44, 32]), (5, [58, 32]),
            ]
            return several + numbered("!\"#$%&'()*+,-./:;<=>?[]{}", from: 6)
        case .digit: return numbered(" 0123456789,.", from: 1)
        }
    }

    private mutating func character(of mode: Mode, _ noise: inout SplitMix) {
        let (value, says) = Self.characters(of: mode).randomElement(using: &noise)!
        put(value, mode.width)
        say(says)
    }

    private mutating func latch(_ noise: inout SplitMix) {
        let ways: [(Int, Mode)] =
            switch mode {
            case .upper: [(28, .lower), (29, .mixed), (30, .digit)]
            case .lower: [(29, .mixed), (30, .digit)]
            case .mixed: [(28, .lower), (29, .upper), (30, .punctuation)]
            case .punctuation: [(31, .upper)]
            case .digit: [(14, .upper)]
            }
        let (value, next) = ways.randomElement(using: &noise)!
        put(value, mode.width)
        mode = next
    }

    /// P/S from any other mode, U/S from Lower and Digit.
    private mutating func shift(to shifted: Mode) {
        put(shifted == .punctuation ? 0 : mode == .lower ? 28 : 15, mode.width)
    }

    private mutating func shifted(_ noise: inout SplitMix) {
        let shiftsUp = (mode == .lower || mode == .digit) && Bool.random(using: &noise)
        guard shiftsUp || mode != .punctuation else { return character(of: mode, &noise) }
        shift(to: shiftsUp ? .upper : .punctuation)
        character(of: shiftsUp ? .upper : .punctuation, &noise)
    }

    /// B/S, which Digit and Punctuation lack: a count of 5 bits, or of 11 from 31 on.
    private mutating func binary(_ noise: inout SplitMix) {
        guard mode != .digit && mode != .punctuation else { return latch(&noise) }
        put(31, 5)
        let count = [Int.random(in: 1...31, using: &noise), Int.random(in: 31...70, using: &noise), 2078].prefix(
            Int.random(in: 0..<40, using: &noise) == 0 ? 3 : 2
        ).randomElement(using: &noise)!
        if count > 31 || count == 31 && Bool.random(using: &noise) {
            put(0, 5)
            put(count - 31, 11)
        } else {
            put(count, 5)
        }
        // Runs of 0 and 1 cause bit stuffing.
        let alphabet = [RandomContent.high, [0], [0xFF], RandomContent.small].randomElement(using: &noise)!
        for _ in 0..<count {
            let byte = alphabet.randomElement(using: &noise)!
            put(Int(byte), 8)
            say([byte])
        }
    }

    /// FLG(n), as a shift or in Punctuation itself.
    private mutating func flag(_ noise: inout SplitMix) {
        if mode != .punctuation { shift(to: .punctuation) }
        guard Bool.random(using: &noise) else { return fnc1() }
        let digits = Int.random(in: 1...6, using: &noise)
        put(0, 5)
        put(digits, 3)
        var number = 0
        for _ in 0..<digits {
            let digit = Int.random(in: 0...9, using: &noise)
            put(digit + 2, 4)
            number = number * 10 + digit
        }
        hasECI = true
        let shown = String(number)
        protocolBytes += Array(("\\" + String(repeating: "0", count: 6 - shown.count) + shown).utf8)
    }

    /// FLG(0): GS1 at the start, an industry format after a letter or two digits, else a separator.
    private mutating func fnc1() {
        put(0, 5)
        put(0, 3)
        let isLetter = bytes.count == 1 && (RandomContent.capitals + RandomContent.small).contains(bytes[0])
        let areDigits = bytes.count == 2 && bytes.allSatisfy(RandomContent.digits.contains)
        switch modifier {
        case 0 where bytes.isEmpty: modifier = 1
        case 0 where isLetter || areDigits: modifier = 2
        default: say([0x1D])
        }
    }
}
