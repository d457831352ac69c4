import Formats
import Foundation

/// A moment in a file: `2026-11-21T11:52:18.042Z`, `…+02:00`, also with a blank, fewer digits and no zone.
package struct ImportedTime: Hashable {
    /// Milliseconds since 1970.
    package let milliseconds: Int64
    /// Seconds ahead of UTC where a zone is named; nil for UTC itself and for none.
    let offset: Int?

    var date: Date { Timestamp(milliseconds: milliseconds).date }

    /// That moment, in no zone.
    init(_ date: Date) { (milliseconds, offset) = (Timestamp(date).milliseconds, nil) }

    /// The moment that `text` names; nil for none.
    ///
    /// - Parameter calendar: whose local time is meant where no zone is named; default the user's.
    package init?(_ text: String, calendar: Calendar = .current) {
        var reader = Digits(text)
        guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2), reader.skip("-"),
            let day = reader.number(2), let date = CivilDate(year: year, month: month, day: day),
            reader.skip("T") || reader.skip("t") || reader.skip(" "), let hour = reader.number(2), hour < 24,
            reader.skip(":"), let minute = reader.number(2), minute < 60
        else { return nil }
        var (second, fraction) = (0, 0)
        if reader.skip(":") {
            guard let number = reader.number(2), number <= 60 else { return nil }
            // A leap second is the end of the minute before.
            second = min(number, 59)
            if reader.skip(".") || reader.skip(",") {
                guard let thousandths = reader.thousandths() else { return nil }
                fraction = thousandths
            }
        }
        _ = reader.skip(" ")
        let zone = reader.zone()
        guard reader.isAtEnd else { return nil }
        let clock = Clock(day: date, hour: hour, minute: minute, second: second)
        switch zone {
        case .none:
            guard let moment = clock.moment(in: calendar) else { return nil }
            (milliseconds, offset) = (moment + Int64(fraction), nil)
        case .utc: (milliseconds, offset) = (clock.milliseconds + Int64(fraction), nil)
        case .ahead(let seconds):
            (milliseconds, offset) = (clock.milliseconds - Int64(seconds) * 1000 + Int64(fraction), seconds)
        }
    }

    /// What a clock shows, somewhere.
    private struct Clock {
        let day: CivilDate
        let hour: Int
        let minute: Int
        let second: Int

        /// Since 1970 where it shows UTC. A calendar takes some microseconds, which a million rows feel.
        var milliseconds: Int64 { Int64(((day.daysSince1970 * 24 + hour) * 60 + minute) * 60 + second) * 1000 }

        /// Since 1970 where it shows the time of `calendar`.
        func moment(in calendar: Calendar) -> Int64? {
            calendar.date(
                from: DateComponents(
                    year: day.year, month: day.month, day: day.day, hour: hour, minute: minute, second: second)
            ).map { Timestamp($0).milliseconds }
        }
    }

    /// How far a zone such as `+02:00` is ahead, in seconds; nil for what is none.
    static func offset(_ text: String) -> Int? {
        var reader = Digits(text)
        guard case .ahead(let seconds) = reader.zone(), reader.isAtEnd else { return text == "Z" ? 0 : nil }
        return seconds
    }

    private enum Zone {
        case none, utc
        case ahead(Int)
    }

    /// The digits of a text, from its beginning on.
    private struct Digits {
        private var rest: Substring.UTF8View

        init(_ text: String) { rest = Substring(text).utf8 }

        var isAtEnd: Bool { rest.isEmpty }

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: character) else { return false }
            rest.removeFirst()
            return true
        }

        mutating func number(_ count: Int) -> Int? {
            let digits = rest.prefix(count)
            guard digits.count == count, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
            rest.removeFirst(count)
            return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }

        mutating func thousandths() -> Int? {
            let digits = rest.prefix { 0x30...0x39 ~= $0 }
            guard 1...9 ~= digits.count else { return nil }
            rest.removeFirst(digits.count)
            let three = Array(digits.prefix(3)) + Array(repeating: 0x30, count: max(0, 3 - digits.count))
            return three.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }

        mutating func zone() -> Zone {
            if skip("Z") || skip("z") { return .utc }
            let isBehind = rest.first == UInt8(ascii: "-")
            guard skip("+") || skip("-"), let hours = number(2), hours < 24 else { return .none }
            _ = skip(":")
            let minutes = number(2) ?? 0
            guard minutes < 60 else { return .none }
            return .ahead((isBehind ? -1 : 1) * (hours * 3600 + minutes * 60))
        }
    }
}
