import Surface

/// Every command, found by a part of what it does: its key, and why it cannot be done now.
struct CommandPalette: Sendable {
    /// What a key or a click led to.
    enum Outcome: Sendable, Hashable {
        /// The palette stays.
        case open
        /// It is left.
        case closed
        /// It is left with a command to do.
        case chosen(Command)
    }

    /// A command in the list.
    private struct Row: ListRow {
        let command: Command
        let text: String
        let keys: String
        /// Why it cannot be done now; nil when it can.
        let refusal: String?

        var id: String { command.name }
        /// What the typed letters are looked for in.
        var searched: String { "\(text) \(command.name)" }
    }

    private let rows: [Row]
    private var editor = LineEditor()
    private var list = ListView<Row>()
    /// Those that fit what is typed, the best first.
    private var shown: [Row]

    private static let width = 76
    private static let maxRows = 14

    /// The commands that `screen` listens to come first; those of other screens say which.
    init(on screen: KeyContext, context: RenderContext) {
        var seen: Set<Command> = [.palette]
        var rows: [Row] = []
        for place in [screen] + context.keys.contexts.filter({ $0 != screen }) {
            for row in context.keys.rows(in: place) where seen.insert(row.command).inserted {
                let keys = context.keys.keys(for: row.command, in: place).shownNames
                let elsewhere = place == screen ? nil : "only on the screen “\(place.title)”"
                rows.append(
                    Row(
                        command: row.command, text: row.help, keys: keys,
                        refusal: elsewhere ?? context.refusal(row.command)))
            }
        }
        self.rows = rows
        shown = rows
    }

    /// Takes a key: typing, moving through the list, Enter, Esc.
    mutating func handle(_ key: Key) -> Outcome {
        switch key {
        case .escape, .control("c"): return .closed
        case .enter: return list.current(in: shown).map { .chosen($0.command) } ?? .open
        case .up, .control("p"), .backTab: list.move(.previous, in: shown)
        case .down, .control("n"), .tab: list.move(.next, in: shown)
        case .pageUp: list.move(.pageUp, in: shown)
        case .pageDown: list.move(.pageDown, in: shown)
        case .backspace where editor.text.isEmpty: return .closed
        default:
            let before = editor.text
            editor.handle(key)
            if editor.text != before { search() }
        }
        return .open
    }

    /// Takes pasted text.
    mutating func paste(_ text: String) {
        editor.paste(text)
        search()
    }

    /// Does the command that was clicked; beside the palette it is left.
    mutating func click(column: Int, row: Int, in bounds: Rect) -> Outcome {
        let box = box(in: bounds)
        switch list.click(column, row, in: area(of: box), shown) {
        case .selected, .activated: return list.current(in: shown).map { .chosen($0.command) } ?? .open
        case .scrolled: return .open
        case .outside: return box.contains(column, row) ? .open : .closed
        }
    }

    /// Scrolls the list.
    mutating func wheel(by notches: Int) { list.wheel(by: notches, in: shown) }

    /// Fits it to a canvas of this size, before it is drawn.
    mutating func fit(_ bounds: Rect) { list.fit(shown, in: area(of: box(in: bounds))) }

    /// Why the command cannot be done; nil when it can.
    func refusal(of command: Command) -> String? { rows.first { $0.command == command }?.refusal }

    private mutating func search() {
        let found = rows.enumerated().compactMap { index, row in
            FuzzyMatch(editor.text, in: row.searched).map { (index, row, $0.score) }
        }
        // What can be done now goes first among equals; else as the help has them.
        shown = found.sorted {
            ($1.2, $0.1.refusal == nil ? 0 : 1, $0.0) < ($0.2, $1.1.refusal == nil ? 0 : 1, $1.0)
        }.map(\.1)
        list = ListView()
    }

    // MARK: - Drawing

    private func box(in bounds: Rect) -> Rect {
        let width = min(bounds.width - 4, Self.width)
        let height = min(bounds.height - 3, Self.maxRows + 4)
        return Rect(x: bounds.x + (bounds.width - width) / 2, y: bounds.y + 1, width: width, height: height)
    }

    private func area(of box: Rect) -> ScrollArea { .framed(box, margin: 2, footer: 1).dropping(rows: 1) }

    func render(into canvas: inout Canvas, theme: Theme) {
        let box = box(in: canvas.bounds)
        canvas.fill(box)
        canvas.frame(box, theme[.key], title: "Commands")
        let line = box.inset(columns: 2, rows: 1)
        canvas.write(":", x: line.x, y: line.y, theme[.key])
        let cursor = editor.draw(into: &canvas, x: line.x + 2, y: line.y, width: line.width - 2, theme[.text])
        canvas.cursor = (cursor, line.y)
        let area = area(of: box)
        guard !shown.isEmpty else {
            canvas.write("No command fits.", x: area.content.x, y: area.content.y, theme[.faint])
            return
        }
        list.render(shown, into: &canvas, area: area, theme: theme) { canvas, row, place in
            draw(row, into: &canvas, place)
        }
        if let refusal = list.current(in: shown)?.refusal {
            canvas.write(
                refusal, x: line.x, y: box.bottom - 2, theme[.warning], limit: line.width)
        }
    }

    private func draw(_ row: Row, into canvas: inout Canvas, _ place: RowPlace) {
        let keys = Canvas.fitting(row.keys, width: place.rect.width / 3)
        let room = place.rect.width - DisplayWidth.of(keys) - 2
        let text = Canvas.fitting(row.text, width: room)
        let isPossible = row.refusal == nil
        canvas.write(text, x: place.rect.x, y: place.rect.y, place.style(isPossible ? .text : .faint), limit: room)
        canvas.write(keys, endingAt: place.rect.right, y: place.rect.y, place.style(isPossible ? .key : .faint))
    }
}
