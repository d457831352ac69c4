/// Product numbers in the form that libzint expects: without the check digit, which libzint computes itself.
enum CheckDigit {
    /// Returns `text` without its check digit, after verifying it.
    ///
    /// - Parameters:
    ///   - text: `count` digits, optionally followed by the check digit (modulo 10, weights 3 and 1 from the right). An
    ///     add-on may follow after `+` and is kept.
    ///   - expanded: maps the `count` digits to those that the check digit is computed from; the same digits by default.
    /// - Throws: `ContentError` for any other text, or a wrong check digit.
    static func removed(
        from text: String, count: Int, expanded: ([Int]) -> [Int] = { $0 }
    ) throws(ContentError) -> String {
        let main = text.utf8.prefix { $0 != UInt8(ascii: "+") }
        let digits = main.compactMap { (0x30...0x39).contains($0) ? Int($0 - 0x30) : nil }
        guard digits.count == main.count, (count...count + 1).contains(digits.count) else {
            throw ContentError("it needs \(count) digits, or \(count + 1) with the check digit")
        }
        let number = Array(digits.prefix(count))
        let check = modulo10(expanded(number))
        guard digits.count == count || digits[count] == check else {
            throw ContentError("the check digit should be \(check)", .mistake)
        }
        return number.map(String.init).joined() + (try addOn(text.utf8.dropFirst(main.count)))
    }

    /// The check digit of products: weights 3 and 1 from the right, to a multiple of ten.
    static func modulo10(_ digits: [Int]) -> Int {
        let sum = digits.reversed().enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 3 : 1) }
        return (10 - sum % 10) % 10
    }

    /// `+` and two or five digits, or nothing.
    private static func addOn(_ rest: Substring.UTF8View) throws(ContentError) -> String {
        guard let plus = rest.first else { return "" }
        let digits = rest.dropFirst()
        guard plus == UInt8(ascii: "+"), [2, 5].contains(digits.count),
            digits.allSatisfy({ (0x30...0x39).contains($0) })
        else { throw ContentError("an add-on after + needs 2 or 5 digits") }
        return String(decoding: rest, as: UTF8.self)
    }

    /// Expands the 7 digits of a UPC-E to the 11 of its UPC-A (GS1 General Specifications, 5.2.2.4).
    static func expandedUPCE(_ digits: [Int]) -> [Int] {
        let number: [Int] = Array(digits.prefix(6))
        // The last digit encodes where zeros were suppressed.
        let last = digits[6]
        let zeros: Int
        let leading: Int
        switch last {
        case 0...2: (leading, zeros) = (3, 4)
        case 3: (leading, zeros) = (4, 5)
        case 4: (leading, zeros) = (5, 5)
        default: (leading, zeros) = (6, 4)
        }
        var result: [Int] = Array(number.prefix(leading))
        if last <= 2 { result.append(last) }
        result += Array(repeating: 0, count: zeros)
        result += number.dropFirst(leading)
        if last >= 5 { result.append(last) }
        return result
    }
}
