import Files

/// A form of codes that a server's labels have, with names in braces for what differs: `web+spoolman:s-{id}`.
///
///     CodeForm("{base}/a/{id}")?.fields(of: "https://home.example/a/000-017")     // base and id
///
/// `{base}` is the address of a server, which is not checked; other names stand for one or more characters without `/ ? # &`.
package struct CodeForm: Hashable, Sendable {
    /// As it was written.
    package let text: String
    private let parts: [FieldTemplate.Part]

    /// The most characters of a code that is compared.
    private static let longestCode = 4096

    /// Nil for braces that do not match, and for names with nothing between them.
    package init?(_ text: String) {
        guard let template = try? FieldTemplate(text), !template.parts.isEmpty else { return nil }
        var wasField = false
        for part in template.parts {
            guard case .field = part else {
                wasField = false
                continue
            }
            if wasField { return nil }
            wasField = true
        }
        (self.text, parts) = (text, template.parts)
    }

    /// The names in it.
    package var names: Set<String> {
        Set(
            parts.compactMap { part in
                guard case .field(let name) = part else { return nil }
                return name
            })
    }

    /// What stands for its names in `code`; nil for other codes.
    package func fields(of code: String) -> [String: String]? {
        guard code.utf8.count <= Self.longestCode else { return nil }
        var fields: [String: String] = [:]
        var rest = code[...]
        var pending: String?
        func take(_ value: Substring) -> Bool {
            guard let name = pending else { return value.isEmpty }
            pending = nil
            guard Self.isValue(value, of: name) else { return false }
            fields[name] = String(value)
            return true
        }
        for (index, part) in parts.enumerated() {
            switch part {
            case .field(let name): pending = name
            case .text(let literal):
                // What follows a name ends at the last place of the last text, else at the first.
                let isLast = index == parts.count - 1
                let range = isLast ? rest.ranges(of: literal).last : rest.firstRange(of: literal)
                guard let range, take(rest[..<range.lowerBound]) else { return nil }
                rest = rest[range.upperBound...]
            }
        }
        if pending != nil { return take(rest) ? fields : nil }
        return rest.isEmpty ? fields : nil
    }

    private static func isValue(_ value: Substring, of name: String) -> Bool {
        if name == "base" { return value.hasPrefix("https://") || value.hasPrefix("http://") }
        return !value.isEmpty && !value.contains { "/?#&".contains($0) || $0.isNewline }
    }
}
