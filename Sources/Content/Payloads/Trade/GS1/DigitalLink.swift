import Formats

/// A GS1 Digital Link: a web address whose path tells a key and its qualifiers, and whose query further elements
/// (GS1 Digital Link Standard: URI Syntax).
struct DigitalLink {
    let message: GS1Message

    /// What versions of the standard before 1.2 allowed in place of the commonest identifiers.
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
        let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: true)
        guard var elements = Self.elements(inPath: segments) else { return nil }
        for pair in (address.query ?? "").utf8.split(separator: UInt8(ascii: "&")).prefix(GS1Message.maximumElements) {
            if let element = Self.element(inQuery: ArraySlice(Array(pair))) { elements.append(element) }
        }
        message = GS1Message(elements: elements)
    }

    /// The key nearest to the end whose qualifiers reach to the end.
    private static func elements(inPath segments: [ArraySlice<UInt8>]) -> [GS1Element]? {
        // No key has more than three qualifiers.
        for start in stride(from: segments.count - 2, through: max(0, segments.count - 8), by: -2) {
            let places = Array(stride(from: start, to: segments.count, by: 2))
            let identifiers = places.map { names[segments[$0].text] ?? segments[$0].text }
            guard let qualifiers = GS1Dictionary.standard[identifiers[0]]?.qualifiers,
                qualifiers.contains(where: { isInOrder(Array(identifiers.dropFirst()), of: $0) })
            else { continue }
            let elements = zip(identifiers, places).map {
                element($0, ArraySlice(segments[$1 + 1].percentDecoded))
            }
            if elements.allSatisfy(\.isWellFormed) { return elements }
        }
        return nil
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

    /// Parameters that are no identifier are the resolver's or the site's own.
    private static func element(inQuery pair: ArraySlice<UInt8>) -> GS1Element? {
        let (name, value) = pair.cut(at: UInt8(ascii: "="))
        let identifier = names[name.text] ?? name.text
        guard let value, (2...4).contains(identifier.utf8.count), identifier.utf8.allSatisfy(ASCII.isDigit) else {
            return nil
        }
        let plain = value.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        return element(identifier, ArraySlice(plain[...].percentDecoded))
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
