import Formats
import Foundation

/// Days and moments as people write them: `2026-11-20`, `2026-11`, `2026`, `2026-11-20T14:30`, `today`, `yesterday`, `monday` (the
/// last one), `3d` (three days ago), `2h`, `30m`, `2w`.
struct MomentParser: Sendable {
    let now: Date
    let calendar: Calendar

    /// From the beginning of what `text` names to its end; nil for what is none. Of a moment ago both are that moment.
    func range(_ text: String) -> Range<Date>? {
        let text = text.lowercased()
        return named(text) ?? ago(text) ?? date(text)
    }

    private func day(_ date: Date) -> Range<Date>? {
        let start = calendar.startOfDay(for: date)
        return calendar.date(byAdding: .day, value: 1, to: start).map { start..<$0 }
    }

    private func named(_ text: String) -> Range<Date>? {
        if text == "now" { return now..<now }
        if text == "today" { return day(now) }
        if text == "yesterday" { return calendar.date(byAdding: .day, value: -1, to: now).flatMap(day) }
        let names = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
        guard text.count >= 3, let wanted = names.firstIndex(where: { $0.hasPrefix(text) }) else { return nil }
        let back = (calendar.component(.weekday, from: now) - 1 - wanted + 7) % 7
        return calendar.date(byAdding: .day, value: -back, to: now).flatMap(day)
    }

    private func ago(_ text: String) -> Range<Date>? {
        guard let unit = text.last, let count = Int(text.dropLast()), 0...1_000_000 ~= count else { return nil }
        let moment: Date?
        switch unit {
        case "m": moment = now - Double(count) * 60
        case "h": moment = now - Double(count) * 3600
        case "d": moment = calendar.date(byAdding: .day, value: -count, to: now)
        case "w": moment = calendar.date(byAdding: .day, value: -7 * count, to: now)
        default: moment = nil
        }
        return moment.map { $0..<$0 }
    }

    /// A year, month, day or minute.
    private func date(_ text: String) -> Range<Date>? {
        let halves = text.split(separator: "t", maxSplits: 1, omittingEmptySubsequences: false)
        let numbers = halves[0].split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard 1...3 ~= numbers.count, halves[0].first != "-", let year = numbers[0], 1000...9999 ~= year else {
            return nil
        }
        var parts = DateComponents(year: year, month: 1, day: 1)
        var unit = Calendar.Component.year
        if numbers.count > 1 {
            guard let month = numbers[1], 1...12 ~= month else { return nil }
            (parts.month, unit) = (month, .month)
        }
        if numbers.count > 2 {
            guard let day = numbers[2], CivilDate(year: year, month: parts.month ?? 1, day: day) != nil else {
                return nil
            }
            (parts.day, unit) = (day, .day)
        }
        if halves.count > 1 {
            let time = halves[1].split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
            guard numbers.count == 3, 1...3 ~= time.count else { return nil }
            let clock: [(Calendar.Component, Int)] = [(.hour, 24), (.minute, 60), (.second, 60)]
            for (number, (component, count)) in zip(time, clock) {
                guard let number, 0..<count ~= number else { return nil }
                parts.setValue(number, for: component)
                unit = component
            }
        }
        guard let start = calendar.date(from: parts), let end = calendar.date(byAdding: unit, value: 1, to: start)
        else { return nil }
        return start..<end
    }
}
