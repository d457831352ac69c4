import Formats

/// A GS1 Digital Link: a web address whose path tells a key and its qualifiers, and whose query further elements
/// (GS1 Digital Link Standard: URI Syntax).
struct DigitalLink {
    let message: GS1Message

    /// What versions of the standard before 1.2 allowed instead of the commonest identifiers.
    private static let names = [
        "gtin": "01", "itip": "8006", "cpid": "8010", "gmn": "8013", "gln": "414", "party": "417", "gsrnp": "8017",
        "gsrn": "8018", "gcn": "255", "sscc": "00", "gdti": "253", "ginc": "401", "gsin": "402", "grai": "8003",
        "giai": "8004", "cpv": "22", "lot": "10", "ser": "21", "exp": "17",
    ]

    /// Nil when the path does not end in a key, its qualifiers in their order, and a value of the right form for each. A wrong
    /// check digit is no reason.
    init?(_ address: WebAddress) {
        let path = Array(address.path.utf8)
        guard path.count <= 2048 else { return nil }
        var segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let endsInSlash = segments.count > 1 && segments.last?.isEmpty == true
        if endsInSlash { segments.removeLast() }
        guard let path = Self.elements(inPath: segments) else { return nil }
        var elements = path
        var warnings: [PayloadWarning] = endsInSlash ? [.linkEndsInSlash] : []
        for pair in (address.query ?? "").utf8.split(separator: UInt8(ascii: "&")).prefix(GS1Message.maximumElements) {
            let (name, value) = ArraySlice(Array(pair)).cut(at: UInt8(ascii: "="))
            // Parameters that are not identifiers are the resolver's or the site's own.
            guard let value, let identifier = Self.identifier(inQuery: name) else { continue }
            guard (2...4).contains(identifier.utf8.count) else {
                warnings.append(.unknownIdentifier(identifier))
                continue
            }
            let plain = value.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
            let element = Self.element(identifier, ArraySlice(plain[...].percentDecoded))
            warnings += Self.warnings(for: element, beside: elements, path: path)
            elements.append(element)
        }
        message = GS1Message(elements: elements, linkWarnings: warnings)
    }

    /// The identifier that a parameter's name is; nil for a name that is not all digits.
    private static func identifier(inQuery name: ArraySlice<UInt8>) -> String? {
        if let identifier = names[name.text] { return identifier }
        return name.isEmpty || !name.allSatisfy(ASCII.isDigit) ? nil : name.text
    }

    /// What is wrong with an element of the query, beside its value: each identifier stands once, and in the path where it can
    /// (GS1 Digital Link Standard: URI Syntax, 4.8 and 4.10).
    private static func warnings(
        for element: GS1Element, beside others: [GS1Element], path: [GS1Element]
    ) -> [PayloadWarning] {
        guard let rule = element.rule else { return [] }
        if let other = others.first(where: { $0.identifier == element.identifier }) {
            // Different values are reported for every message.
            return other.value == element.value ? [.repeatedInLink(element.title)] : []
        }
        if !rule.isLinkAttribute { return [.notInQuery(element.title)] }
        let identifiers = path.map(\.identifier)
        let fits = (1...identifiers.count).contains { place in
            let longer = identifiers.prefix(place) + [element.identifier] + identifiers.dropFirst(place)
            return isSequence(Array(longer))
        }
        return fits ? [.belongsInPath(element.title)] : []
    }

    /// The key nearest to the end whose qualifiers reach to the end.
    private static func elements(inPath segments: [ArraySlice<UInt8>]) -> [GS1Element]? {
        // No key has more than three qualifiers.
        for start in stride(from: segments.count - 2, through: max(0, segments.count - 8), by: -2) {
            let places = Array(stride(from: start, to: segments.count, by: 2))
            let identifiers = places.map { names[segments[$0].text] ?? segments[$0].text }
            guard isSequence(identifiers) else { continue }
            let elements = zip(identifiers, places).map {
                element($0, ArraySlice(segments[$1 + 1].percentDecoded))
            }
            if elements.allSatisfy(\.isWellFormed) { return elements }
        }
        return nil
    }

    /// Whether `identifiers` are a key and some of its qualifiers, in their order.
    private static func isSequence(_ identifiers: [String]) -> Bool {
        GS1Dictionary.standard[identifiers[0]]?.qualifiers?
            .contains { isInOrder(Array(identifiers.dropFirst()), of: $0) } ?? false
    }

    /// Whether `identifiers` are some of `qualifiers`, in the same order.
    private static func isInOrder(_ identifiers: [String], of qualifiers: [String]) -> Bool {
        var rest = qualifiers[...]
        for identifier in identifiers {
            guard let index = rest.firstIndex(of: identifier) else { return false }
            rest = rest[(index + 1)...]
        }
        return true
    }

    /// A GTIN may be as short as it is on the product.
    private static func element(_ identifier: String, _ value: ArraySlice<UInt8>) -> GS1Element {
        let isShort = [8, 12, 13].contains(value.count) && value.allSatisfy(ASCII.isDigit)
        let value = isShort && ["01", "02"].contains(identifier) ? GTIN.fourteen(value) : value
        return GS1Element(identifier: identifier.utf8Slice, value: String(decoding: value, as: UTF8.self).utf8Slice)
    }
}

extension DigitalLink {
    /// The order in which keys are preferred where a message has several: what is identified before where it is and who pays.
    private static let keys = [
        "01", "8006", "8013", "8010", "8003", "8004", "00", "253", "255", "401", "402", "8017", "8018", "414", "417",
        "415",
    ]

    /// The canonical address of a message; nil when an element cannot stand in one, or is of the wrong form.
    static func address(of message: GS1Message) -> String? {
        var rest: [String: String] = [:]
        for element in message.elements {
            guard element.isWellFormed, rest[element.identifier, default: element.value] == element.value else {
                return nil
            }
            rest[element.identifier] = element.value
        }
        guard let key = keys.first(where: { rest[$0] != nil }), let value = rest.removeValue(forKey: key),
            let alternatives = GS1Dictionary.standard[key]?.qualifiers
        else { return nil }
        var address = "https://id.gs1.org/\(key)/\(URIText.encoded(value))"
        let qualifiers = alternatives.max { count($0, in: rest) < count($1, in: rest) } ?? []
        for qualifier in qualifiers {
            guard let value = rest.removeValue(forKey: qualifier) else { continue }
            address += "/\(qualifier)/\(URIText.encoded(value))"
        }
        guard rest.keys.allSatisfy({ GS1Dictionary.standard[$0]?.isLinkAttribute ?? false }) else { return nil }
        let query = rest.sorted { $0.key < $1.key }.map { "\($0.key)=\(URIText.encoded($0.value))" }
        return query.isEmpty ? address : address + "?" + query.joined(separator: "&")
    }

    private static func count(_ qualifiers: [String], in elements: [String: String]) -> Int {
        qualifiers.count { elements[$0] != nil }
    }
}
