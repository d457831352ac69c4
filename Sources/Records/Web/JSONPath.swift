import Formats

/// A place in a JSON value: names and numbers with dots between them, `*` for every element of an array.
///
///     JSONPath("items.0.title")       // the title of the first item
///     JSONPath("authors.*.name")      // the names of all
package struct JSONPath: Hashable, Sendable {
    private let steps: [String]

    /// Nil where a step has no name, or there are more than 16.
    package init?(_ text: String) {
        steps = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if steps.contains("") || steps.count > 16 { return nil }
    }

    /// The values there, at most 100; none where a step leads nowhere.
    package func values(in value: JSONValue) -> [JSONValue] {
        var values = [value]
        for step in steps {
            values = values.flatMap { value -> [JSONValue] in
                if step == "*" { return value.elements }
                if case .array(let elements) = value {
                    guard let index = Int(step), elements.indices.contains(index) else { return [] }
                    return [elements[index]]
                }
                return value[key: step].map { [$0] } ?? []
            }
            values = Array(values.prefix(100))
        }
        return values
    }

    /// The texts and numbers there, with commas between them; nil without.
    package func text(in value: JSONValue) -> String? {
        let texts = values(in: value).flatMap { value in
            if case .array(let elements) = value { elements } else { [value] }
        }.compactMap(\.scalarText).prefix(20)
        return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }
}
