/// Why something cannot be done, in one line that says what to do.
package struct UserError: Error, CustomStringConvertible, Hashable, Sendable {
    /// The line; what foreign text stands in it is short and without control characters.
    package let description: String

    package init(_ description: String) { self.description = description }
}
