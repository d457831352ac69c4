/// Which fields of a content are copied most, and which nobody copies.
///
///     CopyOrder.fields(of: .wifi, fields).first.map(\.key)    // ["password", "ssid"]
enum CopyOrder {
    /// The fields worth copying: those that are copied most in the order of their worth, and the rest in that of the payload.
    static func fields(of kind: PayloadKind, _ fields: [PayloadField]) -> (first: [PayloadField], rest: [PayloadField])
    {
        let keys = keys(of: kind, fields)
        var groups: [String: [PayloadField]] = [:]
        var rest: [PayloadField] = []
        for field in fields where !isNeverCopied(field.key, of: kind) {
            if keys.contains(field.key) { groups[field.key, default: []].append(field) } else { rest.append(field) }
        }
        return (keys.flatMap { groups[$0] ?? [] }, rest)
    }

    private static func keys(of kind: PayloadKind, _ fields: [PayloadField]) -> [String] {
        // With an account number, the address is only where the payee lives; else it is what is paid to.
        if kind == .payment, fields.contains(where: { $0.key == "iban" }) {
            return ["iban", "name", "amount", "reference", "text", "bic"]
        }
        return byKind[kind] ?? common
    }

    private static let byKind: [PayloadKind: [String]] = [
        .wifi: ["password", "ssid"], .oneTimePassword: ["account", "issuer", "secret"],
        .smartHome: ["passcode", "vendor", "product"],
        .email: ["emails", "subject", "body"], .message: ["phones", "body"],
        .event: ["summary", "start", "end", "location", "url"],
        .payment: ["pixKey", "pixAddress", "payee", "address", "name", "amount", "reference", "text"],
        .paymentCard: ["number", "expires", "name"],
        .crypto: ["address", "lightning", "amount"],
        .boardingPass: ["reference", "flight", "seat", "name", "date"],
        .licence: ["number", "familyName", "givenName", "birthday", "expires"],
        .railTicket: ["order", "booking", "reference", "text"], .ticket: ["number", "seat", "time"],
        .vehicle: ["vin"], .mail: ["postcode", "item", "serial"], .json: ["value"],
        .partLabel: ["manufacturerPart", "part", "distributorPart", "lot", "serial"], .inventory: ["number"],
        .gs1: ["gtin", "sscc", "gln", "lot", "serial", "expiry", "digitalLink"],
    ]

    private static let common = [
        "password", "secret", "url", "phones", "emails", "urls", "links", "ssid", "addresses", "name", "organization",
        "account", "isbn", "issn", "ismn", "gtin", "sscc", "vin", "lot", "serial", "digitalLink", "hex",
    ]

    /// What tells of the other fields, or of the symbol, and what whole texts are copied as anyway.
    private static func isNeverCopied(_ key: String, of kind: PayloadKind) -> Bool {
        switch key {
        case "text": kind == .text
        case "number": kind == .part
        default: never.contains(key)
        }
    }

    private static let never: Set = [
        "length", "hidden", "scheme", "of", "digits", "period", "group", "issuedIn", "issuedBy", "region", "indicator",
        "format", "version", "charset", "checksum", "count", "editable", "flow", "discovery",
    ]
}
