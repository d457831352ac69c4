import Surface

/// A row that is found by what is typed.
package protocol FuzzyRow: ListRow {
    /// What the typed letters are looked for in.
    var searched: String { get }
    /// What it is called: who types its beginning means it.
    var name: String { get }
    /// Why it cannot be taken now, in a line; nil when it can.
    var refusal: String? { get }
    /// The character that takes it while nothing is typed; by default none.
    var shortcut: Character? { get }
}

extension FuzzyRow {
    package var shortcut: Character? { nil }
}

/// A line to type in, and below it the rows that fit what is typed, the best first.
package struct FuzzyList<Row: FuzzyRow>: Sendable {
    /// What a key or a click led to.
    package enum Outcome {
        case open
        case closed
        /// A row is taken; whether that can be done is up to who asked.
        case chosen(Row)
        /// Something else is typed into a list whose rows are found elsewhere: `take` takes them.
        case typed(String)
    }

    /// The rows that are there before anything is typed, in their own order.
    package private(set) var rows: [Row]
    /// Whether what is typed is looked for elsewhere.
    private let isSearchedElsewhere: Bool
    /// Whether the rows do not fit what is typed yet.
    private var isWaiting = false
    /// Rows that are found by typing alone.
    private let others: [Row]
    /// What there is to know before, above the rows; empty for nothing.
    private let hint: String
    private var editor = LineEditor()
    private var list = ListView<Row>()
    /// Those that fit what is typed.
    private var shown: [Row]

    /// A list of `rows`, in their own order until something is typed.
    ///
    /// - Parameters:
    ///   - others: rows that are found by typing alone, behind `rows` that fit as well; default none.
    ///   - isSearchedElsewhere: whether each key that types asks for other rows; default false.
    package init(
        _ rows: [Row], others: [Row] = [], hint: String = "", selected: Row.ID? = nil, isSearchedElsewhere: Bool = false
    ) {
        (self.rows, self.others, self.hint) = (rows, others, hint)
        self.isSearchedElsewhere = isSearchedElsewhere
        shown = rows
        if let selected { list.select(selected, in: rows) }
    }

    /// Takes a key: typing, a shortcut, moving through the list, Enter, Esc.
    package mutating func handle(_ key: Key) -> Outcome {
        switch key {
        case .escape, .control("c"): return .closed
        // Rows that do not fit what is typed are not what Enter means.
        case .enter where isWaiting: break
        case .enter: return list.current(in: shown).map { .chosen($0) } ?? .open
        case .up, .control("p"), .backTab: list.move(.previous, in: shown)
        case .down, .control("n"), .tab: list.move(.next, in: shown)
        case .pageUp: list.move(.pageUp, in: shown)
        case .pageDown: list.move(.pageDown, in: shown)
        case .backspace where editor.text.isEmpty: return .closed
        default:
            if editor.text.isEmpty, case .character(let character) = key,
                let row = rows.first(where: { $0.shortcut == character })
            {
                return .chosen(row)
            }
            let before = editor.text
            editor.handle(key)
            if editor.text != before { return search() }
        }
        return .open
    }

    /// Takes pasted text.
    @discardableResult
    package mutating func paste(_ text: String) -> Outcome {
        editor.paste(text)
        return search()
    }

    /// Takes the rows that were found for `typed`; those of something that is not typed any more are left aside.
    package mutating func take(_ rows: [Row], for typed: String) {
        guard typed == editor.text else { return }
        (self.rows, shown, isWaiting) = (rows, rows, false)
        list = ListView()
    }

    /// Takes the row that was clicked; beside the box it is left.
    package mutating func click(column: Int, row: Int, in bounds: Rect) -> Outcome {
        let box = box(in: bounds)
        switch list.click(column, row, in: area(of: box), shown) {
        case .selected, .activated: return isWaiting ? .open : list.current(in: shown).map { .chosen($0) } ?? .open
        case .scrolled: return .open
        case .outside, .beyond: return box.contains(column, row) ? .open : .closed
        }
    }

    /// Scrolls the list.
    package mutating func wheel(by notches: Int) { list.wheel(by: notches, in: shown) }

    /// Fits it to a canvas of this size, before it is drawn.
    package mutating func fit(_ bounds: Rect) { list.fit(shown, in: area(of: box(in: bounds))) }

    private mutating func search() -> Outcome {
        guard !isSearchedElsewhere else {
            isWaiting = true
            return .typed(editor.text)
        }
        let rows = editor.text.isEmpty ? rows : rows + others
        let typed = editor.text.lowercased()
        let words = typed.split(whereSeparator: \.isWhitespace)
        // Letters that are scattered over a text say little: where words are found as they are typed, with or without
        // hyphens ("wifi" in "Wi-Fi"), those count alone.
        let exact = rows.filter { row in
            let searched = row.searched.lowercased()
            let joined = searched.filter { !Self.joins($0) }
            return words.allSatisfy { searched.contains($0) || joined.contains($0.filter { !Self.joins($0) }) }
        }
        let found = (exact.isEmpty ? rows : exact).enumerated().compactMap { index, row -> (Int, Row, Int)? in
            let name = row.name.lowercased()
            if name.hasPrefix(typed) { return (index, row, name == typed ? .max : .max - 1) }
            let match = FuzzyMatch(editor.text, in: row.searched)
            // Words may stand in another order.
            if match == nil, exact.isEmpty { return nil }
            return (index, row, match?.score ?? 0)
        }
        // What cannot be taken now comes last, however well it fits: Enter takes the first. Among equals, as they were.
        shown = found.sorted {
            ($0.1.refusal == nil ? 0 : 1, $1.2, $0.0) < ($1.1.refusal == nil ? 0 : 1, $0.2, $1.0)
        }.map(\.1)
        list = ListView()
        return .open
    }

    private static func joins(_ character: Character) -> Bool { character == "-" || character == "_" }

    // MARK: - Drawing

    private static var width: Int { 76 }
    private static var maxRows: Int { 16 }

    private func box(in bounds: Rect) -> Rect {
        let width = min(bounds.width - 4, Self.width)
        // What is found elsewhere changes with each key: the box does not.
        let count = isSearchedElsewhere ? Self.maxRows : rows.count
        let rows = min(max(count, 3), Self.maxRows) + hintLines(width: width - 4).count
        let height = min(bounds.height - 3, rows + 4)
        return Rect(x: bounds.x + (bounds.width - width) / 2, y: bounds.y + 1, width: width, height: height)
    }

    private func hintLines(width: Int) -> [String] {
        hint.isEmpty ? [] : Paragraph.wrap(hint, width: max(1, width), maximum: 2)
    }

    private func area(of box: Rect) -> ScrollArea {
        let hint = hintLines(width: box.width - 4).count
        // The rows count more than what is said about them.
        let room = box.height - 4
        return .framed(box, margin: 2, footer: 1).dropping(rows: 1 + (room - hint >= 3 ? hint : 0))
    }

    /// Draws the box, what is typed, the rows, and below why the one that is selected cannot be taken.
    package func render(
        into canvas: inout Canvas, title: String, sign: String, nothing: String, theme: Theme,
        draw: (inout Canvas, Row, RowPlace) -> Void
    ) {
        let box = box(in: canvas.bounds)
        canvas.fill(box)
        canvas.frame(box, theme[.key], title: title)
        let line = box.inset(columns: 2, rows: 1)
        canvas.write(sign, x: line.x, y: line.y, theme[.key])
        let cursor = editor.draw(into: &canvas, x: line.x + 2, y: line.y, width: line.width - 2, theme[.text])
        canvas.cursor = (cursor, line.y)
        let area = area(of: box)
        for (i, text) in hintLines(width: line.width).enumerated() where line.y + 1 + i < area.content.y {
            canvas.write(text, x: line.x, y: line.y + 1 + i, theme[.faint], limit: line.width)
        }
        guard !shown.isEmpty else {
            canvas.write(nothing, x: area.content.x, y: area.content.y, theme[.faint], limit: area.content.width)
            return
        }
        list.render(shown, into: &canvas, area: area, theme: theme, draw: draw)
        if let refusal = list.current(in: shown)?.refusal {
            canvas.write(refusal, x: line.x, y: box.bottom - 2, theme[.warning], limit: line.width)
        }
    }
}
