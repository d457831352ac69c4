import Formats
import Payloads

/// The key of one-time passwords, as authenticator apps take it (Key Uri Format of Google Authenticator).
enum OneTimePasswordForm {
    static let form = PayloadForm(
        "otp", "One-time password",
        fields: [
            .text("account", "Account", "Enter the account's name", like: "ada@example.org", isRequired: true),
            FormEntry(
                "secret", "Secret", "Enter the key in Base32: letters and the digits 2 to 7", .secret, isRequired: true),
            .text("issuer", "Issuer", "Who issued the account", like: "Example"),
            .choice(
                "otp-type", "Type", "How passwords change",
                [.init("totp", "by time (TOTP)"), .init("hotp", "by count (HOTP)")]),
            .choice(
                "algorithm", "Algorithm", "The hash function; many apps support only SHA1",
                ["SHA1", "SHA256", "SHA512"].map { .init($0) }),
            .choice("digits", "Digits", "The number of digits", ["6", "7", "8"].map { .init($0) }),
            .text("period", "Seconds", "How many seconds a time-based password is valid; default 30", like: "30"),
            .text("counter", "Counter", "The next count of counter-based passwords; default 0", like: "0"),
        ]
    ) { entries throws(FormError) in
        let secret = entries["secret"].withoutGrouping.uppercased()
        let key = String(secret.prefix(while: { $0 != "=" }))
        guard Base32.decode(key) != nil, secret.dropFirst(key.count).allSatisfy({ $0 == "=" }) else {
            throw FormError("secret", "it is not a Base32 key, which has the letters A to Z and the digits 2 to 7")
        }
        for field in ["account", "issuer"] where entries[field].contains(":") {
            throw FormError(field, "it contains a colon, which separates issuer and account: leave it out")
        }
        let (issuer, type) = (entries["issuer"], entries.choice("otp-type"))
        let label = (issuer.isEmpty ? [] : [issuer]) + [entries["account"]]
        let (algorithm, digits) = (entries.choice("algorithm"), entries.choice("digits"))
        let (period, counter) = try moving(entries, isByCount: type == "hotp")
        // What is so by default is left out: some apps refuse more.
        let items: KeyValuePairs = [
            "secret": key, "issuer": URIText.encoded(issuer), "algorithm": algorithm == "SHA1" ? "" : algorithm,
            "digits": digits == "6" ? "" : digits, "period": period == "30" ? "" : period, "counter": counter,
        ]
        let address = label.map { URIText.encoded($0, keeping: "@") }.joined(separator: ":")
        return ComposedContent("otpauth://\(type)/\(address)" + URIText.query(items))
    }

    /// The period, or the counter, which passwords by count must have; the other is empty.
    private static func moving(
        _ entries: Entries, isByCount: Bool
    ) throws(FormError) -> (period: String, counter: String) {
        if isByCount {
            try entries.refuse(["period"], because: "counter-based passwords have none: leave it out, or choose totp")
            guard let counter = UInt64(entries["counter"].isEmpty ? "0" : entries["counter"]) else {
                throw FormError("counter", "enter a whole number of 0 or more")
            }
            return ("", String(counter))
        }
        try entries.refuse(["counter"], because: "time-based passwords have none: leave it out, or choose hotp")
        guard !entries["period"].isEmpty else { return ("", "") }
        guard let period = Int(entries["period"]), 1...86_400 ~= period else {
            throw FormError("period", "enter seconds from 1 to 86400; most apps support only 30")
        }
        return (String(period), "")
    }
}
