import Formats
import Foundation
import Payloads

/// When an event is: its lines in a calendar.
///
/// A time of a place is written in UTC: in local time it would need the rules of its zone in the code, four times as long.
struct EventTimes {
    /// `DTSTART` and, if it is given, `DTEND`.
    let lines: [String]
    /// What stands as the time of its making: its start, as if by UTC.
    let stamp: String

    init(_ entries: Entries) throws(FormError) {
        var start = try Self.time(entries["start"], field: "start")
        if entries.isChecked("all-day") { start.seconds = nil }
        let zone = try Self.zone(entries["time-zone"])
        if start.seconds != nil { start = try Self.moment(start, in: zone, field: "start") }
        var lines = [Self.line("DTSTART", start)]
        if !entries["end"].isEmpty {
            lines.append(Self.line("DTEND", try Self.end(entries, start: start, zone: zone)))
        }
        self.lines = lines
        stamp = Self.digits(start.date) + "T" + Self.clock(start.seconds ?? 0) + "Z"
    }

    private static func end(
        _ entries: Entries, start: CalendarTime, zone: TimeZone?
    ) throws(FormError) -> CalendarTime {
        let typed = entries["end"]
        // A time alone is one of the day on which it begins.
        let isTimeOnly = typed.utf8.count <= 8 && typed.contains(":")
        var end = try time(isTimeOnly ? "\(entries["start"].prefix(10)) \(typed)" : typed, field: "end")
        if start.seconds == nil {
            end.seconds = nil
            guard end.date >= start.date else { throw FormError("end", "it ends before it begins: correct the day") }
            // The end of whole days is the day after the last (RFC 5545, 3.6.1).
            guard let next = end.adding(86_400) else { throw FormError("end", "enter a day before 9999-12-31") }
            return next
        }
        guard end.seconds != nil else {
            throw FormError("end", "enter its time too, such as 20:30, or choose whole days")
        }
        end = try moment(end, in: zone, field: "end")
        guard start.isBefore(end) else { throw FormError("end", "it ends before it begins: correct the time") }
        return end
    }

    private static func time(_ typed: String, field: String) throws(FormError) -> CalendarTime {
        let bytes = Array(typed.utf8)
        // The first ten are a day, and nothing shorter is one of a clock.
        guard bytes.count >= 8, bytes.count <= 25,
            let time = CalendarTime(ArraySlice(typed.replacing(" ", with: "T", maxReplacements: 1).utf8))
        else {
            throw FormError(field, "enter the day, and the time if there is one, such as 2026-12-24 18:30")
        }
        return time
    }

    private static func zone(_ typed: String) throws(FormError) -> TimeZone? {
        if typed.isEmpty { return nil }
        guard typed.utf8.count <= 64, let zone = TimeZone(identifier: typed.uppercased() == "Z" ? "UTC" : typed) else {
            throw FormError("time-zone", "there is no such time zone: enter UTC, or a place such as Europe/Berlin")
        }
        return zone
    }

    /// The time in UTC; as it is where no zone is given.
    private static func moment(
        _ time: CalendarTime, in zone: TimeZone?, field: String
    ) throws(FormError) -> CalendarTime {
        guard let zone, time.zone != .utc, let clock = time.seconds else { return time }
        let local = Double(time.date.daysSince1970 * 86_400 + clock)
        // By the offset of that moment, which is not known before it is.
        var offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: local))
        offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: local - Double(offset)))
        guard zone.secondsFromGMT(for: Date(timeIntervalSince1970: local - Double(offset))) == offset else {
            throw FormError(field, "clocks skip this time in \(zone.identifier): enter another")
        }
        guard var moment = time.adding(-offset) else { throw FormError(field, "enter a day before 9999-12-31") }
        moment.zone = .utc
        return moment
    }

    private static func line(_ name: String, _ time: CalendarTime) -> String {
        guard let seconds = time.seconds else { return "\(name);VALUE=DATE:\(digits(time.date))" }
        return "\(name):\(digits(time.date))T\(clock(seconds))" + (time.zone == .utc ? "Z" : "")
    }

    private static func digits(_ date: CivilDate) -> String { date.description.withoutGrouping }

    private static func clock(_ seconds: Int) -> String {
        [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0.padded(to: 2) }.joined()
    }
}
