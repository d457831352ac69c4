/// Why the terminal cannot be used, and what to use instead, in one line.
public struct TerminalError: Error, CustomStringConvertible, Sendable {
    /// The line.
    public let description: String
    init(_ description: String) { self.description = description }

    /// What to use instead, for the end of a line.
    static let advice = "use `quietzone watch` or `quietzone read`, which need no screen"
}
