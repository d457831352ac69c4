/// Something that can be asked for by a key, a click or a screen. Who does it declares it.
package struct Command: Hashable, Sendable {
    /// Its name in settings.
    package let name: String

    /// The command that settings call `name`.
    package init(_ name: String) { self.name = name }
}

/// Where keys are listened to; a key may mean one thing in one and another elsewhere.
package struct KeyContext: Hashable, Sendable {
    /// The heading in the help.
    package let title: String

    package init(title: String) { self.title = title }
}

/// One row of the command table: help, key map and key line all come from it.
package struct CommandRow: Sendable {
    /// Where a command can be asked for.
    package enum Place: Hashable, Sendable {
        case on([KeyContext])
        case everywhere
        case except([KeyContext])
    }

    package let command: Command
    package let place: Place
    /// The keys that ask for it unless settings say otherwise.
    package private(set) var keys: [Key]
    /// One or two words for the line of keys; empty keeps it out of that line.
    package let label: String
    /// A sentence for the help.
    package let help: String
    /// What it is for, in a word or two: the heading that it stands under in the help; empty for none.
    package private(set) var purpose = ""
    /// The screens that this purpose is of: there it comes before the others.
    package private(set) var home: [KeyContext] = []
    /// Words that people look for it by, beside those of its help.
    package private(set) var keywords = ""
    /// What the menu calls it; empty keeps it out of the menu.
    package private(set) var menuTitle = ""
    /// The screen that it opens; nil for none.
    package private(set) var opens: KeyContext?

    /// A row; without a label, as a rule.
    package init(_ command: Command, _ place: Place, _ keys: [Key], label: String = "", _ help: String) {
        self.command = command
        self.place = place
        self.keys = keys
        self.label = label
        self.help = help
    }

    /// Whether `context` listens to it.
    package func isListened(in context: KeyContext) -> Bool {
        switch place {
        case .everywhere: true
        case .on(let contexts): contexts.contains(context)
        case .except(let contexts): !contexts.contains(context)
        }
    }

    /// The same under the heading `purpose`, which comes first on the screens `home`.
    package func forPurpose(_ purpose: String, home: [KeyContext] = []) -> CommandRow {
        var row = self
        (row.purpose, row.home) = (purpose, home)
        return row
    }

    /// The same, found by more words.
    package func found(by keywords: String) -> CommandRow {
        var row = self
        row.keywords = keywords
        return row
    }

    /// The same, in the menu by the name of `title`.
    package func inMenu(_ title: String) -> CommandRow {
        var row = self
        row.menuTitle = title
        return row
    }

    /// The same, leading to the screen `context`.
    package func opening(_ context: KeyContext) -> CommandRow {
        var row = self
        row.opens = context
        return row
    }

    /// The same with other keys.
    package func replacing(_ keys: [Key]) -> CommandRow {
        var row = self
        row.keys = keys
        return row
    }

    /// What it does, in a few words: the beginning of the help.
    package var title: String {
        let end = [" (", ":", ";"].compactMap { help.range(of: $0)?.lowerBound }.min()
        return String(help[..<(end ?? help.endIndex)])
    }
}

/// Every command with its keys, and every context, each in the order of the help.
package struct CommandTable: Sendable {
    /// One row or more for each command.
    package let rows: [CommandRow]
    /// Where keys are listened to.
    package let contexts: [KeyContext]
    /// What took the place of commands that there are no more, by their names in settings.
    package let retired: [String: String]

    package init(rows: [CommandRow], contexts: [KeyContext], retired: [String: String] = [:]) {
        (self.rows, self.contexts, self.retired) = (rows, contexts, retired)
    }

    package var commands: [Command] {
        var seen: Set<Command> = []
        return rows.map(\.command).filter { seen.insert($0).inserted }
    }
}
