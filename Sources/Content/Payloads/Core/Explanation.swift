import Formats

extension Payload {
    /// How it is understood, whole: `kind`, `title`, `summary`, `kept` (whether it is kept by default), `fields` (each with
    /// `key`, `label`, `value`, `note` and `secret` where they are), `risks` (`name`, `message`), `actions` (titles),
    /// `rule` (what the settings do with it; null for nothing), and `payload`, as `read --json` has it. Secrets are not masked.
    package func explanation(rule: String? = nil) -> JSONValue {
        let fields = fields.map { field in
            var members: [JSONValue.Member] = [
                .init("key", .string(field.key)), .init("label", .string(field.label)), .init("value", field.json),
            ]
            if let note = field.note { members.append(.init("note", .string(note))) }
            if field.isSecret { members.append(.init("secret", .bool(true))) }
            return JSONValue.object(members)
        }
        return [
            "kind": .string(kind.rawValue), "title": .string(kind.title), "summary": .string(summary),
            "kept": .bool(kind.isKeptByDefault), "fields": .array(fields),
            "risks": .array(warnings.map { ["name": .string($0.name), "message": .string($0.message)] }),
            "actions": .array(actions.map { .string($0.title) }), "rule": rule.map { .string($0) } ?? .null,
            "payload": json,
        ]
    }

    /// The same for people: a line each, a value of several lines with its breaks as they are.
    package func explanationLines(rule: String? = nil, showsSecrets: Bool) -> [String] {
        let width = fields.map(\.label.count).max() ?? 0
        var lines = ["\(kind.title): \(summary)"]
        for field in fields {
            let label = field.label + String(repeating: " ", count: max(0, width - field.label.count))
            let value = showsSecrets ? field.value : field.maskedValue
            lines.append("  \(label)  \(value)" + (field.note.map { "  (\($0))" } ?? ""))
        }
        lines += warnings.map { "  ! \($0.message)" }
        if !kind.isKeptByDefault { lines.append("Not saved in the history by default") }
        if let rule { lines.append("  Your settings: \(rule)") }
        lines.append("Actions: " + actions.prefix(7).map(\.title).joined(separator: " · "))
        return lines
    }
}
