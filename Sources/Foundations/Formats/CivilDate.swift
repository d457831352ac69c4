import Foundation

/// A day of the Gregorian calendar.
package struct CivilDate: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The year, 0–9999.
    package let year: Int
    /// The month, 1–12.
    package let month: Int
    /// The day, 1–31.
    package let day: Int

    /// Nil for a day that there is not.
    package init?(year: Int, month: Int, day: Int) {
        guard 0...9999 ~= year, 1...12 ~= month, day >= 1, day <= Self.length(ofMonth: month, in: year) else {
            return nil
        }
        (self.year, self.month, self.day) = (year, month, day)
    }

    private init(unchecked year: Int, _ month: Int, _ day: Int) {
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// The current day, by the user's time zone.
    package static var today: CivilDate { today(at: Date()) }

    /// The day of a moment, by the user's time zone.
    package static func today(at moment: Date) -> CivilDate {
        let parts = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: moment)
        return CivilDate(unchecked: parts.year ?? 2000, parts.month ?? 1, parts.day ?? 1)
    }

    /// How many days a month has.
    package static func length(ofMonth month: Int, in year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// Days since 1970-01-01 (Howard Hinnant, chrono-Compatible Low-Level Date Algorithms).
    package var daysSince1970: Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// `2026-03-01`.
    package var description: String { "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))" }

    /// Earlier days are less than later ones.
    package static func < (a: CivilDate, b: CivilDate) -> Bool {
        (a.year, a.month, a.day) < (b.year, b.month, b.day)
    }
}
