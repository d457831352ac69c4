import Symbols

/// Product numbers as libzint wants them: without the check digit, which it adds.
enum CheckDigit {
    /// `text` without its check digit, if it has one.
    ///
    /// - Parameters:
    ///   - text: digits, `count` of them or one more: the check digit, modulo 10 with weights 3 and 1 from the right.
    ///     After a `+` the digits of an add-on may follow, which stay.
    ///   - expanded: the digits that it is computed of, from `count` digits; default: these.
    /// - Throws: `EncodingError` for anything else, or a check digit that is wrong.
    static func removed(
        from text: String, count: Int, of symbology: Symbology, expanded: ([Int]) -> [Int] = { $0 }
    ) throws(EncodingError) -> String {
        let main = text.utf8.prefix { $0 != UInt8(ascii: "+") }
        let digits = main.compactMap { (0x30...0x39).contains($0) ? Int($0 - 0x30) : nil }
        guard digits.count == main.count, (count...count + 1).contains(digits.count) else {
            throw EncodingError(
                symbology, "it needs \(count) digits, or \(count + 1) with the check digit")
        }
        let number = Array(digits.prefix(count))
        let sum = expanded(number).reversed().enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 3 : 1) }
        let check = (10 - sum % 10) % 10
        guard digits.count == count || digits[count] == check else {
            throw EncodingError(symbology, "its check digit should be \(check)")
        }
        return number.map(String.init).joined() + text.dropFirst(main.count)
    }

    /// The 11 digits of a UPC-A that the 7 of a UPC-E stand for (GS1 General Specifications, 5.2.2.4).
    static func expandedUPCE(_ digits: [Int]) -> [Int] {
        let (system, d) = (digits[0], Array(digits.dropFirst()))
        func zeros(_ count: Int) -> [Int] { Array(repeating: 0, count: count) }
        return switch d[5] {
        case 0...2: [system] + d[0..<2] + [d[5]] + zeros(4) + d[2..<5]
        case 3: [system] + d[0..<3] + zeros(5) + d[3..<5]
        case 4: [system] + d[0..<4] + zeros(5) + [d[4]]
        default: [system] + d[0..<5] + zeros(4) + [d[5]]
        }
    }
}
