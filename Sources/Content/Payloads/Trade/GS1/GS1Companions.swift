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
                    warnings.append(.repeated(name(element)))
                }
                continue
            }
            seen[element.identifier] = element.value
            guard let rule = element.rule else {
                warnings.append(unknown(element))
                continue
            }
            if !element.problemNotes.isEmpty { warnings.append(.wrong(name(element), element.problemNotes)) }
            warnings += companions.missing(beside: element, rule) + companions.forbidden(beside: element, rule)
        }
        return warnings
    }

    private func missing(beside element: GS1Element, _ rule: GS1Identifier) -> [PayloadWarning] {
        rule.requirements.compactMap { alternatives in
            let isMet = alternatives.contains { $0.allSatisfy { identifiers[$0] != nil } }
            if isMet { return nil }
            return .needs(Self.name(element), Array(alternatives.prefix(6)))
        }
    }

    private func forbidden(beside element: GS1Element, _ rule: GS1Identifier) -> [PayloadWarning] {
        let others = rule.exclusions.flatMap { identifiers[$0] ?? [] }.filter { $0 != element.identifier }
        return Set(others).sorted().map { .forbidden(Self.name(element), beside: $0) }
    }

    private static func unknown(_ element: GS1Element) -> PayloadWarning {
        element.identifier.isEmpty
            ? .withoutIdentifier
            : .unknownIdentifier(element.identifier)
    }

    private static func name(_ element: GS1Element) -> String { "\(element.label) (\(element.identifier))" }
}
