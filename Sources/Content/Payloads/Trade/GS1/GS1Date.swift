import Formats

/// A date of six digits (YYMMDD).
struct GS1Date {
    /// The day; the last one of the month where the digits tell none (00).
    let date: CivilDate
    /// Whether a day is told.
    let hasDay: Bool

    /// Nil for a date that there is not.
    init?(_ digits: ArraySlice<UInt8>, today: CivilDate) {
        guard digits.count == 6, let number = digits.decimal else { return nil }
        let year = Self.year(number / 10_000, today: today)
        let month = number / 100 % 100
        guard 1...12 ~= month else { return nil }
        hasDay = number % 100 != 0
        let day = hasDay ? number % 100 : CivilDate.length(ofMonth: month, in: year)
        guard let date = CivilDate(year: year, month: month, day: day) else { return nil }
        self.date = date
    }

    /// The year that two digits mean: the one within 50 years before and 49 after today (GS1 General Specifications 7.12).
    static func year(_ digits: Int, today: CivilDate) -> Int {
        let century = today.year / 100 * 100
        let difference = digits - today.year % 100
        if difference >= 51 { return century - 100 + digits }
        if difference <= -50 { return century + 100 + digits }
        return century + digits
    }

    /// `2027-01-31`, or `2027-01` where no day is told.
    var text: String { hasDay ? date.description : String(date.description.prefix(7)) }
}

extension Note {
    /// What is said today of the last day on which something may be used.
    static func expiry(_ date: CivilDate, _ today: CivilDate) -> Note {
        if date == today { return .expiresToday }
        let distance = date.distance(from: today)
        return date < today ? .expired(date, ago: distance) : .expires(in: distance)
    }
}

extension CivilDate {
    /// How far it is from `today`, without a direction; at least a day.
    func distance(from today: CivilDate) -> Distance {
        let days = abs(daysSince1970 - today.daysSince1970)
        if days < 60 { return .days(max(1, days)) }
        let (earlier, later) = self < today ? (self, today) : (today, self)
        let months =
            (later.year - earlier.year) * 12 + later.month - earlier.month - (later.day < earlier.day ? 1 : 0)
        return months < 24 ? .months(months) : .years(months / 12)
    }
}
