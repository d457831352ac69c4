/// Japan Post's customer barcode: a postcode of 7 digits and 13 characters of an address, three bars each, and a check character.
enum JapanPost {
    /// The bars by their states: 1 reaches up and down, 2 up, 3 down, 4 neither.
    private static let patterns = [
        "144", "114", "132", "312", "123", "141", "321", "213", "231", "411", "414", "324", "342", "234", "432", "243",
        "423",
        "441", "111",
    ].map(Array.init)

    /// The postcode and the address, which may hold hyphens and letters.
    static func characters(of bars: [PostalBar]) -> [UInt8]? {
        let states = bars.map { bar -> Character in
            switch (bar.ascends, bar.descends) {
            case (true, true): "1"
            case (true, false): "2"
            case (false, true): "3"
            case (false, false): "4"
            }
        }
        guard states.count == 67, states.prefix(2) == ["1", "3"], states.suffix(2) == ["3", "1"] else { return nil }
        // Values: 0 to 9 the digits, 10 the hyphen, 11 to 18 the control codes 1 to 8.
        var values = [Int]()
        for start in stride(from: 2, to: 65, by: 3) {
            guard let value = patterns.firstIndex(of: Array(states[start..<start + 3])) else { return nil }
            values.append(value)
        }
        guard values.reduce(0, +) % 19 == 0 else { return nil }
        return text(of: values.dropLast())
    }

    /// Letters are a control code and a digit; control code 4 fills what is left.
    private static func text(of values: ArraySlice<Int>) -> [UInt8]? {
        var (text, rest) = ([UInt8](), values)
        while let value = rest.popFirst() {
            switch value {
            case 0...9: text.append(UInt8(0x30 + value))
            case 10: text.append(UInt8(ascii: "-"))
            case 11...13:
                // A letter whose digit had no room was left out.
                guard let digit = rest.popFirst() else { break }
                let letter = (value - 11) * 10 + digit
                guard digit < 10, letter < 26 else { return nil }
                text.append(UInt8(ascii: "A") + UInt8(letter))
            case 14: guard rest.allSatisfy({ $0 == 14 }) else { return nil }
            default: return nil
            }
        }
        return text.prefix(7).count == 7 && text.prefix(7).allSatisfy { $0 < 0x3A } ? text : nil
    }
}
