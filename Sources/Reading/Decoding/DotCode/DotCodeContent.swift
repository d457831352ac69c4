import Symbols

/// The content of a DotCode symbol's data codewords (AIM ISS DotCode 4.0, 5.2).
struct DotCodeContent: DecodedContent {
    private(set) var text = ContentBytes()
    private(set) var part: SequencePart?
    var identifier: String { "]J\(modifier + (text.hasECI ? 3 : 0))" }

    /// 1 for a GS1 message, 2 for FNC1 in second place.
    private var modifier = 0
    /// What ends a message whose header is a macro.
    private var trailer: [UInt8] = []

    /// The content of `codewords`, 0...112 each; nil when they break the standard or say nothing.
    init?(_ codewords: [Int]) {
        var reader = Codewords(codewords)
        // A message that begins with digits is GS1's; FNC1 before them says that it is none.
        let beginsWithDigits = codewords.count > 1 && codewords[0] <= CodeSet.seventeenTen
        if beginsWithDigits { modifier = 1 }
        if !reader.take(Function.fnc1.rawValue) { _ = reader.take(Function.fnc3.rawValue) }
        var set = CodeSet.digits
        while let codeword = reader.next() {
            guard let function = Function(rawValue: codeword) else {
                guard take(codeword, &set, &reader) else { return nil }
                continue
            }
            switch function {
            case .fnc1: appendFNC1()
            case .fnc2:
                if reader.isAtEnd {
                    guard finish(isPart: true) else { return nil }
                    return
                }
                guard let eci = reader.eci() else { return nil }
                text.appendECI(eci)
            case .fnc3: break  // Separates messages.
            case .upperShiftA:
                guard let next = reader.next(), let byte = CodeSet.a.bytes(next), byte[0] < 0x80 else { return nil }
                text.append(byte[0] + 0x80)
            case .upperShiftB:
                guard let next = reader.next(), next < 96 else { return nil }
                text.append(UInt8(next) + 0xA0)
            case .binary: guard takeBinary(&set, &reader) else { return nil }
            }
        }
        guard finish(isPart: false) else { return nil }
    }

    /// Functions of all three code sets.
    private enum Function: Int {
        case fnc1 = 107
        case fnc2, fnc3, upperShiftA, upperShiftB, binary
    }

    /// Takes what `codeword` of `set` says: characters, a shift or a latch.
    private mutating func take(_ codeword: Int, _ set: inout CodeSet, _ reader: inout Codewords) -> Bool {
        if set == .b, bytes.isEmpty, !text.hasECI, let header = Macro(codeword) {
            guard let format = header.format ?? reader.characters(2, of: .b) else { return false }
            text.append(Macro.start + format)
            if header.format != nil { text.append(0x1D) }
            trailer = header.format == nil ? [0x04] : [0x1E, 0x04]
            return true
        }
        if let bytes = set.bytes(codeword) {
            text.append(bytes)
            return true
        }
        switch set.change(codeword) {
        case .latch(let next): set = next
        case .shift(let other, let count):
            guard let bytes = reader.characters(count, of: other) else { return false }
            text.append(bytes)
        case .seventeenTen:
            guard let date = reader.characters(3, of: .digits) else { return false }
            text.append(Array("17".utf8) + date + Array("10".utf8))
        case nil: return false
        }
        return true
    }

    /// Takes groups of six codewords, each of which are five values, until one says how it goes on.
    private mutating func takeBinary(_ set: inout CodeSet, _ reader: inout Codewords) -> Bool {
        var values = BinaryValues()
        while let codeword = reader.next() {
            guard codeword > BinaryValues.largestCodeword else {
                values.append(codeword)
                continue
            }
            guard values.flush() else { return false }
            switch codeword {
            case 103...108:
                guard let digits = reader.characters(codeword - 101, of: .digits) else { return false }
                values.interrupt(with: digits)
            case 109...111:
                set = [CodeSet.a, .b, .digits][codeword - 109]
                return values.write(to: &text)
            default: return false
            }
        }
        return values.flush() && values.write(to: &text)
    }

    /// FNC1: in a GS1 message a separator; after one letter or two digits the sign of an industry.
    private mutating func appendFNC1() {
        let isLetter = bytes.count == 1 && (0x41...0x5A).contains(bytes[0] & 0xDF)
        if modifier == 0 && isLetter { modifier = 2 } else { text.append(0x1D) }
    }

    /// - Parameter isPart: whether the last two characters are a place in a sequence.
    /// - Returns: whether there is any content.
    private mutating func finish(isPart: Bool) -> Bool {
        if isPart {
            func number(_ byte: UInt8) -> Int? {
                switch byte {
                case 0x31...0x39: Int(byte) - 0x30
                case 0x41...0x5A: Int(byte) - 0x41 + 10
                default: nil
                }
            }
            guard bytes.count > 2, let index = number(bytes[bytes.count - 2]),
                let count = number(bytes[bytes.count - 1])
            else { return false }
            part = SequencePart(index: index - 1, count: count, id: "")
            text.removeLast(2)
        }
        text.append(trailer)
        return !bytes.isEmpty
    }
}

