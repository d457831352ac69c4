import Formats
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
        for (index, contact) in contacts.enumerated() where fields.count < FieldList.maximumCount {
            fields += self.fields(contact, record: index).prefix(FieldList.maximumCount - fields.count)
            if index == 0 {
                fields.append(PayloadField("format", .format, version.map { "\(format) \($0)" } ?? format))
            }
        }
        let first = contacts[0]
        let address = first.urls.lazy.compactMap { WebAddressPayload.anyForm($0.value.utf8Slice.trimmed) }.first
        let file = fileName(for: first.name)
        // Rewritten for another program: pictures and sounds that it would load are left out.
        let written = contacts.flatMap { Array(VCardWriter.card(of: $0).utf8) }
        var actions = [
            PayloadAction(title: .addToContacts, effect: .handOverFile(fileName: file, bytes: written)),
            PayloadAction(title: .saveAsVCard, effect: .save(fileName: file, bytes: vCard ?? written)),
        ]
        let phones = first.phones.prefix(20).lazy.compactMap { PhoneNumber($0.value) }
        if let phone = phones.first(where: { !$0.isServiceCode }) {
            actions += URIText.handOver(.call(phone.text), "tel:" + phone.addressText)
        }
        if let email = first.emails.first(where: { EmailAddress.isBare($0.value.utf8Slice) })?.value {
            actions += URIText.handOver(.write(to: email), EmailDraft(address: email).address)
        }
        if let address { actions.append(address.openAction(address.url)) }
        return Payload(
            content: content, kind: .contact, summary: summary(contacts), fields: fields,
            warnings: (isComplete ? [] : [.incomplete])
                + (fields.contains { $0.value.hasHiddenCharacters } ? [.hiddenCharacters] : []),
            actions: actions)
    }

    /// Name and first contact detail: `Sean Owen · +12125551212`.
    private static func summary(_ contacts: [Contact]) -> Summary {
        let first = contacts[0]
        let reach =
            first.phones.first?.value ?? first.emails.first?.value ?? first.organization.first
            ?? first.urls.first?.value ?? first.addresses.first?.text
        return .contact(
            first.name.singleLine(limit: 80), reach: (reach ?? "").singleLine(limit: 60), others: contacts.count - 1)
    }

    private static func fields(_ contact: Contact, record: Int) -> [PayloadField] {
        var list = FieldList(keepsEmpty: true)
        list.record = record
        func add(_ key: String, _ name: FieldName, _ value: String) {
            if !value.isEmpty { list.add(key, name, value) }
        }
        func add(_ key: String, _ name: FieldName, _ values: [Contact.TypedValue]) {
            for value in values {
                let json: JSONValue = ["types": .array(value.types.map { .string($0) }), "value": .string(value.value)]
                list.add(key, name.of(value.types), value.value, json: json, isRepeatable: true)
            }
        }
        add("name", .name, contact.name)
        add("family", .familyName, contact.family)
        add("given", .givenName, contact.given)
        add("additional", .furtherNames, contact.additional)
        add("prefix", .prefix, contact.prefix)
        add("suffix", .suffix, contact.suffix)
        add("reading", .reading, contact.phoneticName)
        for nickname in contact.nicknames { list.add("nicknames", .nickname, nickname, isRepeatable: true) }
        add("organization", .organization, contact.organization.first ?? "")
        for unit in contact.organization.dropFirst() where !unit.isEmpty {
            list.add("units", .unit, unit, isRepeatable: true)
        }
        add("title", .title, contact.title)
        add("role", .role, contact.role)
        for position in contact.furtherPositions {
            list.add("positions", .furtherPosition, position.text, json: json(position), isRepeatable: true)
        }
        add("phones", .phone, contact.phones)
        add("emails", .email, contact.emails)
        for address in contact.addresses {
            let name = FieldName.address.of(address.types)
            list.add("addresses", name, address.text, json: json(address), isRepeatable: true)
        }
        add("urls", .web, contact.urls)
        add("messaging", .messaging, contact.messaging)
        for (key, name, date) in [
            ("birthday", FieldName.birthday, contact.birthday), ("anniversary", .anniversary, contact.anniversary),
        ] where !date.isEmpty {
            let date = AnniversaryDate(date)
            list.add(key, name, date.text, note: date.note)
        }
        add("note", .note, contact.note)
        for other in contact.others {
            list.add("properties", named: URIText.Item(name: other.name, value: other.value))
        }
        return list.fields
    }

    private static func json(_ position: Contact.Position) -> JSONValue {
        var members: [JSONValue.Member] = []
        if let name = position.organization.first { members.append(.init("organization", .string(name))) }
        let units = position.organization.dropFirst().filter { !$0.isEmpty }
        if !units.isEmpty { members.append(.init("units", .array(units.map { .string($0) }))) }
        for (key, value) in [("title", position.title), ("role", position.role)] where !value.isEmpty {
            members.append(.init(key, .string(value)))
        }
        return .object(members)
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
