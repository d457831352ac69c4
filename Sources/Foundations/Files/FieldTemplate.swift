/// A text in which names in braces stand for values: `https://example.org/{sku}`.
///
///     let template = try FieldTemplate("No {n}: {{sku}}")
///     template.text { ["n": "3"][$0] }    // No 3: {sku}
///
/// It is parsed once, and values are inserted as they are: a brace in a value is only a brace.
package struct FieldTemplate: Hashable, Sendable {
    /// A piece of a template.
    package enum Part: Hashable, Sendable {
        case text(String)
        case field(String)
    }

    /// The pieces in their order; no text is empty.
    package let parts: [Part]

    /// A template in which `{{` and `}}` are braces.
    ///
    /// - Throws: `UserError` for a brace without its other one, and for an empty name.
    package init(_ template: String) throws(UserError) {
        var parts = PartList()
        var rest = template[...]
        while let character = rest.popFirst() {
            guard character == "{" || character == "}" else {
                parts.literal.append(character)
                continue
            }
            if rest.first == character {
                rest.removeFirst()
                parts.literal.append(character)
                continue
            }
            guard character == "{", let end = rest.firstIndex(of: "}"), end > rest.startIndex else {
                throw UserError(
                    "\(UserError.quoted(template)): a \(character) is unmatched or names no field; write {{ and }} for braces"
                )
            }
            parts.append(field: rest[..<end])
            rest = rest[end...].dropFirst()
        }
        self.parts = parts.finished
    }

    /// A template in which braces around anything but a field's name are text, as in JSON.
    ///
    /// - Parameter isField: whether a text between braces is a field's name.
    package init(_ template: String, where isField: (Substring) -> Bool) {
        var parts = PartList()
        var rest = template[...]
        while let character = rest.popFirst() {
            // No name has a brace in it, so each brace is passed once.
            let name = character == "{" ? rest.prefix { $0 != "{" && $0 != "}" } : ""
            if character == "{", rest[name.endIndex...].first == "}", isField(name) {
                parts.append(field: name)
                rest = rest[name.endIndex...].dropFirst()
            } else {
                parts.literal.append(character)
            }
        }
        self.parts = parts.finished
    }

    /// The names in braces.
    package var fields: Set<String> {
        Set(
            parts.compactMap { part in
                guard case .field(let name) = part else { return nil }
                return name
            })
    }

    /// The text with its values; what `value` does not know is empty.
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

    /// A program and its arguments with values in the arguments. The program's name is never a template.
    ///
    /// - Parameters:
    ///   - isField: whether a text between braces is a field's name; other braces are text.
    ///   - value: the value of a field; nil for an empty one.
    package static func command(
        _ words: [String], where isField: (Substring) -> Bool, _ value: (String) -> String?
    ) -> [String] {
        words.prefix(1) + words.dropFirst().map { FieldTemplate($0, where: isField).text(value) }
    }
}

/// Parts under construction: a literal that grows, and the parts before it.
private struct PartList {
    private var parts: [FieldTemplate.Part] = []
    var literal = ""

    mutating func append(field name: Substring) {
        parts = finished
        parts.append(.field(String(name)))
        literal = ""
    }

    var finished: [FieldTemplate.Part] { literal.isEmpty ? parts : parts + [.text(literal)] }
}
