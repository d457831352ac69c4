/// Which elements must stand beside others, and which must not (GS1 General Specifications 4.13 and 4.14).
struct GS1Companions {
    /// The identifiers of a message by the patterns that they fit: `3103` fits `3103`, `310n` and `31nn`.
    private var identifiers: [String: Set<String>] = [:]

    private init(_ elements: [GS1Element]) {
        for identifier in elements.map(\.identifier) {
            identifiers[identifier, default: []].insert(identifier)
            guard identifier.utf8.count == 4 else { continue }
            identifiers[identifier.prefix(3) + "n", default: []].insert(identifier)
            identifiers[identifier.prefix(2) + "nn", default: []].insert(identifier)
        }
    }

    /// What is to be told of `elements` together, each kind of warning once for an identifier.
    static func warnings(for elements: [GS1Element]) -> [PayloadWarning] {
        let companions = GS1Companions(elements)
        var seen: [String: String] = [:]
        var warnings: [PayloadWarning] = []
        for element in elements {
            if let value = seen[element.identifier] {
                if value != element.value, element.rule != nil {
                    warnings.append(.repeated(element.title))
                }
                continue
            }
            seen[element.identifier] = element.value
            guard let rule = element.rule else {
                warnings.append(unknown(element))
                continue
            }
            if !element.problemNotes.isEmpty { warnings.append(.wrong(element.title, element.problemNotes)) }
            warnings += companions.missing(beside: element, rule) + companions.forbidden(beside: element, rule)
            if companions.lacksSerial(element, rule) { warnings.append(.needsSerial(element.title)) }
        }
        return warnings
    }

    private func missing(beside element: GS1Element, _ rule: GS1Identifier) -> [PayloadWarning] {
        rule.requirements.compactMap { alternatives in
            let isMet = alternatives.contains { $0.allSatisfy { identifiers[$0] != nil } }
            if isMet { return nil }
            return .needs(element.title, Array(alternatives.prefix(6)))
        }
    }

    private func forbidden(beside element: GS1Element, _ rule: GS1Identifier) -> [PayloadWarning] {
        let others = rule.exclusions.flatMap { identifiers[$0] ?? [] }.filter { $0 != element.identifier }
        return Set(others).sorted().map { .forbidden(element.title, beside: $0) }
    }

    /// Whether a key has no serial part beside a digital signature, which is of one item (GS1 General Specifications 3.8.21).
    private func lacksSerial(_ element: GS1Element, _ rule: GS1Identifier) -> Bool {
        identifiers["8030"] != nil && rule.qualifiers != nil && rule.components.last?.isOptional == true
            && element.parts.count < rule.components.count
    }

    private static func unknown(_ element: GS1Element) -> PayloadWarning {
        element.identifier.isEmpty
            ? .withoutIdentifier
            : .unknownIdentifier(element.identifier)
    }
}
