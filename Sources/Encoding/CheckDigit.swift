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
        let number: [Int] = Array(digits.prefix(6))
        // The last digit says where zeros were left out.
        let last = digits[6]
        let zeros: Int
        let kept: Int
        switch last {
        case 0...2: (kept, zeros) = (3, 4)
        case 3: (kept, zeros) = (4, 5)
        case 4: (kept, zeros) = (5, 5)
        default: (kept, zeros) = (6, 4)
        }
        var result: [Int] = Array(number.prefix(kept))
        if last <= 2 { result.append(last) }
        result += Array(repeating: 0, count: zeros)
        result += number.dropFirst(kept)
        if last >= 5 { result.append(last) }
        return result
    }
}
