import struct Foundation.Date

/// A time in UTC with a resolution of one millisecond, as stored in the history and printed.
package struct Timestamp: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
    /// Milliseconds since 1970-01-01T00:00:00Z, within the years 0 to 9999.
    package let milliseconds: Int64

    private static let range: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

    /// - Parameter milliseconds: since 1970-01-01T00:00:00Z; clamped to the years 0 to 9999.
    package init(milliseconds: Int64) {
        self.milliseconds = min(max(milliseconds, Self.range.lowerBound), Self.range.upperBound)
    }

    private enum CodingKeys: CodingKey { case milliseconds }

    /// Clamped as well: it may come from anywhere.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(milliseconds: try values.decode(Int64.self, forKey: .milliseconds))
    }

    /// Rounds `date` to the nearest millisecond; a date that is not a number becomes 1970-01-01.
    package init(_ date: Date) {
        let exact = (date.timeIntervalSince1970 * 1000).rounded()
        let bounded = min(max(exact, Double(Self.range.lowerBound)), Double(Self.range.upperBound))
        self.init(milliseconds: exact.isNaN ? 0 : Int64(bounded))
    }

    package var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

    /// ISO 8601 with milliseconds: `2026-11-21T11:52:18.042Z`.
    package var description: String {
        let ((year, month, dayOfMonth), rest) = civilDay
        let time = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60].map { $0.padded(to: 2) }
        return "\(year.padded(to: 4))-\(month.padded(to: 2))-\(dayOfMonth.padded(to: 2))T"
            + time.joined(separator: ":") + ".\((rest % 1000).padded(to: 3))Z"
    }

    /// `2026-11-21`, in UTC.
    package var day: String { String(description.prefix(10)) }

    /// How far local time is ahead of UTC, as ISO 8601 has it: `+02:00`.
    ///
    /// - Parameter offset: in seconds; a part of a minute is left out.
    package static func zone(_ offset: Int) -> String {
        let minutes = abs(offset) / 60
        return "\(offset < 0 ? "-" : "+")\((minutes / 60).padded(to: 2)):\((minutes % 60).padded(to: 2))"
    }

    /// The date in UTC, and the milliseconds of that day that have passed.
    package var civilDay: (date: (year: Int64, month: Int64, day: Int64), rest: Int64) {
        let day = milliseconds.flooredQuotient(86_400_000)
        return (Self.civil(daysSince1970: day), milliseconds - day * 86_400_000)
    }

    /// Earlier timestamps are less than later ones.
    package static func < (a: Timestamp, b: Timestamp) -> Bool { a.milliseconds < b.milliseconds }

    /// The proleptic Gregorian date, computed in eras of 400 years. Years begin on 1 March, so that the leap day comes last
    /// (H. Hinnant, "chrono-Compatible Low-Level Date Algorithms").
    private static func civil(daysSince1970: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = daysSince1970 + 719_468
        let era = shifted.flooredQuotient(146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}

extension Int64 {
    fileprivate func flooredQuotient(_ divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
