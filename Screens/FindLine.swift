import Formats
import Surface
import Widgets

/// The line in which a text is typed that is looked for, instead of the line of keys.
struct FindLine: Sendable {
    /// What a key led to.
    enum Outcome: Sendable, Hashable {
        /// Nothing changed but the cursor.
        case typing
        /// Another text is looked for.
        case changed(String)
        /// The line is left, and what it found stays; so it is with an empty line.
        case kept
        /// The line is left, and nothing is looked for any more.
        case cleared
        /// Goes to the next place, or the one before, while it stays.
        case moved(Command)
    }

    private var editor = LineEditor()
    /// The values that are known of a condition, by its name.
    private var known: (name: String, values: [String])?
    /// What Tab makes of what was typed.
    private var completion: Completion?
    /// The values among which Tab chooses.
    private var offered: [String] = []

    /// The condition that is typed and whose values are not known yet; nil if there is none.
    var missing: String? {
        guard let name = TypedCondition(in: editor.head)?.name, name != known?.name else { return nil }
        return name
    }

    /// Takes the values that a condition may have.
    mutating func take(_ values: [String], of name: String) {
        known = (name, values)
        offer()
    }

    /// Offers the values that go on what is typed.
    private mutating func offer() {
        (completion, offered) = (nil, [])
        guard let condition = TypedCondition(in: editor.head), let known, condition.name == known.name else { return }
        let lines = condition.lines(with: known.values)
        offered = lines.map(\.value)
        if !lines.isEmpty { completion = Completion(candidates: lines.map(\.line)) }
    }

    private mutating func complete() -> Outcome {
        guard var next = completion else { return .typing }
        editor.replaceHead(by: next.next())
        completion = next
        return .changed(editor.text)
    }

    /// Takes a key that edits, moves or ends it.
    mutating func handle(_ key: Key) -> Outcome {
        switch key {
        case .enter: return .kept
        case .escape, .control("c"): return .cleared
        case .backspace where editor.text.isEmpty: return .cleared
        case .tab: return complete()
        case .down, .control("n"): return .moved(.findNext)
        case .up, .control("p"): return .moved(.findPrevious)
        default:
            let before = editor.text
            editor.handle(key)
            offer()
            return editor.text == before ? .typing : .changed(editor.text)
        }
    }

    /// Takes pasted text.
    mutating func paste(_ text: String) -> Outcome {
        editor.paste(text)
        offer()
        return .changed(editor.text)
    }

    /// Draws it into a row that is blank, with what was `found`.
    func render(into canvas: inout Canvas, row: Int, theme: Theme, found: String) {
        let keys = "Enter OK  Esc cancel"
        let roomy = canvas.width >= 60
        let tail = [editor.text.isEmpty ? "" : found, roomy ? keys : ""].filter { !$0.isEmpty }.joined(separator: "   ")
        if !offered.isEmpty {
            canvas.fill(Rect(x: 0, y: row - 1, width: canvas.width, height: 1))
            let used = canvas.write("Tab", x: 1, y: row - 1, theme[.key])
            canvas.write(
                offered.prefix(50).joined(separator: "  "), x: 2 + used, y: row - 1, theme[.faint],
                limit: canvas.width - used - 3)
        }
        canvas.write("/", x: 1, y: row, theme[.key])
        let width = max(8, canvas.width - DisplayWidth.of(tail) - 5)
        let cursor = editor.draw(into: &canvas, x: 2, y: row, width: width, theme[.text])
        canvas.cursor = (cursor, row)
        canvas.write(tail, endingAt: canvas.width - 1, y: row, theme[.faint])
    }
}
