import Symbols

/// The element string in the component of a GS1 Composite symbol (ISO/IEC 24723, 5.3).
enum ComponentContent {
    /// The element string that the codewords of a CC-A component say: groups of seven, each a number of base 928 that
    /// is 69 bits.
    ///
    /// - Returns: nil if they say none.
    static func elements(ofComponentA codewords: some Collection<Int>) -> [UInt8]? {
        var bits: [Bool] = []
        var rest = codewords[...]
        while !rest.isEmpty {
            let group = rest.prefix(7)
            rest = rest.dropFirst(7)
            let count = bitCounts[group.count]
            var (high, low) = (UInt64(0), UInt64(0))
            for codeword in group {
                // 928⁷ has 70 bits.
                let product = low.multipliedFullWidth(by: 928)
                let (sum, carries) = product.low.addingReportingOverflow(UInt64(codeword))
                (high, low) = (high &* 928 &+ product.high &+ (carries ? 1 : 0), sum)
            }
            guard count >= 64 ? high >> UInt64(count - 64) == 0 : high == 0 && low >> UInt64(count) == 0 else {
                return nil
            }
            for place in (0..<count).reversed() {
                let word = place >= 64 ? high : low
                bits.append(word >> UInt64(place % 64) & 1 == 1)
            }
        }
        return elements(ofBits: bits)
    }

    /// How many bits groups of 0 to 7 codewords hold.
    private static let bitCounts = [0, 9, 19, 29, 39, 49, 59, 69]

    /// The element string that the bytes of a CC-B or CC-C component say; nil if they say none.
    static func elements(ofBytes bytes: [UInt8]) -> [UInt8]? {
        elements(ofBits: bytes.flatMap { byte in (0..<8).reversed().map { byte >> $0 & 1 == 1 } })
    }

    /// The same of bits.
    static func elements(ofBits bits: [Bool]) -> [UInt8]? {
        var reader = BitReader(bits)
        guard let isSpecial = reader.read(1) else { return nil }
        let elements: [UInt8]? =
            if isSpecial == 0 {
                GeneralPurposeField.elements(&reader)
            } else if reader.read(1) == 0 {
                dateAndLot(&reader)
            } else {
                identifier90(&reader)
            }
        guard let elements, isPlausible(elements) else { return nil }
        return elements
    }

    /// Whether each element begins with an identifier that there is and has a value of its length: the bytes of other PDF417 symbols
    /// hardly ever do.
    private static func isPlausible(_ string: [UInt8]) -> Bool {
        let elements = GS1ElementLength.elements(of: string)
        return !elements.isEmpty && elements.allSatisfy { isPlausible($0.bytes, isPredefined: $0.isPredefined) }
    }

    private static func isPlausible(_ element: ArraySlice<UInt8>, isPredefined: Bool) -> Bool {
        func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
        guard element.count > 2, element.prefix(2).allSatisfy(isDigit) else { return false }
        let number = element.prefix(2).reduce(0) { $0 * 10 + Int($1) - 0x30 }
        if isPredefined {
            return element.count == GS1ElementLength.predefined(startingWith: number) && element.allSatisfy(isDigit)
        }
        return maximumLengths.contains { $0.numbers.contains(number) && element.count <= $0.length }
    }

    /// The first two digits of the identifiers whose elements FNC1 ends, and how long these are at most, their identifier included
    /// (GS1 General Specifications, 3.2).
    private static let maximumLengths: [(numbers: ClosedRange<Int>, length: Int)] = [
        (10...10, 22), (21...22, 22), (23...25, 34), (30...30, 10), (37...37, 10), (39...39, 22), (40...40, 33),
        (42...43, 74), (70...72, 94), (80...82, 94), (90...90, 32), (91...99, 92),
    ]

    /// A date of production (11) or expiry (17), or none, then a lot (10) whose identifier is left out, and more.
    private static func dateAndLot(_ reader: inout BitReader) -> [UInt8]? {
        let lot = Array("10".utf8)
        if reader.take(2, ifEqual: 3) {
            return GeneralPurposeField.elements(&reader).map { lot + $0 }
        }
        guard let date = reader.read(16), date < 100 * 384, let isExpiry = reader.read(1) else { return nil }
        let (year, month, day) = (date / 384, date % 384 / 32 + 1, date % 32)
        var text = Array((isExpiry == 1 ? "17" : "11").utf8)
        for part in [year, month, day] { text += [UInt8(0x30 + part / 10), UInt8(0x30 + part % 10)] }
        guard let rest = GeneralPurposeField.elements(&reader) else { return nil }
        if rest.isEmpty { return text }
        // FNC1 instead of the lot.
        return rest.first == GS1ElementLength.separator ? text + rest.dropFirst() : text + lot + rest
    }

    /// The identifier 90, whose value begins with up to three digits and a letter, and more.
    private static func identifier90(_ reader: inout BitReader) -> [UInt8]? {
        // 0 alphanumeric; 10 numeric; 11 letters.
        guard let isOther = reader.read(1), let isLetters = isOther == 1 ? reader.read(1) : 0,
            let isKnown = reader.read(1)
        else { return nil }
        // The identifier that follows, which is left out.
        var next = ""
        if isKnown == 1 {
            guard let is8004 = reader.read(1) else { return nil }
            next = is8004 == 1 ? "8004" : "21"
        }
        guard var number = reader.read(5) else { return nil }
        let letter: UInt8
        if number == 31 {
            guard let larger = reader.read(10), let place = reader.read(5), larger < 1000, place < 26 else {
                return nil
            }
            (number, letter) = (larger, UInt8(0x41 + place))
        } else {
            guard let place = reader.read(4) else { return nil }
            letter = Array("BDHIJKLNPQRSTVWZ".utf8)[place]
        }
        var text = Array("90\(number == 0 ? "" : String(number))".utf8) + [letter]
        let separator = GS1ElementLength.separator
        if isLetters == 1 {
            guard let letters = Self.letters(&reader) else { return nil }
            text += letters
            guard let rest = GeneralPurposeField.elements(&reader) else { return nil }
            return rest.isEmpty ? text : text + [separator] + next.utf8 + rest
        }
        let mode: GeneralPurposeField.Mode = isOther == 0 ? .alphanumeric : .numeric
        guard let rest = GeneralPurposeField.elements(&reader, startingIn: mode) else { return nil }
        text += rest
        guard !next.isEmpty, let end = text.firstIndex(of: separator) else { return text }
        return text[...end] + Array(next.utf8) + text[(end + 1)...]
    }

    /// Letters of five bits and digits of six, up to FNC1 of five or the end.
    private static func letters(_ reader: inout BitReader) -> [UInt8]? {
        var text: [UInt8] = []
        while let five = reader.peek(5) {
            switch five {
            case 0..<26:
                _ = reader.read(5)
                text.append(UInt8(0x41 + five))
            case 31:
                _ = reader.read(5)
                return text
            default:
                guard let six = reader.read(6), (52...61).contains(six) else { return nil }
                text.append(UInt8(0x30 + six - 52))
            }
        }
        // What is left of FNC1.
        _ = reader.read(reader.left)
        return text
    }
}
