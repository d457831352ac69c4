/// The key of one-time passwords, as authenticator apps take it: `otpauth://totp/Example:ada@example.org?secret=…&issuer=Example`
/// (Key Uri Format of Google Authenticator), and the export of several (`otpauth-migration:`).
enum OneTimePasswordPayload: PayloadParser {
    static func parse(_ input: PayloadInput) -> Payload? {
        if let rest = input.bytes.after(prefix: "otpauth-migration:") {
            if let export = OneTimePasswordExport(rest) { return payload(of: export, input) }
            return Payload(
                content: input.content, kind: .oneTimePassword, summary: "Keys of one-time passwords, exported",
                fields: [PayloadField("export", "Keys", String(decoding: rest, as: UTF8.self), isSecret: true)])
        }
        guard let rest = input.bytes.after(prefix: "otpauth:") else { return nil }
        let parts = rest.drop { $0 == UInt8(ascii: "/") }.split(
            separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts[0].split(separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
        let label = path.count > 1 ? decoded(path[1]) : ""
        let query = parts.count > 1 ? values(parts[1]) : []
        func value(_ name: String) -> String? { query.first { $0.name == name }?.value }
        // `Issuer:account`, and the issuer once more as a parameter, which counts.
        let names = label.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let issuer = value("issuer") ?? (names.count > 1 ? names[0] : nil)
        let account = (names.last ?? "").drop { $0 == " " }
        let who = [issuer ?? "", String(account)].filter { !$0.isEmpty }.joined(separator: ": ")
        let type = decoded(path[0]).lowercased()
        return Payload(
            content: input.content, kind: .oneTimePassword,
            summary: "One-time password" + (who.isEmpty ? "" : " \(who)"),
            fields: fields(type, issuer: issuer, account: String(account), query),
            warnings: value("secret") == nil
                ? [PayloadWarning("no-secret", "It holds no secret: no password can be made of it.")] : [])
    }

    private static func payload(of export: OneTimePasswordExport, _ input: PayloadInput) -> Payload {
        let first = export.accounts[0]
        let who = [first.issuer, first.name].filter { !$0.isEmpty }.joined(separator: ": ").singleLine(limit: 80)
        var summary = "Keys of one-time passwords, exported: " + (who.isEmpty ? "1" : who)
        if export.accounts.count > 1 { summary += " and \(export.accounts.count - 1) more" }
        let isPart = export.batch.size > 1
        return Payload(
            content: input.content, kind: .oneTimePassword, summary: summary, fields: export.fields,
            warnings: isPart
                ? [
                    PayloadWarning(
                        "part", "One of \(export.batch.size) codes of the same export; the others hold the other keys.")
                ] : [])
    }

    private static func fields(
        _ type: String, issuer: String?, account: String, _ query: [(name: String, value: String)]
    ) -> [PayloadField] {
        let title = type == "totp" ? "by time" : type == "hotp" ? "by count" : type
        var fields = [PayloadField("type", "Type", title, json: .string(type))]
        if let issuer { fields.append(PayloadField("issuer", "Issuer", issuer)) }
        if !account.isEmpty { fields.append(PayloadField("account", "Account", account)) }
        for (key, label) in [
            ("algorithm", "Algorithm"), ("digits", "Digits"), ("period", "Seconds"), ("counter", "Counter"),
        ] {
            if let value = query.first(where: { $0.name == key })?.value {
                fields.append(PayloadField(key, label, value, note: note(on: value, of: key)))
            }
        }
        if let secret = query.first(where: { $0.name == "secret" })?.value {
            let note = Base32.decode(secret) == nil ? "not Base32: no password can be made of it" : nil
            fields.append(PayloadField("secret", "Secret", secret, note: note, isSecret: true))
        }
        return fields
    }

    /// What is wrong with a parameter; nil as a rule.
    private static func note(on value: String, of key: String) -> String? {
        switch key {
        case "algorithm": OneTimePassword.algorithm(named: value) == nil ? "not known" : nil
        case "digits": Int(value).map { 6...8 ~= $0 } == true ? nil : "not 6 to 8"
        case "period": Int(value).map { $0 > 0 } == true ? nil : "not a number of seconds"
        default: UInt64(value) == nil ? "not a number" : nil
        }
    }

    private static func values(_ query: ArraySlice<UInt8>) -> [(name: String, value: String)] {
        query.split(separator: UInt8(ascii: "&")).prefix(100).map { part in
            let pair = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return (decoded(pair[0]).lowercased(), pair.count > 1 ? decoded(pair[1]) : "")
        }
    }

    /// Percent signs resolved (RFC 3986); what is no sign of that kind stays as it is.
    private static func decoded(_ text: ArraySlice<UInt8>) -> String {
        var bytes: [UInt8] = []
        var rest = text
        while let first = rest.popFirst() {
            if first == UInt8(ascii: "%"), rest.count >= 2, let byte = ASCII.hexDecoded(rest.prefix(2))?.first {
                bytes.append(byte)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(first)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
