import Formats

/// An application identifier with its value, checked.
package struct GS1Element: Hashable, Sendable {
    /// The application identifier, two to four digits; empty if there is none.
    package let identifier: String
    /// The value as it stands in the symbol.
    package let value: String
    /// What is wrong with the value, each in a few words; empty when nothing is.
    package var problems: [String] { problemNotes.map(\.text) }
    let problemNotes: [Note]
    /// Whether length and characters are as the identifier asks; check digits and dates may still be wrong.
    package let isWellFormed: Bool

    init(identifier: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
        self.identifier = identifier.text
        self.value = value.text
        guard let rule = GS1Dictionary.standard[self.identifier] else {
            problemNotes = [identifier.isEmpty ? .noIdentifier : .unknownIdentifier]
            isWellFormed = false
            return
        }
        var checking = Checking()
        checking.check(value, against: rule)
        problemNotes = checking.problems
        isWellFormed = checking.isWellFormed
    }

    /// The row of the table; nil for an unknown identifier.
    var rule: GS1Identifier? { GS1Dictionary.standard[identifier] }

    /// What the element is called: `Lot`; its identifier when that is unknown.
    package var label: String { name.text }

    /// The label with the identifier: `Lot (10)`.
    var title: String { "\(label) (\(identifier))" }

    var name: FieldName {
        if let rule { return .tabled(rule.names.label) }
        return identifier.isEmpty ? .unknownData : .unknown(identifier)
    }

    /// The parts of the value, in the order of the components; an optional one that is missing is not there.
    var parts: [ArraySlice<UInt8>] {
        var rest = value.utf8Slice
        var parts: [ArraySlice<UInt8>] = []
        for component in rule?.components ?? [] where !rest.isEmpty {
            parts.append(rest.prefix(component.maximum))
            rest = rest.dropFirst(component.maximum)
        }
        return parts
    }
}

/// The check of one value.
private struct Checking {
    var problems: [Note] = []
    var isWellFormed = true

    mutating func check(_ value: ArraySlice<UInt8>, against rule: GS1Identifier) {
        guard !value.isEmpty else { return fail(.nothingInIt) }
        if value.count > rule.maximumLength {
            fail(.tooLong(value.count, maximum: rule.maximumLength))
        }
        var rest = value
        for component in rule.components {
            if rest.isEmpty {
                if !component.isOptional { fail(.tooShort(value.count)) }
                return
            }
            let part = rest.prefix(component.maximum)
            rest = rest.dropFirst(component.maximum)
            check(part, against: component)
        }
        // The table has no check for these, but GSMA TS.06 has.
        if ["8040", "8041"].contains(rule.first), isWellFormed, !CheckDigits.isLuhn(value) {
            problems.append(.checkDigitWrong)
        }
    }

    private mutating func check(_ part: ArraySlice<UInt8>, against component: GS1Component) {
        guard part.count >= component.minimum else {
            return fail(.tooShort(part.count, minimum: component.minimum))
        }
        guard component.allows(part) else {
            return fail(component.characterSet == .digits ? .moreThanDigits : .charactersNotAllowed)
        }
        problems += component.checks.compactMap { $0.problem(in: part) }
    }

    private mutating func fail(_ problem: Note) {
        problems.append(problem)
        isWellFormed = false
    }
}

extension GS1Element {
    /// The value as people read it, such as `2027-01-01` or `0.750 kg`, and what is to be said of it, such as `expires in 12
    /// days`; the value itself where it says no more.
    package func reading(today: CivilDate = .today) -> (text: String, note: String?) {
        let reading = GS1Reading(self, today: today)
        return (reading.text, reading.note?.text)
    }
}

extension GS1Message {
    /// One object: `elements` with `identifier`, `value`, `key`, `label`, `text`, `note` and `problems`, the message in its
    /// forms (`bracketed`, `elementString` with FNC1 as GS, `digitalLink` or null), and `warnings`.
    package var json: JSONValue {
        let elements = elements.map { element -> JSONValue in
            let reading = element.reading()
            return [
                "identifier": .string(element.identifier), "value": .string(element.value),
                "key": element.rule.map { .string($0.names.key) } ?? .null, "label": .string(element.label),
                "text": .string(reading.text), "note": reading.note.map { .string($0) } ?? .null,
                "problems": .array(element.problems.map { .string($0) }),
            ]
        }
        return [
            "bracketed": .string(bracketed), "elementString": .string(elementString),
            "digitalLink": digitalLink.map { .string($0) } ?? .null, "elements": .array(elements),
            "warnings": .array(warnings.map { ["name": .string($0.name), "message": .string($0.message)] }),
        ]
    }
}
