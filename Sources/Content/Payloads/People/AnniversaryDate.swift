import Formats

/// The date of a birthday or an anniversary, of which parts may be missing: `19800101`, `1980-01-01T10:22:00Z`, `--0415`,
/// `1980-01` (RFC 6350, 4.3).
struct AnniversaryDate {
    /// `1980-01-01`, `1980-01-01 10:22 UTC`, `1980-01`, and `04-15` of any year.
    let text: String
    /// What is to be said of it; nil as a rule.
    let note: Note?

    /// Text that is not a date stays as it is: some write `circa 1800`.
    init(_ written: String) {
        let (day, time) = written.utf8Slice.trimmed.cut(at: UInt8(ascii: "T"))
        let dash = UInt8(ascii: "-")
        if let (date, hasYear) = Self.date(day), let clock = time.map(Self.clock) ?? "" {
            text = (hasYear ? date.description : String(date.description.suffix(5))) + clock
            note = hasYear ? nil : .withoutAYear
            return
        }
        text = written
        let looksLikeOne = !day.isEmpty && day.allSatisfy { ASCII.isDigit($0) || $0 == dash }
        note = looksLikeOne && !Self.isMonthOrYear(day) ? .notADate : nil
    }

    /// A day, and whether its year is told: Apple writes 1604 for none (`X-APPLE-OMIT-YEAR`).
    private static func date(_ bytes: ArraySlice<UInt8>) -> (CivilDate, hasYear: Bool)? {
        let digits = ArraySlice(bytes.filter { $0 != UInt8(ascii: "-") })
        if digits.count == 4, let rest = bytes.after(prefix: "--"), isDay(rest, [2, 2]) {
            return CivilDate(digits: ArraySlice("2000".utf8) + digits).map { ($0, false) }
        }
        guard digits.count == 8, isDay(bytes, [4, 2, 2]), let date = CivilDate(digits: digits) else { return nil }
        return (date, date.year != 1604)
    }

    /// Whether `bytes` are digits without dashes, or with one between numbers of these lengths.
    private static func isDay(_ bytes: ArraySlice<UInt8>, _ lengths: [Int]) -> Bool {
        let parts = bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).map(\.count)
        return parts == lengths || parts == [lengths.reduce(0, +)]
    }

    /// `1980`, `1980-01`, `--04` and `---15` stay as they are.
    private static func isMonthOrYear(_ bytes: ArraySlice<UInt8>) -> Bool {
        if let day = bytes.after(prefix: "---") { return day.count == 2 && 1...31 ~= day.decimal ?? 0 }
        if let month = bytes.after(prefix: "--") { return month.count == 2 && 1...12 ~= month.decimal ?? 0 }
        let (year, month) = bytes.cut(at: UInt8(ascii: "-"))
        guard year.count == 4, year.allSatisfy(ASCII.isDigit) else { return false }
        return month.map { $0.count == 2 && 1...12 ~= $0.decimal ?? 0 } ?? true
    }

    /// ` 10:22 UTC` from `102200Z`, ` 14:30 -05:00` from `1430-0500`; empty for midnight, which stands for no time; nil for
    /// none.
    private static func clock(_ bytes: ArraySlice<UInt8>) -> String? {
        let end = bytes.firstIndex { "Zz+-".utf8.contains($0) } ?? bytes.endIndex
        // Fractions of a second say nothing here.
        let digits = bytes[..<end].cut(at: UInt8(ascii: ".")).head.filter { $0 != UInt8(ascii: ":") }
        guard [2, 4, 6].contains(digits.count), let number = digits[...].decimal else { return nil }
        let seconds = digits.count == 6 ? number % 100 : 0
        let minutes = digits.count == 2 ? 0 : digits.count == 4 ? number % 100 : number / 100 % 100
        let hours = digits.count == 2 ? number : digits.count == 4 ? number / 100 : number / 10_000
        guard hours < 24, minutes < 60, seconds <= 60 else { return nil }
        if number == 0 { return "" }
        let shown = [hours, minutes, seconds].prefix(seconds == 0 ? 2 : 3).map { $0.padded(to: 2) }
        return " " + shown.joined(separator: ":") + (zone(bytes[end...]).map { " " + $0 } ?? "")
    }

    private static func zone(_ bytes: ArraySlice<UInt8>) -> String? {
        guard let sign = bytes.first else { return nil }
        let digits = bytes.dropFirst().filter { $0 != UInt8(ascii: ":") }
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return "UTC" }
        guard digits.count == 4 else { return bytes.text }
        return String(decoding: [sign] + digits[..<2] + [UInt8(ascii: ":")] + digits[2...], as: UTF8.self)
    }
}
