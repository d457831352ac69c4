import Formats

/// From when until when a signed text says that it holds, in seconds since 1970 (NumericDate; RFC 7519, 2).
struct ValidityPeriod {
    var begins: Double?
    var ends: Double?

    /// Clocks differ: what was signed a moment ago holds already.
    private static let leeway = 60.0

    /// Why it does not hold at a time; nil if it does.
    func whyNot(at now: Timestamp) -> String? {
        let seconds = Double(now.milliseconds) / 1000
        if let ends, seconds >= ends {
            return "the signature is valid, but it expired on \(Self.time(ends))"
        }
        if let begins, seconds < begins - Self.leeway {
            return "the signature is valid, but it begins on \(Self.time(begins))"
        }
        return nil
    }

    /// What is to be said of it.
    var remark: String { ends.map { "it is valid until \(Self.time($0))" } ?? "it names no end of its validity" }

    private static func time(_ seconds: Double) -> String {
        let time = Timestamp(seconds: seconds)
        return "\(time.day) \(time.description.dropFirst(11).prefix(5)) UTC"
    }
}
