import Files

extension UserError {
    /// Foreign text as it stands in a line: at most 40 characters, control characters marked.
    package static func quoted(_ text: some StringProtocol) -> String { "“\(shown(text))”" }

    /// The same without quotation marks.
    static func shown(_ text: some StringProtocol) -> String {
        let shown = text.unicodeScalars.prefix(40).map { scalar -> Character in
            scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
                ? "\u{FFFD}" : Character(scalar)
        }
        return String(shown) + (text.unicodeScalars.count > 40 ? "…" : "")
    }
}
