/// Why nothing is composed of what was entered.
package struct FormError: Error, Hashable, Sendable {
    /// The field that has to change; nil if it is none alone.
    package let field: String?
    /// One line that says what to do; begins with a small letter and has no full stop.
    package let reason: String

    /// A problem with a field's value, or with all of them.
    package init(_ field: String?, _ reason: String) { (self.field, self.reason) = (field, reason) }
}
