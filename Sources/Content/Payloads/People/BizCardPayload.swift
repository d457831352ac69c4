import Formats

/// A contact in the older form `BIZCARD:N:Sean;X:Owen;T:Engineer;C:Example;B:+12225551212;;` (ZXing, BizcardResultParser).
enum BizCardPayload: PayloadParser {
    static func parse(_ input: PayloadInput) -> Payload? {
        guard let rest = input.bytes.after(prefix: "BIZCARD:") else { return nil }
        let fields = DocomoFields(rest)
        var contact = Contact()
        for field in fields.fields {
            let value = field.raw.trimmed.unescaped()
            switch field.key {
            case "N": contact.given = value
            case "X": contact.family = value
            case "T": contact.title = value
            case "C": contact.organization.append(value)
            case "A": contact.addresses.append(.init(types: [], parts: [value]))
            case "B": contact.phones.append(.init(types: ["work"], value: value))
            case "M": contact.phones.append(.init(types: ["cell"], value: value))
            case "F": contact.phones.append(.init(types: ["fax"], value: value))
            case "E": contact.emails.append(.init(types: [], value: value))
            default: contact.others.append(.init(name: field.key, value: value))
            }
        }
        guard !contact.isEmpty else { return nil }
        return ContactPayload.payload(
            of: input.content, contacts: [contact], format: "bizcard", version: nil, isComplete: fields.isComplete,
            vCard: nil)
    }
}
