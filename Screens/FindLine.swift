import Formats
import Surface
import Widgets

/// The line in which a text is typed that is looked for, in place of the line of keys.
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

    /// Takes a key that edits, moves or ends it.
    mutating func handle(_ key: Key) -> Outcome {
        switch key {
        case .enter: return .kept
        case .escape, .control("c"): return .cleared
        case .backspace where editor.text.isEmpty: return .cleared
        case .down, .control("n"): return .moved(.findNext)
        case .up, .control("p"): return .moved(.findPrevious)
        default:
            let before = editor.text
            editor.handle(key)
            return editor.text == before ? .typing : .changed(editor.text)
        }
    }

    /// Takes pasted text.
    mutating func paste(_ text: String) -> Outcome {
        editor.paste(text)
        return .changed(editor.text)
    }

    /// Draws it into a row that is blank, with what was `found`.
    func render(into canvas: inout Canvas, row: Int, theme: Theme, found: String) {
        let keys = "Enter OK  Esc cancel"
        let roomy = canvas.width >= 60
        let tail = [editor.text.isEmpty ? "" : found, roomy ? keys : ""].filter { !$0.isEmpty }.joined(separator: "   ")
        canvas.write("/", x: 1, y: row, theme[.key])
        let width = max(8, canvas.width - DisplayWidth.of(tail) - 5)
        let cursor = editor.draw(into: &canvas, x: 2, y: row, width: width, theme[.text])
        canvas.cursor = (cursor, row)
        canvas.write(tail, endingAt: canvas.width - 1, y: row, theme[.faint])
    }
}
