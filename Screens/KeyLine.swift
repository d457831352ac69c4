import Formats
import Surface

/// The last row of the screen: as many of the keys that do something now as fit, with a word or two for each.
struct KeyLine: Sendable {
    /// A key and what it does.
    struct Hint: Sendable, Hashable {
        var key: String
        var label: String
        /// What a click on it asks for; nil if only the key answers.
        var command: Command?
    }

    private var entries: [(hint: Hint, columns: Range<Int>)] = []

    /// What is worth most wherever it can be done; other commands follow in the order of the table.
    private static let worth: [Command] = [
        .help, .menu, .back, .clear, .open, .undo, .copy, .act, .save, .reveal, .find, .nextPicture,
        .previousPicture,
        .openHistory,
        .export, .toggleTorch, .quit, .palette,
        .findNext, .mark,
    ]

    /// What leads to everything else: at the end of the line.
    private static let last: [Command] = [.palette, .menu, .help]

    /// The keys of `rows` that have a label, as many as fit, those that are worth most.
    ///
    /// - Parameter label: what a command does now, where its row does not say it.
    init(
        _ rows: [CommandRow], leavingOut idle: Set<Command>, width: Int, label: (Command) -> String? = { _ in nil }
    ) {
        func rank(_ row: CommandRow) -> Int { Self.worth.firstIndex(of: row.command) ?? Self.worth.count }
        let labelled = rows.filter { !$0.label.isEmpty && !$0.keys.isEmpty && !idle.contains($0.command) }
        let ordered = labelled.enumerated().sorted { (rank($0.1), $0.0) < (rank($1.1), $1.0) }.map {
            Hint(key: $0.1.keys[0].name, label: label($0.1.command) ?? $0.1.label, command: $0.1.command)
        }
        // Once chosen, what leads to everything else goes to the end.
        let chosen = KeyLine(ordered, width: width).entries.map(\.hint)
        let isLast = { (hint: Hint) in hint.command.map(Self.last.contains) ?? false }
        self.init(
            chosen.filter { !isLast($0) } + Self.last.compactMap { last in chosen.first { $0.command == last } },
            width: width)
    }

    /// Those of `hints` that fit into `width` columns, in their order.
    init(_ hints: [Hint], width: Int) {
        var x = 1
        for hint in hints {
            let end = x + DisplayWidth.of(hint.key) + 1 + DisplayWidth.of(hint.label)
            guard end <= width else { continue }
            entries.append((hint, x..<end))
            x = end + 2
        }
    }

    /// What the key at a column asks for; nil between keys.
    func command(at column: Int) -> Command? { entries.first { $0.columns.contains(column) }?.hint.command }

    /// Draws the keys into a row that is blank.
    func render(into canvas: inout Canvas, row: Int, theme: Theme) {
        for (hint, columns) in entries {
            let x = columns.lowerBound
            let used = canvas.write(hint.key, x: x, y: row, theme[.key])
            canvas.write(hint.label, x: x + used + 1, y: row, theme[.faint])
        }
    }
}

extension ConfirmationDialog {
    /// The keys that answer it now.
    var hints: [KeyLine.Hint] {
        let yes = KeyLine.Hint(key: question.weight == .grave ? "Shift-Y" : "y", label: "yes")
        let more = KeyLine.Hint(key: Key.down.name, label: "continue")
        return [isAllSeen ? yes : more, KeyLine.Hint(key: "n", label: "no"), KeyLine.Hint(key: "Esc", label: "no")]
    }
}

extension PromptDialog {
    /// The keys that end it, and help to type.
    var hints: [KeyLine.Hint] {
        let tab =
            switch prompt.content {
            case .path: [KeyLine.Hint(key: "Tab", label: "complete")]
            case .keys: [KeyLine.Hint(key: "Ctrl-V", label: "insert a key's name")]
            case .text, .secret: [KeyLine.Hint]()
            }
        let before = prompt.content == .secret ? [] : [KeyLine.Hint(key: Key.up.name, label: "previous")]
        return [KeyLine.Hint(key: "Enter", label: "OK"), KeyLine.Hint(key: "Esc", label: "cancel")] + tab + before
    }
}
