import Formats

/// The profile of an embedded SIM to load: `LPA:1$smdp.example.com$code$oid$1` (GSMA SGP.22, 4.1).
enum SIMPayload: PayloadParser {
    static func parse(_ input: PayloadInput) -> Payload? {
        guard let rest = input.bytes.trimmed.after(prefix: "LPA:") else { return nil }
        let parts = rest.split(separator: UInt8(ascii: "$"), maxSplits: 20, omittingEmptySubsequences: false).map(
            \.text)
        guard parts.count >= 3, parts[0] == "1", !parts[1].isEmpty, !parts[1].contains(" ") else { return nil }
        func part(_ index: Int) -> String { index < parts.count ? parts[index] : "" }
        var list = FieldList()
        list.add("server", .server, part(1))
        list.add("activationCode", .activationCode, part(2), isSecret: true)
        list.add("serverIdentifier", .identifier, part(3))
        list.add(
            "confirmationCode", .confirmationCode, part(4) == "1" ? "asked for" : part(4), json: .bool(part(4) == "1"))
        return Payload(input.content, .sim, .sim(part(1).singleLine(limit: 80)), list)
    }
}
