import Formats

/// A day, or a time of a day, as calendars write it (RFC 5545, 3.3.4 and 3.3.5).
package struct CalendarTime: Hashable, Sendable {
    /// What the hour is counted by.
    package enum Zone: Hashable, Sendable {
        /// The day's time wherever one is.
        case floating
        case utc
        /// By the rules of a place, such as `Europe/Berlin`.
        case named(String)
    }

    package var date: CivilDate
    /// Seconds since midnight, below 86400; nil for a whole day.
    package var seconds: Int?
    package var zone: Zone

    /// Reads `20080504`, `20080504T123456` and `20080504T123456Z`; nil for anything else, and days that there are not.
    package init?(_ raw: ArraySlice<UInt8>, zone name: String? = nil) {
        var bytes = raw.trimmed
        zone = name.map { .named($0) } ?? .floating
        if bytes.last.map({ $0 | 0x20 == UInt8(ascii: "z") }) == true {
            bytes.removeLast()
            zone = .utc
        }
        // ISO 8601's extended form is common, too.
        bytes = ArraySlice(bytes.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ":") })
        guard let date = CivilDate(digits: bytes.prefix(8)) else { return nil }
        self.date = date
        let rest = bytes.dropFirst(8)
        if rest.isEmpty {
            guard zone != .utc else { return nil }
            seconds = nil
            zone = .floating
            return
        }
        let time = rest.dropFirst()
        guard rest.first.map({ $0 | 0x20 == UInt8(ascii: "t") }) == true, time.count == 6 || time.count == 4,
            let hour = time.prefix(2).decimal, let minute = time.dropFirst(2).prefix(2).decimal,
            let second = time.count == 6 ? time.suffix(2).decimal : 0, hour < 24, minute < 60, second <= 60
        else { return nil }
        // A leap second is shown as the one before.
        seconds = hour * 3600 + minute * 60 + min(second, 59)
    }

    private init(date: CivilDate, seconds: Int?, zone: Zone) {
        (self.date, self.seconds, self.zone) = (date, seconds, zone)
    }

    /// The time `duration` seconds later, by the same clock; nil beyond the year 9999.
    package func adding(_ duration: Int) -> CalendarTime? {
        let (total, overflow) = (seconds ?? 0).addingReportingOverflow(duration)
        guard !overflow else { return nil }
        let rest = total % 86_400
        let days = total / 86_400 - (rest < 0 ? 1 : 0)
        guard abs(days) < 4_000_000, let date = CivilDate(daysSince1970: date.daysSince1970 + days) else { return nil }
        let isDay = seconds == nil && rest == 0
        return CalendarTime(date: date, seconds: isDay ? nil : (rest + 86_400) % 86_400, zone: zone)
    }

    /// `2008-05-04`, `2008-05-04 12:34 UTC`, `2008-05-04 12:34:56 Europe/Berlin`, `2008-05-04 12:34` (local time).
    var text: String {
        guard let seconds else { return date.description }
        let text = "\(date) \(Self.clock(seconds).dropLast(seconds % 60 == 0 ? 3 : 0))"
        switch zone {
        case .floating: return text
        case .utc: return text + " UTC"
        case .named(let name): return text + " " + name.singleLine(limit: 60)
        }
    }

    /// ISO 8601: `2008-05-04T12:34:56Z`; the zone's name is a field of its own.
    var isoText: String {
        guard let seconds else { return date.description }
        return "\(date)T\(Self.clock(seconds))" + (zone == .utc ? "Z" : "")
    }

    private static func clock(_ seconds: Int) -> String {
        [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0.padded(to: 2) }.joined(separator: ":")
    }

    /// Whether it is certainly before `other`: both by the same clock.
    package func isBefore(_ other: CalendarTime) -> Bool {
        guard zone == other.zone || seconds == nil || other.seconds == nil else {
            return date.daysSince1970 + 1 < other.date.daysSince1970
        }
        return (date, seconds ?? 0) < (other.date, other.seconds ?? 0)
    }
}

/// A length of time: `PT1H30M`, `P1W`, `-P1DT2H` (RFC 5545, 3.3.6).
struct CalendarDuration: Hashable, Sendable {
    /// In seconds; a day has 86400.
    let seconds: Int

    /// Returns nil for anything else, and for more than a hundred thousand days.
    init?(_ raw: ArraySlice<UInt8>) {
        var bytes = raw.trimmed
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative || bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
        guard bytes.count <= 40, bytes.popFirst() == UInt8(ascii: "P"), !bytes.isEmpty else { return nil }
        var (total, number, isTime, hasPart) = (0, [UInt8](), false, false)
        for byte in bytes {
            if ASCII.isDigit(byte) {
                number.append(byte)
                continue
            }
            if byte == UInt8(ascii: "T"), !isTime, number.isEmpty {
                isTime = true
                continue
            }
            let units: [Unicode.Scalar: Int] = isTime ? ["H": 3600, "M": 60, "S": 1] : ["W": 604_800, "D": 86_400]
            guard let unit = units[Unicode.Scalar(byte)], number.count <= 9, let value = number[...].decimal else {
                return nil
            }
            total += value * unit
            number = []
            hasPart = true
        }
        guard number.isEmpty, hasPart, total <= 8_640_000_000 else { return nil }
        seconds = isNegative ? -total : total
    }

    /// `1 d 2 h 30 min`.
    var text: String {
        let value = abs(seconds)
        let parts = [(value / 86_400, "d"), (value / 3600 % 24, "h"), (value / 60 % 60, "min"), (value % 60, "s")]
        let shown = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
        return (seconds < 0 ? "−" : "") + (shown.isEmpty ? "0 s" : shown)
    }
}

extension CivilDate {
    /// The day that eight digits are, year, month and day; nil for anything else.
    package init?(digits: ArraySlice<UInt8>) {
        guard digits.count == 8, let number = digits.decimal else { return nil }
        self.init(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    }

    /// The day that many days after 1970-01-01; nil beyond the years 0 to 9999 (Howard Hinnant, chrono-Compatible Low-Level Date
    /// Algorithms).
    package init?(daysSince1970 days: Int) {
        guard -719_528...2_932_896 ~= days else { return nil }
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        self.init(
            year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}
