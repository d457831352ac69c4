import Formats

/// A contact in KDDI's form: `MEMORY:note`, `NAME1:name`, `NAME2:reading`, `TEL1:number`, … a line each (ZXing,
/// AddressBookAUResultParser).
enum KDDIContactPayload: PayloadParser {
    static func parse(_ input: PayloadInput) -> Payload? {
        guard input.bytes.after(prefix: "MEMORY:") != nil else { return nil }
        var contact = Contact()
        var isContact = false
        for line in input.bytes.lines.prefix(200) {
            let (name, rest) = line.cut(at: UInt8(ascii: ":"))
            guard let value = rest?.trimmed.text, !value.isEmpty else { continue }
            let key = name.trimmed.text.uppercased()
            switch key {
            case "MEMORY": contact.note = value
            case "NAME1": contact.formattedName = value
            case "NAME2": contact.phoneticName = value
            case "TEL1", "TEL2", "TEL3": contact.phones.append(.init(types: [], value: value))
            case "MAIL1", "MAIL2", "MAIL3": contact.emails.append(.init(types: [], value: value))
            case "ADD": contact.addresses.append(.init(types: [], parts: [value]))
            default: continue
            }
            isContact = isContact || key != "MEMORY"
        }
        // A line that begins with MEMORY: alone is text.
        guard isContact else { return nil }
        return ContactPayload.payload(
            of: input.content, contacts: [contact], format: "kddi", version: nil, isComplete: true, vCard: nil)
    }
}
