import Formats

/// One or more contacts in vCard 2.1, 3.0 (RFC 2426) or 4.0 (RFC 6350).
enum VCardPayload: PayloadParser {
    static func parse(_ input: PayloadInput) -> Payload? {
        guard input.bytes.after(prefix: "BEGIN:VCARD") != nil else { return nil }
        var cards: [VCardBuilder] = []
        /// The number of open cards inside this one (`AGENT:` of 2.1), whose properties belong to another person.
        var depth = 0
        var isOpen = false
        var agentFollows = false
        var isComplete = true

        var isVersion21: Bool { isOpen && cards.last?.version == "2.1" }
        var lines = VCardLines(input.bytes)
        while let line = lines.next(isVersion21: isVersion21) {
            guard let property = VCardProperty(line, isVersion21: isVersion21) else { continue }
            let isCard = property.raw.trimmed.after(prefix: "VCARD")?.isEmpty == true
            if property.name == "BEGIN", isCard {
                if isOpen, agentFollows || depth > 0 {
                    depth += 1
                } else {
                    // The end of the previous card is missing.
                    if isOpen { isComplete = false }
                    cards.append(VCardBuilder())
                    isOpen = true
                }
            } else if property.name == "END", isCard {
                if depth > 0 { depth -= 1 } else { isOpen = false }
            } else if isOpen, depth == 0 {
                cards[cards.count - 1].add(property)
            }
            agentFollows = property.name == "AGENT" && property.raw.trimmed.isEmpty
        }
        let contacts = cards.map { $0.contact() }.filter { !$0.isEmpty }
        guard !contacts.isEmpty else { return nil }
        return ContactPayload.payload(
            of: input.content, contacts: contacts, format: "vcard", version: cards[0].version.nonEmpty,
            isComplete: isComplete && !isOpen, vCard: input.content.charset == "UTF-8" ? Array(input.bytes) : nil)
    }
}

extension String? {
    /// Nil for an empty string too.
    fileprivate var nonEmpty: String? { self?.isEmpty == false ? self : nil }
}

/// Collects the properties of one card.
private struct VCardBuilder {
    private(set) var version: String?
    private var card = Contact()
    private var positions = VCardPositions()
    /// The labels of property groups: Apple writes `item1.URL` and `item1.X-ABLabel`, in either order.
    private var labels: [String: String] = [:]
    private var grouped:
        [(group: String, list: WritableKeyPath<Contact, [Contact.TypedValue]> & Sendable, index: Int)] = []

    mutating func add(_ property: VCardProperty) {
        let text = property.text
        switch property.name {
        case "VERSION": version = version ?? String(text.prefix(8))
        case "FN": if card.formattedName.isEmpty { card.formattedName = text }
        case "N":
            let parts = property.parts + Array(repeating: "", count: 5)
            (card.family, card.given, card.additional) = (parts[0], parts[1], parts[2])
            (card.prefix, card.suffix) = (parts[3], parts[4])
        case "SOUND" where !property.isBinary, "X-PHONETIC-LAST-NAME", "X-PHONETIC-FIRST-NAME":
            let reading = property.parts.filter { !$0.isEmpty }.joined(separator: " ")
            card.phoneticName += card.phoneticName.isEmpty ? reading : " \(reading)"
        case "NICKNAME": card.nicknames += property.list
        case "ORG":
            var parts = property.parts
            while parts.last == "" { parts.removeLast() }
            positions.add(parts, to: \.organization, group: property.group)
        case "TITLE": positions.add(text, to: \.title, group: property.group)
        case "ROLE": positions.add(text, to: \.role, group: property.group)
        case "TEL": add(text.removing(scheme: "tel:"), of: property, to: \.phones)
        case "EMAIL": add(text.removing(scheme: "mailto:"), of: property, to: \.emails)
        case "URL": add(text, of: property, to: \.urls)
        case "IMPP": add(text, of: property, to: \.messaging)
        case "ADR":
            let parts = property.parts
            guard parts.contains(where: { !$0.isEmpty }) else { return }
            card.addresses.append(.init(types: property.types, parts: Array(parts.prefix(7))))
        case "LABEL": card.addresses.append(.init(types: property.types, parts: [text]))
        case "BDAY": card.birthday = text
        case "ANNIVERSARY", "X-ANNIVERSARY": card.anniversary = text
        case "NOTE": card.note += card.note.isEmpty ? text : "\n\(text)"
        case "X-ABLABEL":
            // Apple's predefined labels are wrapped: `_$!<HomePage>!$_`.
            labels[property.group] = text.hasPrefix("_$!<") ? String(text.dropFirst(4).dropLast(4)) : text
        case "PRODID", "REV", "X-ABADR", "AGENT": break
        default:
            let value = property.isBinary ? "(\(property.raw.count) characters of data)" : text
            guard !value.isEmpty else { return }
            card.others.append(.init(name: String(property.name.prefix(40)), value: value))
        }
    }

    /// The contact with the properties added so far.
    func contact() -> Contact {
        var card = card
        for entry in grouped {
            guard let label = labels[entry.group], !label.isEmpty else { continue }
            card[keyPath: entry.list][entry.index].types.append(label)
        }
        let all = positions.all
        if let first = all.first {
            (card.organization, card.title, card.role) = (first.organization, first.title, first.role)
            card.furtherPositions = Array(all.dropFirst())
        }
        return card
    }

    private mutating func add(
        _ value: String, of property: VCardProperty, to list: WritableKeyPath<Contact, [Contact.TypedValue]> & Sendable
    ) {
        guard !value.isEmpty else { return }
        card[keyPath: list].append(.init(types: property.types, value: value))
        if !property.group.isEmpty { grouped.append((property.group, list, card[keyPath: list].count - 1)) }
    }
}

extension String {
    /// Removes the prefix `scheme`: vCard 4.0 writes telephone numbers as URIs.
    fileprivate func removing(scheme: StaticString) -> String {
        utf8Slice.after(prefix: scheme)?.text ?? self
    }
}
