import Files

/// A text in which names in braces stand for what a row has: `https://example.org/{sku}`. `{{` and `}}` are braces.
package struct FieldTemplate: Hashable, Sendable {
    private enum Part: Hashable, Sendable {
        case text(String)
        case field(String)
    }

    private let parts: [Part]

    /// - Throws: `UserError` for a brace without its other one, and for an empty name.
    package init(_ template: String) throws(UserError) {
        var parts: [Part] = []
        var literal = ""
        var rest = template[...]
        while let character = rest.popFirst() {
            guard character == "{" || character == "}" else {
                literal.append(character)
                continue
            }
            if rest.first == character {
                rest.removeFirst()
                literal.append(character)
                continue
            }
            guard character == "{", let end = rest.firstIndex(of: "}"), end > rest.startIndex else {
                throw UserError(
                    "\(UserError.quoted(template)): a \(character) is alone, or names no field; {{ and }} are braces"
                )
            }
            if !literal.isEmpty { parts.append(.text(literal)) }
            literal = ""
            parts.append(.field(String(rest[..<end])))
            rest = rest[rest.index(after: end)...]
        }
        self.parts = literal.isEmpty ? parts : parts + [.text(literal)]
    }

    package var fields: Set<String> {
        Set(
            parts.compactMap { part in
                guard case .field(let name) = part else { return nil }
                return name
            })
    }

    /// The text for a row; what `value` does not know is empty.
    package func text(_ value: (String) -> String?) -> String {
        var text = ""
        for part in parts {
            switch part {
            case .text(let literal): text += literal
            case .field(let name): text += value(name) ?? ""
            }
        }
        return text
    }
}
