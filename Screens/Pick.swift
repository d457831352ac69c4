import Surface

/// One of several to take, with what follows; typing finds it.
///
///     Pick(title: "Theme", options: names.map { Pick.Option($0, $0) }, selected: "dark") { [.settings(.change(theme, to: $0))] }
package struct Pick: Sendable {
    /// What can be taken.
    package struct Option: Sendable, Hashable {
        /// What is handed to `then`.
        package var id: String
        package var title: String
        /// What it is, beside its title; may be empty.
        package var detail: String
        /// Why it cannot be taken now, in a line; nil when it can.
        package var refusal: String?
        /// The character that takes it while nothing is typed; nil if it is a letter of a search.
        package var shortcut: Character?

        package init(
            _ id: String, _ title: String, detail: String = "", refusal: String? = nil, shortcut: Character? = nil
        ) {
            self.id = id
            self.title = title
            self.detail = detail
            self.refusal = refusal
            self.shortcut = shortcut
        }
    }

    package var title: String
    /// What there is to know before answering; may be empty.
    package var hint: String
    /// What can be taken, each with another id.
    package var options: [Option]
    /// The id of what is taken now; nil if nothing is.
    package var selected: String?
    /// What is typed already.
    package var typed: String
    /// Asks for the options that fit what is typed: `ScreenStack.offer`; nil if typing chooses among those that are there.
    package var search: (@Sendable (String) -> [Effect])?
    /// What is done with what was taken.
    package var then: @Sendable (String) -> [Effect]

    package init(
        title: String, hint: String = "", options: [Option], selected: String? = nil,
        typed: String = "", search: (@Sendable (String) -> [Effect])? = nil,
        then: @escaping @Sendable (String) -> [Effect]
    ) {
        self.title = title
        self.hint = hint
        self.options = options
        self.selected = selected
        self.typed = typed
        self.search = search
        self.then = then
    }
}

extension Pick: Hashable {
    /// Whether both ask the same, and each option leads to the same.
    package static func == (a: Pick, b: Pick) -> Bool {
        a.title == b.title && a.hint == b.hint && a.options == b.options && a.selected == b.selected
            && a.typed == b.typed
            && a.options.allSatisfy { a.then($0.id) == b.then($0.id) }
    }

    /// By what is asked.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(title)
        hasher.combine(options)
        hasher.combine(selected)
    }
}
