import Symbols

/// The fields, summary and actions that all contact formats share.
enum ContactPayload {
    /// - Parameters:
    ///   - contacts: at least one.
    ///   - format: `vcard` or `mecard`.
    ///   - version: nil for a format without versions.
    ///   - vCard: the bytes to save as `.vcf`; written from `contacts` when nil.
    static func payload(
        of content: SymbolContent, contacts: [Contact], format: String, version: String?, isComplete: Bool,
        vCard: [UInt8]?
    ) -> Payload {
        var fields: [PayloadField] = []
        for (index, contact) in contacts.enumerated() {
            fields += self.fields(contact).map { field in
                var field = field
                field.record = index
                return field
            }
            if index == 0 {
                fields.append(PayloadField("format", "Format", version.map { "\(format) \($0)" } ?? format))
            }
        }
        let first = contacts[0]
        let address = first.urls.lazy.compactMap { url -> WebAddress? in
            let bytes = ArraySlice(Array(url.value.utf8)).trimmed
            return WebAddress(absolute: bytes) ?? WebAddress(bareDomain: bytes)
        }.first
        let saved = vCard ?? contacts.flatMap { Array(VCardWriter.card(of: $0).utf8) }
        var actions = [
            PayloadAction(
                title: "Save as vCard", effect: .save(fileName: fileName(for: first.name), bytes: saved))
        ]
        if let address { actions.append(address.openAction(address.url)) }
        return Payload(
            content: content, kind: .contact, summary: summary(contacts), fields: fields,
            warnings: (isComplete ? [] : [.incomplete])
                + (fields.contains { $0.value.hasHiddenCharacters } ? [.hiddenCharacters] : []),
            actions: actions)
    }

    /// Name and first contact detail: `Sean Owen · +12125551212`.
    private static func summary(_ contacts: [Contact]) -> String {
        let first = contacts[0]
        let reach =
            first.phones.first?.value ?? first.emails.first?.value ?? first.organization.first
            ?? first.urls.first?.value ?? first.addresses.first?.text
        var parts = [first.name.singleLine(limit: 80), (reach ?? "").singleLine(limit: 60)].filter { !$0.isEmpty }
        if parts.count == 2 && parts[0] == parts[1] { parts.removeLast() }
        if parts.isEmpty { parts = ["Contact"] }
        if contacts.count > 1 { parts.append("and \(contacts.count - 1) more") }
        return parts.joined(separator: " · ")
    }

    private static func fields(_ contact: Contact) -> [PayloadField] {
        var fields: [PayloadField] = []
        func add(_ key: String, _ label: String, _ value: String) {
            if !value.isEmpty { fields.append(PayloadField(key, label, value)) }
        }
        func add(_ key: String, _ label: String, _ values: [Contact.TypedValue]) {
            for value in values {
                let json: JSONValue = ["types": .array(value.types.map { .string($0) }), "value": .string(value.value)]
                fields.append(
                    PayloadField(key, self.label(label, value.types), value.value, json: json, isRepeatable: true))
            }
        }
        add("name", "Name", contact.name)
        add("family", "Family name", contact.family)
        add("given", "Given name", contact.given)
        add("additional", "Further names", contact.additional)
        add("prefix", "Prefix", contact.prefix)
        add("suffix", "Suffix", contact.suffix)
        add("reading", "Reading", contact.phoneticName)
        for nickname in contact.nicknames {
            fields.append(PayloadField("nicknames", "Nickname", nickname, isRepeatable: true))
        }
        add("organization", "Organization", contact.organization.first ?? "")
        for unit in contact.organization.dropFirst() where !unit.isEmpty {
            fields.append(PayloadField("units", "Unit", unit, isRepeatable: true))
        }
        add("title", "Title", contact.title)
        add("role", "Role", contact.role)
        add("phones", "Phone", contact.phones)
        add("emails", "E-mail", contact.emails)
        for address in contact.addresses {
            fields.append(
                PayloadField(
                    "addresses", label("Address", address.types), address.text, json: json(address), isRepeatable: true)
            )
        }
        add("urls", "Web", contact.urls)
        add("messaging", "Messaging", contact.messaging)
        add("birthday", "Birthday", contact.birthday)
        add("anniversary", "Anniversary", contact.anniversary)
        add("note", "Note", contact.note)
        for other in contact.others {
            fields.append(
                PayloadField(
                    "properties", other.name, other.value,
                    json: ["name": .string(other.name), "value": .string(other.value)], isRepeatable: true))
        }
        return fields
    }

    private static func label(_ label: String, _ types: [String]) -> String {
        // Labels are displayed unfiltered, so the card's types are made safe here.
        types.isEmpty ? label : "\(label) (\(types.joined(separator: ", ").singleLine(limit: 40)))"
    }

    private static func json(_ address: Contact.Address) -> JSONValue {
        var members = [JSONValue.Member("types", .array(address.types.map { .string($0) }))]
        if address.parts.count > 1 {
            let keys = ["postBox", "extended", "street", "city", "region", "postalCode", "country"]
            for (key, part) in zip(keys, address.parts) where !part.isEmpty {
                members.append(.init(key, .string(part)))
            }
        }
        members.append(.init("text", .string(address.text)))
        return .object(members)
    }

    /// A file name from the letters and digits of `name`, separated by hyphens.
    private static func fileName(for name: String) -> String {
        var words = ""
        for scalar in name.unicodeScalars.prefix(60) {
            if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                words.unicodeScalars.append(scalar)
            } else if !words.isEmpty, !words.hasSuffix("-") {
                words += "-"
            }
        }
        while words.hasSuffix("-") { words.removeLast() }
        return (words.isEmpty ? "contact" : words) + ".vcf"
    }
}
