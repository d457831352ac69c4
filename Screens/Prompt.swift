import Surface

/// A line of text to type, with what follows the answer.
///
///     Prompt(title: "Export", hint: "…", text: "scans.csv") { [.history(.export(path: $0, overwrite: false))] }
public struct Prompt: Sendable {
    /// The question.
    public var title: String
    /// What there is to know before answering.
    public var hint: String
    /// What is done with the answer, which is not blank.
    public var then: @Sendable (String) -> [Effect]
    private(set) var text: [Character]
    private(set) var cursor: Int

    /// A question with a suggested answer.
    public init(title: String, hint: String, text: String, then: @escaping @Sendable (String) -> [Effect]) {
        self.title = title
        self.hint = hint
        self.then = then
        self.text = Array(text)
        cursor = self.text.count
    }

    /// The longest answer, in characters: more than any path needs.
    static let longest = 4096

    /// The answer as typed so far.
    public var answer: String { String(text) }

    /// Takes a key that edits; nil while typing goes on, else what comes of the answer.
    mutating func handle(_ key: Key) -> [Effect]? {
        switch key {
        case .enter:
            let answer = answer.trimmingBlanks
            return answer.isEmpty ? [] : then(answer)
        case .escape, .control("c"): return []
        case .left: cursor = max(0, cursor - 1)
        case .right: cursor = min(text.count, cursor + 1)
        case .home, .control("a"): cursor = 0
        case .end, .control("e"): cursor = text.count
        case .backspace where cursor > 0:
            cursor -= 1
            text.remove(at: cursor)
        case .delete where cursor < text.count: text.remove(at: cursor)
        case .control("u"):
            text.removeSubrange(0..<cursor)
            cursor = 0
        case .control("k"): text.removeSubrange(cursor...)
        case .control("w"):
            let head = text[..<cursor]
            let kept = head.lastIndex { $0 == "/" || $0 == " " }.map { $0 == cursor - 1 ? $0 : $0 + 1 } ?? 0
            text.removeSubrange(kept..<cursor)
            cursor = kept
        case .character(let character) where text.count < Self.longest:
            text.insert(character, at: cursor)
            cursor += 1
        default: break
        }
        return nil
    }

    /// Takes pasted text in one piece, without its controls and line ends, as far as there is room.
    mutating func paste(_ pasted: String) {
        let kept = pasted.filter { SafeText.visible(String($0)) == String($0) }.prefix(Self.longest - text.count)
        text.insert(contentsOf: kept, at: cursor)
        cursor += kept.count
    }

    func render(into canvas: inout Canvas, theme: Theme) {
        let box = canvas.bounds.centered(width: min(canvas.width - 4, 76), height: 6)
        canvas.fill(box)
        canvas.frame(box, theme[.border], title: title)
        canvas.write(hint, x: box.x + 2, y: box.y + 1, theme[.faint], limit: box.width - 4)
        // The part around the cursor is shown when the answer is wider than the box.
        let room = box.width - 6
        var start = cursor
        var used = 0
        while start > 0, used + DisplayWidth.of(text[start - 1]) < room {
            start -= 1
            used += DisplayWidth.of(text[start])
        }
        canvas.write("> ", x: box.x + 2, y: box.y + 3, theme[.key])
        canvas.write(String(text[start...]), x: box.x + 4, y: box.y + 3, theme[.strong], limit: room)
        canvas.write("Enter  do it      Esc  leave it", x: box.x + 2, y: box.y + 4, theme[.faint], limit: box.width - 4)
        canvas.cursor = (box.x + 4 + used, box.y + 3)
    }
}

extension Prompt: Hashable {
    /// Whether both ask the same, and lead to the same where the suggestion is taken.
    public static func == (a: Prompt, b: Prompt) -> Bool {
        a.title == b.title && a.hint == b.hint && a.text == b.text && a.cursor == b.cursor
            && a.then(a.answer) == b.then(b.answer)
    }

    /// By what is asked.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(title)
        hasher.combine(hint)
        hasher.combine(text)
    }
}

extension String {
    var trimmingBlanks: String {
        var part = self[...]
        while let first = part.first, first.isWhitespace { part.removeFirst() }
        while let last = part.last, last.isWhitespace { part.removeLast() }
        return String(part)
    }
}
