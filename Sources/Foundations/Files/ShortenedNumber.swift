extension UserError {
    /// Says that `text` is a number as spreadsheets save a long one that was not marked as text, such as `3.40269E+22`: most of its
    /// digits are gone. nil for every other text.
    package static func shortenedNumber(_ text: some StringProtocol) -> UserError? {
        guard isShortened(Array(text.utf8.prefix(60))) else { return nil }
        return UserError(
            "\(quoted(text)) is a number that a spreadsheet has shortened: format its column as text, and export the table again"
        )
    }

    /// Up to three digits, perhaps more behind a point or comma, `E+` and an exponent; blanks and a sign around them do not count.
    private static func isShortened(_ bytes: [UInt8]) -> Bool {
        // Nearly all texts end here.
        guard bytes.contains(UInt8(ascii: "+")) else { return false }
        var rest = bytes[...]
        func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
        func take(_ isWanted: (UInt8) -> Bool) -> Int {
            let count = rest.prefix(while: isWanted).count
            rest = rest.dropFirst(count)
            return count
        }
        let blanks = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        _ = take(blanks)
        if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
        guard (1...3).contains(take(isDigit)) else { return false }
        if [UInt8(ascii: "."), UInt8(ascii: ",")].contains(rest.first) {
            rest.removeFirst()
            guard take(isDigit) > 0 else { return false }
        }
        guard let exponent = rest.popFirst(), exponent | 0x20 == UInt8(ascii: "e"),
            rest.popFirst() == UInt8(ascii: "+"),
            (1...3).contains(take(isDigit))
        else { return false }
        _ = take(blanks)
        return rest.isEmpty
    }
}
