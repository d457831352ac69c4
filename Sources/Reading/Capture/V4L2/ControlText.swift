/// Controls as people read and spell them.
extension CameraControl {
    /// The value as it is shown: a number, `on` or `off`, a choice's title; `?` when the camera does not report it.
    package var valueText: String {
        guard let value else { return kind == .button ? "a button" : "?" }
        return switch kind {
        case .integer, .button: "\(value)"
        case .boolean: value != 0 ? "on" : "off"
        case .menu: items.first { $0.value == value }?.title ?? "\(value)"
        }
    }

    /// What can be set: `0…250, in steps of 5`, `on or off`, `0 Disabled, 1 50 Hz`.
    package var choices: String {
        switch kind {
        case .integer: "\(range.lowerBound)…\(range.upperBound)" + (step > 1 ? ", in steps of \(step)" : "")
        case .boolean: "on or off"
        case .menu: items.map { "\($0.value) \($0.title)" }.joined(separator: ", ")
        case .button: "no value"
        }
    }

    /// Why it cannot be set now; nil when it can.
    package var refusal: String? {
        if isDisabled { return "disabled" }
        if isReadOnly { return "read-only" }
        return isInactive ? "inactive" : nil
    }

    /// One line with everything: `focus_absolute = 120  (0…250 step 5, default 0) inactive`.
    package var summary: String {
        var text = key
        switch kind {
        case .integer:
            let steps = step > 1 ? " step \(step)" : ""
            text += " = \(valueText)  (\(range.lowerBound)…\(range.upperBound)\(steps), default \(defaultValue))"
        case .boolean: text += " = \(valueText)  (default \(defaultValue != 0 ? "on" : "off"))"
        case .menu: text += " = \(valueText)  (\(choices))"
        case .button: text += "  (a button)"
        }
        return text + (refusal.map { " \($0)" } ?? "")
    }

    /// The value that `text` spells for this control: a number in its range, `on`/`off`, a choice by number or title
    /// in any case; nil when it spells none. A button takes no text.
    package func value(spelled text: String?) -> Int? {
        guard let text, kind != .button else { return kind == .button && (text ?? "1") == "1" ? 1 : nil }
        let word = text.lowercased()
        switch kind {
        case .integer: return Int(word).flatMap { range.contains($0) ? $0 : nil }
        case .boolean:
            switch word {
            case "on", "yes", "true", "1": return 1
            case "off", "no", "false", "0": return 0
            default: return nil
            }
        case .menu: return items.first { "\($0.value)" == word || $0.title.lowercased() == word }?.value
        case .button: return nil
        }
    }
}
