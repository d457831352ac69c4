import Formats
import Surface

/// The last row of the screen: as many of the keys that do something now as fit, with a word or two for each.
struct KeyLine: Sendable {
    /// A key and what it does.
    struct Hint: Sendable, Hashable {
        var key: String
        var label: String
        /// What a click on it asks for; nil where only the key answers.
        var command: Command?
    }

    private var entries: [(hint: Hint, columns: Range<Int>)] = []

    /// The keys of `rows` that have a label; help, what leads away, and what opens the selected come first.
    init(_ rows: [CommandRow], leavingOut idle: Set<Command>, width: Int) {
        let labelled = rows.filter { !$0.label.isEmpty && !$0.keys.isEmpty && !idle.contains($0.command) }
        let ranks: [Command: Int] = [.help: 0, .quit: 0, .back: 0, .clear: 0, .open: 1]
        let ordered = (0...2).flatMap { rank in labelled.filter { (ranks[$0.command] ?? 2) == rank } }
        self.init(ordered.map { Hint(key: $0.keys[0].name, label: $0.label, command: $0.command) }, width: width)
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
