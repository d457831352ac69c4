import App
import ArgumentParser
import Foundation
import Payloads

/// A time as people write it: `2026-12-24 19:30` by the clock here, `2026-12-24T18:30:00Z` or `…+01:00` anywhere.
struct Moment: ExpressibleByArgument {
    let time: Timestamp

    init?(argument: String) {
        let text = argument.trimmingCharacters(in: .whitespaces)
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.calendar = Calendar(identifier: .gregorian)
        formatter.isLenient = false
        for format in [
            "yyyy-MM-dd'T'HH:mm:ssXXXXX", "yyyy-MM-dd'T'HH:mmXXXXX", "yyyy-MM-dd HH:mm:ssXXXXX",
            "yyyy-MM-dd'T'HH:mm:ss",
            "yyyy-MM-dd'T'HH:mm", "yyyy-MM-dd HH:mm:ss", "yyyy-MM-dd HH:mm",
        ] {
            formatter.dateFormat = format
            if let date = formatter.date(from: text) {
                time = Timestamp(date)
                return
            }
        }
        return nil
    }

    /// A time by the clock here: `2026-12-24 19:30:05`.
    static func local(_ time: Timestamp) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.dateFormat = "yyyy-MM-dd HH:mm:ss"
        return formatter.string(from: time.date)
    }
}
