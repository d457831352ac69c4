import Foundation

extension WebAnswer {
    /// The seconds of its Retry-After; nil where it has none that can be read.
    package func retryAfter(now: Double) -> Double? {
        headers["retry-after"].flatMap { Self.seconds(retryAfter: $0, now: now) }
    }

    /// The most seconds that a server can ask for.
    package static let longestRetryAfter = 86_400.0

    /// The seconds of a Retry-After, which has a number or a date (RFC 9110, 10.2.3); nil for what is neither.
    package static func seconds(retryAfter text: String, now: Double) -> Double? {
        let text = text.trimmingCharacters(in: .whitespaces)
        if let seconds = UInt64(text) { return min(Double(seconds), longestRetryAfter) }
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(secondsFromGMT: 0)
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        guard text.utf8.count <= 40, let date = format.date(from: text) else { return nil }
        return min(max(date.timeIntervalSince1970 - now, 0), longestRetryAfter)
    }
}

/// Pauses that double from failure to failure.
package enum Backoff {
    /// `first`, twice as much after each further failure, at most `longest`; between a half of that and all of it, by `chance` from 0 to 1.
    package static func seconds(_ first: Double, _ failures: Int, atMost longest: Double, _ chance: Double) -> Double {
        min(longest, first * Double(1 << min(max(failures - 1, 0), 20))) * (0.5 + chance / 2)
    }
}
