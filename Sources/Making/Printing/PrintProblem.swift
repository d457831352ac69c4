/// Why something cannot be printed, in one line that says what to do.
package struct PrintProblem: Error, CustomStringConvertible, Hashable, Sendable {
    /// The line; what foreign text stands in it is short and without control characters.
    package let description: String

    /// A line of the program's own.
    package init(_ description: String) { self.description = description }

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

/// Millimetres as people read them: at most two decimals, a point in every locale.
package func millimetres(_ length: Double) -> String {
    let hundredths = Int((length * 100).rounded())
    let (whole, rest) = (hundredths / 100, abs(hundredths % 100))
    if rest == 0 { return "\(whole)" }
    return "\(whole)." + (rest % 10 == 0 ? "\(rest / 10)" : rest < 10 ? "0\(rest)" : "\(rest)")
}
