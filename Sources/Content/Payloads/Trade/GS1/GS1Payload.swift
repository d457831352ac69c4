import Formats
import Symbols

/// Data under application identifiers: an element string in a symbol that says so, or text in brackets.
enum GS1Payload: PayloadParser {
    static func parse(_ input: PayloadInput) -> Payload? {
        guard let message = message(input) else { return nil }
        return Payload(
            content: input.content, kind: kind(of: message), summary: summary(of: message, today: input.today),
            fields: fields(of: message, today: input.today), warnings: message.warnings)
    }

    private static func message(_ input: PayloadInput) -> GS1Message? {
        let content = input.content
        if GS1Carrier.identifiers.contains(content.identifier) || content.symbology == .gs1_128 {
            // A Digital Link or brackets in such a symbol are against the rules, but not worth misreading.
            if let message = bracketed(input.bytes) { return message }
            if input.bytes.first == UInt8(ascii: "h") || input.bytes.first == UInt8(ascii: "H") { return nil }
            // DataBar Omnidirectional holds a GTIN and nothing else, which some readers tell without its identifier.
            if content.identifier == "]e0", input.bytes.count == 14, CheckDigits.isModulo10(input.bytes) {
                return GS1Message(elements: [GS1Element(identifier: [0x30, 0x31], value: input.bytes)])
            }
            let bytes = GS1Message.withoutSymbologyIdentifier(input.bytes) ?? input.bytes
            return GS1Message(elementString: bytes)
        }
        if let bytes = GS1Message.withoutSymbologyIdentifier(input.bytes) { return GS1Message(elementString: bytes) }
        return bracketed(input.bytes)
    }

    /// Brackets around digits also stand around dialling codes and in lists. A key of the right form is enough; without one there
    /// must be several elements without white space, all of them known, and but one of them of the right form where there are
    /// more than two.
    private static func bracketed(_ bytes: ArraySlice<UInt8>) -> GS1Message? {
        guard bytes.first == UInt8(ascii: "("), let message = GS1Message(bracketed: bytes.trimmed) else { return nil }
        let elements = message.elements
        let wellFormed = elements.filter(\.isWellFormed)
        let isCompact = elements.allSatisfy { $0.rule != nil } && !bytes.trimmed.contains(where: ASCII.isSpace)
        let hasKey = wellFormed.contains { element in
            element.rule?.components.contains { $0.checks.contains(.csum) || $0.checks.contains(.csumalpha) } ?? false
        }
        let isSure = hasKey && (isCompact || elements.first?.isWellFormed ?? false)
        let isLikely =
            isCompact && wellFormed.count >= 2 && wellFormed.count >= elements.count - (elements.count > 2 ? 1 : 0)
        return isSure || isLikely ? message : nil
    }

    private static func kind(of message: GS1Message) -> PayloadKind {
        message.elements.contains { ["8110", "8112", "255"].contains($0.identifier) } ? .coupon : .gs1
    }

    /// The fields of a message: its elements, who issued its number, and the message in its other forms.
    static func fields(of message: GS1Message, today: CivilDate) -> [PayloadField] {
        var fields = elementFields(of: message, today: today)
        fields.append(PayloadField("bracketed", .elements, message.bracketed))
        if let link = message.digitalLink { fields.append(PayloadField("digitalLink", .digitalLink, link)) }
        return fields
    }

    /// The elements, each a field, and who issued the first number with a company prefix.
    static func elementFields(of message: GS1Message, today: CivilDate) -> [PayloadField] {
        var fields: [PayloadField] = []
        var used: [String: Int] = [:]
        var hasIssuer = false
        for element in message.elements {
            let name = element.rule?.names.key ?? (element.identifier.isEmpty ? "unknown" : "ai\(element.identifier)")
            used[name, default: 0] += 1
            let key = used[name] == 1 ? name : "\(name)\(used[name] ?? 0)"
            let reading = GS1Reading(element, today: today)
            let notes = element.problemNotes + [reading.note].compactMap { $0 }
            fields.append(PayloadField(key, element.name, reading.text, note: .all(notes)))
            fields += couponFields(of: element, today: today)
            if !hasIssuer, let issuer = issuer(of: element) {
                fields.append(issuer)
                hasIssuer = true
            }
        }
        return fields
    }

    private static func couponFields(of element: GS1Element, today: CivilDate) -> [PayloadField] {
        let value = element.value.utf8Slice
        switch element.identifier {
        case "8110": return NorthAmericanCoupon(code: value)?.fields(today: today) ?? []
        case "8112": return NorthAmericanCoupon(positiveOffer: value)?.fields(today: today) ?? []
        default: return []
        }
    }

    /// Who issued the company prefix in a number; nil if it holds none.
    private static func issuer(of element: GS1Element) -> PayloadField? {
        guard element.isWellFormed, let rule = element.rule else { return nil }
        for (component, part) in zip(rule.components, element.parts) {
            guard component.checks.contains(.csum) else { continue }
            if component.checks.contains(.gcppos1) { return GTINPrefixes.field(for: part) }
            if component.checks.contains(.gcppos2) { return GTINPrefixes.field(for: part.dropFirst()) }
        }
        return nil
    }

    /// One line: keys first, then lot, serial and dates, at most five elements.
    static func summary(of message: GS1Message, today: CivilDate) -> Summary {
        let ranked = message.elements.enumerated().sorted { a, b in
            (rank(a.element), a.offset) < (rank(b.element), b.offset)
        }
        return .list(ranked.prefix(5).map { phrase($0.element, today: today) })
    }

    private static func rank(_ element: GS1Element) -> Int {
        switch element.identifier {
        case "8110", "8112": 0
        case "10": 2
        case "21": 3
        case "15", "17", "7003": 4
        default: element.rule?.qualifiers != nil || element.identifier == "02" ? 1 : element.rule == nil ? 6 : 5
        }
    }

    private static func phrase(_ element: GS1Element, today: CivilDate) -> Summary {
        if let coupon = NorthAmericanCoupon(code: element.value.utf8Slice), element.identifier == "8110" {
            return .saves(coupon.saving, offer: coupon.offer.text)
        }
        let reading = GS1Reading(element, today: today)
        let problem = element.problems.first
        if problem == nil, ["17", "7003"].contains(element.identifier), reading.note != nil {
            return reading.isExpired ? .expired(reading.text) : .expires(reading.text)
        }
        return .element(element.label, reading.text, problem: problem)
    }
}

extension DigitalLink {
    /// The fields that an address has beside those of every address: the elements, and the element string in brackets.
    static func fields(of address: WebAddress, today: CivilDate) -> (fields: [PayloadField], warnings: [PayloadWarning])
    {
        guard let link = DigitalLink(address) else { return ([], []) }
        var fields = GS1Payload.elementFields(of: link.message, today: today)
        fields.append(PayloadField("bracketed", .elements, link.message.bracketed))
        return (fields, link.message.warnings)
    }
}
