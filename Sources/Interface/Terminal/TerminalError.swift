/// Why the terminal cannot be used, and what to use instead, in one line.
package struct TerminalError: Error, CustomStringConvertible, Sendable {
    /// The line.
    package let description: String
    init(_ description: String) { self.description = description }

    /// What to use instead, for the end of a line.
    static let advice = "use `quietzone watch` or `quietzone read`, which need no screen"
}
