import Formats

/// A contact in NTT DOCOMO's format: `MECARD:N:Owen,Sean;TEL:+12125551212;;`.
enum MeCardPayload: PayloadParser {
    static func parse(_ input: PayloadInput) -> Payload? {
        guard let rest = input.bytes.after(prefix: "MECARD:") else { return nil }
        var contacts: [Contact] = []
        var isComplete = true
        var next: ArraySlice<UInt8>? = rest
        while let rest = next, contacts.count < maximumCards {
            let fields = DocomoFields(rest)
            let contact = contact(fields)
            if !contact.isEmpty { contacts.append(contact) }
            isComplete = isComplete && fields.isComplete
            next = fields.rest.trimmed.after(prefix: "MECARD:")
        }
        guard !contacts.isEmpty else { return nil }
        return ContactPayload.payload(
            of: input.content, contacts: contacts, format: "mecard", version: nil, isComplete: isComplete, vCard: nil)
    }

    /// Each card is looked for in all that follows.
    private static let maximumCards = 20

    private static func contact(_ fields: DocomoFields) -> Contact {
        var contact = Contact()
        for field in fields.fields {
            let value = field.raw.trimmed.unescaped()
            switch field.key {
            case "N":
                // Family name first; without a comma it is the full name (ZXing AddressBookDoCoMoResultParser).
                let parts = names(field.raw)
                if parts.count == 1 {
                    contact.formattedName = parts[0]
                } else {
                    contact.family = parts[0]
                    contact.given = parts[1]
                    contact.additional = parts.dropFirst(2).filter { !$0.isEmpty }.joined(separator: " ")
                }
            case "SOUND": contact.phoneticName = names(field.raw).reversed().joined(separator: " ")
            case "TEL": contact.phones.append(.init(types: [], value: value))
            case "TEL-AV": contact.phones.append(.init(types: ["video"], value: value))
            case "EMAIL": contact.emails.append(.init(types: [], value: value))
            case "URL": contact.urls.append(.init(types: [], value: value))
            case "ADR":
                // Post box, room, house, city, prefecture, postal code, country; or unstructured.
                let parts = names(field.raw)
                contact.addresses.append(.init(types: [], parts: parts.count == 7 ? parts : [value]))
            case "ORG": contact.organization.append(value)
            case "TITLE", "TIL": contact.title = value
            case "NICKNAME": contact.nicknames.append(value)
            case "BDAY": contact.birthday = value
            case "NOTE", "MEMO": contact.note += contact.note.isEmpty ? value : "\n\(value)"
            default: contact.others.append(.init(name: field.key, value: value))
            }
        }
        return contact
    }

    private static func names(_ raw: ArraySlice<UInt8>) -> [String] {
        raw.splitUnescaped(at: UInt8(ascii: ",")).map { $0.trimmed.unescaped() }
    }
}
