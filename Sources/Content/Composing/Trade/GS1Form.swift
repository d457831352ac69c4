import Payloads

/// GS1 elements, or the Digital Link that tells them.
enum GS1Form {
    static let form = PayloadForm(
        "gs1", "GS1 elements", symbolKind: "gs1-128",
        fields: [
            .text(
                "elements", "Elements", "Enter elements with their identifiers in brackets",
                like: "(01)09521234543213(17)271231(10)ABC", isRequired: true),
            .choice(
                "gs1-form", "Form", "The format: elements with FNC1, or a web address",
                [.init("elements", "Elements"), .init("digital-link", "Digital Link")]),
        ]
    ) { entries throws(FormError) in
        func problem(_ reason: String) -> FormError { FormError("elements", reason) }
        guard let message = GS1Message(text: entries["elements"]) else {
            throw problem("this is not GS1 data: begin with (01) or another identifier in brackets")
        }
        if let reason = message.problem { throw problem(reason) }
        if entries.choice("gs1-form") == "digital-link" {
            guard let link = message.digitalLink else {
                throw FormError(
                    "gs1-form",
                    "a Digital Link cannot hold all of this: choose elements, or begin with a key such as (01)")
            }
            return ComposedContent(link, symbolKinds: ["qr-code", "data-matrix"])
        }
        let text = message.elementString
        let matrices = ["gs1-data-matrix", "gs1-qr-code"]
        // GS1-128 holds at most 48 characters (GS1 General Specifications, 5.4.4.4).
        return ComposedContent(text, symbolKinds: text.utf8.count <= 48 ? ["gs1-128"] + matrices : matrices)
    }
}

/// An application identifier, for a list to pick from.
package struct GS1IdentifierEntry: Hashable, Sendable, Identifiable {
    /// Its digits; `n` stands for those that tell where the decimal point is: `310n`.
    package let number: String
    /// Its name for people: `Best before`.
    package let title: String
    /// What it holds, in words: `14 digits`.
    package let format: String

    package var id: String { number }

    /// All identifiers, by their numbers.
    package static let all: [GS1IdentifierEntry] = GS1Dictionary.standard.identifiers.map(Self.init)

    private init(_ identifier: GS1Identifier) {
        number = identifier.first == identifier.last ? identifier.first : identifier.first.dropLast() + "n"
        title = identifier.names.label
        format = identifier.components.map(Self.words).joined(separator: ", then ")
    }

    private static func words(_ component: GS1Component) -> String {
        let characters = component.characterSet == .digits ? "digit" : "character"
        let isFixed = component.minimum == component.maximum
        let count = isFixed ? "\(component.maximum)" : "up to \(component.maximum)"
        let words = "\(count) \(characters)\(component.maximum == 1 ? "" : "s")"
        return component.isOptional ? "perhaps \(words)" : words
    }
}
