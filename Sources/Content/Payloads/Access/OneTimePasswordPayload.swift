import Formats

/// The key of one-time passwords, as authenticator apps take it: `otpauth://totp/Example:ada@example.org?secret=…&issuer=Example`
/// (Key Uri Format of Google Authenticator), and the export of several (`otpauth-migration:`).
enum OneTimePasswordPayload: PayloadParser {
    static func parse(_ input: PayloadInput) -> Payload? {
        if let rest = input.bytes.after(prefix: "otpauth-migration:") {
            if let export = OneTimePasswordExport(rest) { return payload(of: export, input) }
            return Payload(
                content: input.content, kind: .oneTimePassword, summary: .exportedKeys,
                fields: [PayloadField("export", .keys, String(decoding: rest, as: UTF8.self), isSecret: true)])
        }
        guard let rest = input.bytes.after(prefix: "otpauth:") else { return nil }
        let (head, tail) = rest.drop { $0 == UInt8(ascii: "/") }.cut(at: UInt8(ascii: "?"))
        let (kind, path) = head.cut(at: UInt8(ascii: "/"))
        let label = path.map(URIText.decoded) ?? ""
        let query = tail.map { URIText.items($0) } ?? []
        func value(_ name: String) -> String? { query.first { $0.name == name }?.value }
        // `Issuer:account`, and the issuer once more as a parameter, which counts.
        let names = label.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let issuer = value("issuer") ?? (names.count > 1 ? names[0] : nil)
        let account = (names.last ?? "").drop { $0 == " " }
        let who = [issuer ?? "", String(account)].filter { !$0.isEmpty }.joined(separator: ": ")
        let type = URIText.decoded(kind).lowercased()
        let fields = fields(type, issuer: issuer, account: String(account), query)
        return Payload(
            content: input.content, kind: .oneTimePassword,
            summary: .oneTimePassword(who), fields: fields,
            warnings: (value("secret") == nil ? [.noSecret] : [])
                + (type == "hotp" && value("counter") == nil ? [.noCounter] : []),
            actions: actions(fields))
    }

    private static func actions(_ fields: [PayloadField]) -> [PayloadAction] {
        OneTimePassword(fields: fields).map {
            [PayloadAction(title: .copyCurrentCode, effect: .copyCode($0), isSecret: true)]
        } ?? []
    }

    private static func payload(of export: OneTimePasswordExport, _ input: PayloadInput) -> Payload {
        let first = export.accounts[0]
        let who = [first.issuer, first.name].filter { !$0.isEmpty }.joined(separator: ": ").singleLine(limit: 80)
        let isPart = export.batch.size > 1
        return Payload(
            content: input.content, kind: .oneTimePassword,
            summary: .exportedKeys(of: who, others: export.accounts.count - 1), fields: export.fields,
            warnings: isPart ? [.partOfExport(export.batch.size)] : [],
            actions: actions(export.fields))
    }

    private static func fields(
        _ type: String, issuer: String?, account: String, _ query: [URIText.Item]
    ) -> [PayloadField] {
        let title = type == "totp" ? "by time" : type == "hotp" ? "by count" : type
        func value(_ name: String) -> String? { query.first { $0.name == name }?.value }
        var list = FieldList(keepsEmpty: true)
        list.add(
            "type", .type, title, json: .string(type), note: ["totp", "hotp"].contains(type) ? nil : .notKnown)
        list.add("issuer", .issuer, issuer)
        if !account.isEmpty { list.add("account", .account, account) }
        let parameters: [(String, FieldName)] = [
            ("algorithm", .algorithm), ("digits", .digits), ("period", .seconds), ("counter", .counter),
        ]
        for (key, name) in parameters {
            list.add(key, name, value(key), note: value(key).flatMap { note(on: $0, of: key) })
        }
        let key = value("secret").flatMap(Base32.decode)
        list.add("secret", .secret, value("secret"), note: key == nil ? .notBase32 : nil, isSecret: true)
        return list.fields
    }

    /// What is wrong with a parameter; nil as a rule.
    private static func note(on value: String, of key: String) -> Note? {
        switch key {
        case "algorithm": OneTimePassword.algorithm(named: value) == nil ? .notKnown : nil
        case "digits": Int(value).map { 6...8 ~= $0 } == true ? nil : .notSixToEight
        case "period": Int(value).map { $0 > 0 } == true ? nil : .notSeconds
        default: UInt64(value) == nil ? .notANumber : nil
        }
    }
}
