import Surface

/// A line to type, mostly the path of a file, with what follows the answer.
///
///     Prompt(title: "Export", hint: "…", text: "scans.csv") { [.export(.write(path: $0, overwrite: false))] }
package struct Prompt: Sendable {
    /// What is typed.
    package enum Content: Sendable, Hashable {
        /// The path of a file: completed by Tab, not blank, without blanks around it.
        case path
        /// Any text, as it is.
        case text
        /// A password: nobody reads it from the screen, and no history of answers has it.
        case secret
        /// Names of keys: Ctrl-V and a key write its name.
        case keys
    }

    package var title: String
    /// What there is to know before answering.
    package var hint: String
    package var content: Content
    /// What is done with the answer.
    package var then: @Sendable (String) -> [Effect]
    /// The answer that is suggested.
    package var text: String
    /// Whether the user has typed the beginning of the answer already, so that it is not a surprise.
    package var isBegun = false

    /// A question with a suggested answer; for a path by default.
    package init(
        title: String, hint: String, text: String, content: Content = .path,
        then: @escaping @Sendable (String) -> [Effect]
    ) {
        self.content = content
        self.title = title
        self.hint = hint
        self.then = then
        self.text = text
    }
}

extension Prompt: Hashable {
    /// Whether both ask the same, and lead to the same where the suggestion is taken.
    package static func == (a: Prompt, b: Prompt) -> Bool {
        a.title == b.title && a.hint == b.hint && a.text == b.text && a.then(a.text) == b.then(b.text)
    }

    /// By what is asked.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(title)
        hasher.combine(hint)
        hasher.combine(text)
    }
}
