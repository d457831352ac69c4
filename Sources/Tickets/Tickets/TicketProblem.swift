/// Why a ticket or a key cannot be used, in one line that says what to do.
package struct TicketProblem: Error, CustomStringConvertible, Hashable, Sendable {
    /// The line; what foreign text stands in it is short and without control characters.
    package let description: String

    /// A line of the program's own.
    package init(_ description: String) { self.description = description }

    /// Foreign text as it stands in a line: at most 40 characters, control characters marked.
    package static func quoted(_ text: some StringProtocol) -> String { "“\(String(text).singleLine(limit: 40))”" }
}
