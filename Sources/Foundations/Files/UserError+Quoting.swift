extension UserError {
    /// Foreign text as it stands in a line: at most 40 characters, passwords masked, those that control a terminal or the direction marked.
    package static func quoted(_ text: some StringProtocol) -> String { "“\(shown(String(text).withMaskedPasswords))”" }

    /// The same without quotation marks.
    package static func shown(_ text: some StringProtocol) -> String {
        let shown = text.unicodeScalars.prefix(40).map { scalar -> Character in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
            default: Character(scalar)
            }
        }
        return String(shown) + (text.unicodeScalars.count > 40 ? "…" : "")
    }
}