extension DotCodeContent {
    /// The codewords that are still to be read.
    fileprivate struct Codewords {
        private let all: [Int]
        private var position = 0

        init(_ all: [Int]) { self.all = all }

        var isAtEnd: Bool { position == all.count }

        mutating func next() -> Int? {
            guard position < all.count else { return nil }
            position += 1
            return all[position - 1]
        }

        /// Takes the next codeword if it is `value`.
        mutating func take(_ value: Int) -> Bool {
            guard position < all.count, all[position] == value else { return false }
            position += 1
            return true
        }

        /// What the next `count` codewords are in `set`; nil if one is not a character.
        mutating func characters(_ count: Int, of set: CodeSet) -> [UInt8]? {
            var bytes: [UInt8] = []
            for _ in 0..<count {
                guard let codeword = next(), let character = set.bytes(codeword) else { return nil }
                bytes += character
            }
            return bytes
        }

        /// The number of an ECI in one codeword or three (5.2.1).
        mutating func eci() -> Int? {
            guard let first = next() else { return nil }
            guard first >= 40 else { return first }
            guard let second = next(), let third = next() else { return nil }
            let number = (first - 40) * 12769 + second * 113 + third + 40
            return number <= 999_999 ? number : nil
        }
    }

    /// The code sets (table 2).
    fileprivate enum CodeSet {
        case a, b
        /// Code set C: two digits in a codeword.
        case digits

        enum Change {
            case latch(CodeSet)
            case shift(CodeSet, count: Int)
            case seventeenTen
        }

        /// "17", six digits, "10": the date of expiry and the identifier of the batch that follows.
        static let seventeenTen = 100

        /// The bytes that `codeword` stands for; nil if it is none.
        func bytes(_ codeword: Int) -> [UInt8]? {
            let value = UInt8(codeword)
            switch (self, codeword) {
            case (.a, 0..<64), (.b, 0..<96): return [value + 32]
            case (.a, 64..<96): return [value - 64]
            case (.b, 96): return [0x0D, 0x0A]
            case (.b, 97): return [0x09]
            case (.b, 98...100): return [value - 98 + 0x1C]
            case (.digits, 0..<100): return [0x30 + value / 10, 0x30 + value % 10]
            default: return nil
            }
        }

        func change(_ codeword: Int) -> Change? {
            switch (self, codeword) {
            case (.a, 96...101): .shift(.b, count: codeword - 95)
            case (.a, 102): .latch(.b)
            case (.b, 101): .shift(.a, count: 1)
            case (.b, 102): .latch(.a)
            case (.a, 103...105), (.b, 103...105): .shift(.digits, count: codeword - 101)
            case (.a, 106), (.b, 106): .latch(.digits)
            case (.digits, 100): .seventeenTen
            case (.digits, 101): .latch(.a)
            case (.digits, 102...105): .shift(.b, count: codeword - 101)
            case (.digits, 106): .latch(.b)
            default: nil
            }
        }
    }

    /// A header that stands for more characters at the start of a message (5.2.1.2).
    fileprivate struct Macro {
        static let start = Array("[)>\u{1E}".utf8)
        /// The two digits of the format; nil if they follow.
        let format: [UInt8]?

        init?(_ codeword: Int) {
            switch codeword {
            case 97: format = Array("05".utf8)
            case 98: format = Array("06".utf8)
            case 99: format = Array("12".utf8)
            case 100: format = nil
            default: return nil
            }
        }
    }

    /// Values of 0 to 258 in groups: codewords are digits to the base of 103 of a number whose digits to the base of 259 they are.
    fileprivate struct BinaryValues {
        static let largestCodeword = 102
        private static let codewordsPerGroup = 6

        private var group: [Int] = []
        /// Bytes, and from 256 on what announces an ECI of one, two or three bytes.
        private var values: [Int] = []

        mutating func append(_ codeword: Int) {
            group.append(codeword)
            if group.count == Self.codewordsPerGroup { _ = flush() }
        }

        mutating func interrupt(with digits: [UInt8]) { values += digits.map(Int.init) }

        /// Ends a group, of which there may be fewer codewords; false for one that holds no value.
        mutating func flush() -> Bool {
            guard !group.isEmpty else { return true }
            guard group.count > 1 else { return false }
            var number = group.reduce(0) { $0 * 103 + $1 }
            var digits: [Int] = []
            for _ in 1..<group.count {
                digits.append(number % 259)
                number /= 259
            }
            values += digits.reversed()
            group = []
            return number == 0
        }

        /// Appends the bytes and the ECIs; false if an ECI has no number.
        func write(to text: inout ContentBytes) -> Bool {
            var index = 0
            while index < values.count {
                let value = values[index]
                index += 1
                guard value > 255 else {
                    text.append(UInt8(value))
                    continue
                }
                let count = value - 255
                guard index + count <= values.count else { return false }
                let eci = values[index..<index + count].reduce(0) { $0 << 8 | $1 }
                guard eci <= 999_999 else { return false }
                text.appendECI(eci)
                index += count
            }
            return true
        }
    }
}
