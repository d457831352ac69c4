import Formats

/// Finds days as people write them where the order of their parts is beyond doubt: `2026-03-01`, `1.3.2026`, `1 March 2026`,
/// `March 1, 2026`.
enum TextDate {
    /// The day that `bytes` begin with, and how many of them it takes; nil when there is none.
    static func date(_ bytes: ArraySlice<UInt8>) -> (CivilDate, Int)? {
        guard let first = bytes.first else { return nil }
        let found = ASCII.isDigit(first) ? (iso(bytes) ?? dotted(bytes) ?? dayFirst(bytes)) : monthFirst(bytes)
        guard let (date, rest) = found, 1800...2200 ~= date.year else { return nil }
        // Part of a longer number or word.
        if let next = rest.first, ASCII.isDigit(next) || next == UInt8(ascii: "_") { return nil }
        return (date, rest.startIndex - bytes.startIndex)
    }

    private static func iso(_ bytes: ArraySlice<UInt8>) -> (CivilDate, ArraySlice<UInt8>)? {
        let text = bytes.prefix(10)
        let dash = UInt8(ascii: "-")
        guard text.count == 10, text.dropFirst(4).first == dash, text.dropFirst(7).first == dash,
            let year = text.prefix(4).decimal, let month = text.dropFirst(5).prefix(2).decimal,
            let day = text.suffix(2).decimal, let date = CivilDate(year: year, month: month, day: day)
        else { return nil }
        let rest = bytes.dropFirst(10)
        return rest.first == dash ? nil : (date, rest)
    }

    private static func dotted(_ bytes: ArraySlice<UInt8>) -> (CivilDate, ArraySlice<UInt8>)? {
        var rest = bytes
        guard let day = number(&rest, 1...2), rest.popFirst() == UInt8(ascii: ".") else { return nil }
        rest = rest.drop { $0 == 0x20 }
        guard let month = number(&rest, 1...2), rest.popFirst() == UInt8(ascii: ".") else { return nil }
        rest = rest.drop { $0 == 0x20 }
        guard let year = number(&rest, 4...4) else { return nil }
        return CivilDate(year: year, month: month, day: day).map { ($0, rest) }
    }

    private static func dayFirst(_ bytes: ArraySlice<UInt8>) -> (CivilDate, ArraySlice<UInt8>)? {
        var rest = bytes
        guard let day = number(&rest, 1...2) else { return nil }
        rest = withoutOrdinal(rest)
        if rest.first == UInt8(ascii: ".") { rest.removeFirst() }
        guard let month = month(&rest), let year = year(&rest) else { return nil }
        return CivilDate(year: year, month: month, day: day).map { ($0, rest) }
    }

    private static func monthFirst(_ bytes: ArraySlice<UInt8>) -> (CivilDate, ArraySlice<UInt8>)? {
        var rest = bytes
        guard let month = month(&rest) else { return nil }
        rest = rest.drop { $0 == 0x20 }
        guard let day = number(&rest, 1...2) else { return nil }
        rest = withoutOrdinal(rest)
        guard let year = year(&rest) else { return nil }
        return CivilDate(year: year, month: month, day: day).map { ($0, rest) }
    }

    private static func number(_ rest: inout ArraySlice<UInt8>, _ lengths: ClosedRange<Int>) -> Int? {
        let digits = rest.prefix { ASCII.isDigit($0) }
        guard lengths ~= digits.count else { return nil }
        rest = rest[digits.endIndex...]
        return digits.decimal
    }

    private static func year(_ rest: inout ArraySlice<UInt8>) -> Int? {
        var next = rest
        if next.first == UInt8(ascii: ",") { next.removeFirst() }
        next = next.drop { $0 == 0x20 }
        guard let year = number(&next, 4...4) else { return nil }
        rest = next
        return year
    }

    private static func withoutOrdinal(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        rest.after(prefix: "st") ?? rest.after(prefix: "nd") ?? rest.after(prefix: "rd") ?? rest.after(prefix: "th")
            ?? rest
    }

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    /// A month's English name, whole or its first three letters.
    private static func month(_ rest: inout ArraySlice<UInt8>) -> Int? {
        let next = rest.drop { $0 == 0x20 }
        let word = next.prefix(10).prefix { ASCII.isLetter($0) }
        guard 3...9 ~= word.count else { return nil }
        let name = word.text.lowercased()
        guard let index = months.firstIndex(where: { $0 == name || name.utf8.count == 3 && $0.hasPrefix(name) }) else {
            return nil
        }
        rest = next[word.endIndex...]
        if rest.first == UInt8(ascii: ".") { rest.removeFirst() }
        return index + 1
    }
}
