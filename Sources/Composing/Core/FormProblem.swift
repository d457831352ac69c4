/// Why nothing is composed of what was entered.
public struct FormProblem: Error, Hashable, Sendable {
    /// The field that has to change; nil where it is none alone.
    public let field: String?
    /// One line that says what to do; begins with a small letter and has no full stop.
    public let reason: String

    /// A problem with a field's value, or with all of them.
    public init(_ field: String?, _ reason: String) { (self.field, self.reason) = (field, reason) }
}
