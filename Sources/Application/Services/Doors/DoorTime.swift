import Formats
import Foundation

/// Times as people write them.
package enum DoorTime {
    /// `2026-12-24 19:30` by the clock here, with seconds or without; `2026-12-24T18:30:00Z` or `…+01:00` anywhere; nil for other texts.
    package static func time(_ text: String) -> Timestamp? {
        let text = text.trimmingCharacters(in: .whitespaces)
        let formatter = formatter("")
        formatter.isLenient = false
        for format in [
            "yyyy-MM-dd'T'HH:mm:ssXXXXX", "yyyy-MM-dd'T'HH:mmXXXXX", "yyyy-MM-dd HH:mm:ssXXXXX",
            "yyyy-MM-dd'T'HH:mm:ss", "yyyy-MM-dd'T'HH:mm", "yyyy-MM-dd HH:mm:ss", "yyyy-MM-dd HH:mm",
        ] {
            formatter.dateFormat = format
            if let date = formatter.date(from: text) { return Timestamp(date) }
        }
        return nil
    }

    /// What to write instead of a text that is no time: where it is a local form, the same time in the form that means one alone.
    ///
    /// Nothing is guessed: `01/02/2026 20:00` gives both.
    package static func advice(on text: String) -> String {
        let times = LocalTime.readings(of: text)
        let forms = times.map { $0.seconds == nil ? "\($0.text) 19:30" : $0.text }.joined(separator: " or ")
        let advice =
            times.contains { $0.seconds == nil } ? "add the time of day, such as \(forms)" : "write \(forms)"
        return switch times.count {
        case 0: "write it as 2026-12-24 19:30, or with a zone as 2026-12-24T19:30+01:00"
        case 1: advice
        default: "the day or the month may come first: \(advice)"
        }
    }

    /// `2026-12-24 19:30:05` by the clock here.
    package static func exact(_ date: Date) -> String { formatter("yyyy-MM-dd HH:mm:ss").string(from: date) }

    /// `2026-12-24 19:30` by the clock here.
    package static func text(_ date: Date) -> String { formatter("yyyy-MM-dd HH:mm").string(from: date) }

    private static func formatter(_ format: String) -> DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.calendar = Calendar(identifier: .gregorian)
        formatter.dateFormat = format
        return formatter
    }
}
