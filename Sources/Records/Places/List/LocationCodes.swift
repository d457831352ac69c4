import Payloads

/// Where the scans after a symbol belong.
package struct Location: Hashable, Sendable {
    package static let placeField = "place"
    package static let shelfField = "shelf"

    /// The id of the place.
    package var place: String
    /// The shelf in it; nil for none.
    package var shelf: String?

    package init(place: String, shelf: String? = nil) { (self.place, self.shelf) = (place, shelf) }
}

/// Codes that stand for places: texts, beginnings of texts, and global location numbers of GS1 data.
///
///     let codes = LocationCodes([try Place(id: "cellar", codes: ["SHELF-*", "4012345000009"])])
///     codes.location(of: "SHELF-A4")                          // cellar, shelf A4
///     codes.location(of: "(414)4012345000009(254)12")         // cellar, shelf 12
package struct LocationCodes: Sendable {
    private var whole: [String: String] = [:]
    private var beginnings: [String: String] = [:]
    /// How long beginnings are, in bytes, the longest first.
    private var lengths: [Int] = []

    /// Of two places with one code the first counts.
    package init(_ places: [Place] = []) {
        for place in places {
            for code in place.codes {
                if code.last == "*" {
                    let beginning = String(code.dropLast())
                    if beginnings[beginning] == nil { beginnings[beginning] = place.id }
                } else if whole[code] == nil {
                    whole[code] = place.id
                }
            }
        }
        lengths = Set(beginnings.keys.map(\.utf8.count)).sorted(by: >)
    }

    package var isEmpty: Bool { whole.isEmpty && beginnings.isEmpty }

    /// The location that a symbol saying `text` stands for; nil for none.
    package func location(of text: String?) -> Location? {
        guard !isEmpty, let text, text.utf8.count <= 1000 else { return nil }
        if let place = whole[text] { return Location(place: place) }
        for length in lengths where length < text.utf8.count {
            let end = text.utf8.index(text.startIndex, offsetBy: length)
            guard let place = beginnings[String(decoding: text.utf8[..<end], as: UTF8.self)] else { continue }
            let shelf = String(decoding: text.utf8[end...], as: UTF8.self)
            return Location(place: place, shelf: Self.line(shelf))
        }
        return gs1(text)
    }

    /// A location's number (414) with its extension (254); a symbol that is of a product as well is not one of a place.
    private func gs1(_ text: String) -> Location? {
        guard let elements = GS1Message(text: text)?.elements,
            elements.allSatisfy({ ["414", "254"].contains($0.identifier) && $0.isWellFormed }),
            let number = elements.first(where: { $0.identifier == "414" })?.value, let place = whole[number]
        else { return nil }
        return Location(place: place, shelf: elements.first { $0.identifier == "254" }.flatMap { Self.line($0.value) })
    }

    private static func line(_ text: String) -> String? {
        let text = String(text.trimmingBlanks.prefix(100))
        return text.isEmpty ? nil : text
    }
}
