import Formats
import Surface

/// A line of text that is edited: the keys of a shell's line, with what was entered before.
///
/// Left, Right, Home, End, Ctrl-A and Ctrl-E move, with Shift by words; Backspace and Delete remove what is seen as one character, Ctrl-U
/// and Ctrl-K what is before and behind the cursor, Ctrl-W a word (up to a blank or a `/`); Up and Down go through the history. Where a text
/// may have several lines, Alt-Enter ends one, and `⏎` shows where.
package struct LineEditor: Sendable, Hashable {
    /// The longest text, in characters: more than any path needs.
    package static let longest = 4096

    /// What was entered before, the newest first.
    package let history: [String]
    /// Whether nobody is to read it from the screen.
    package private(set) var isSecret: Bool
    package let isMultiline: Bool
    /// What is before the cursor, and from it on.
    package private(set) var head: String
    package private(set) var tail = ""
    private var historyIndex: Int?
    /// What was there before the history was gone through.
    private var draft = ""

    /// An editor with its cursor at the end of `text`.
    package init(_ text: String = "", history: [String] = [], isSecret: Bool = false, isMultiline: Bool = false) {
        head = String(text.prefix(Self.longest))
        self.isMultiline = isMultiline
        self.history = isSecret ? [] : history
        self.isSecret = isSecret
    }

    package var text: String { head + tail }

    /// Takes a key; false when it is none that edits, or there is nothing that it could do in the history.
    @discardableResult
    package mutating func handle(_ key: Key) -> Bool {
        switch key {
        case .left: move(by: -1)
        case .right: move(by: 1)
        case .shiftLeft: move(by: wordStart() - head.count)
        case .shiftRight: move(by: wordEnd())
        case .home, .control("a"): move(by: -head.count)
        case .end, .control("e"): move(by: tail.count)
        case .backspace: set(String(head.dropLast()), tail)
        case .delete: set(head, String(tail.dropFirst()))
        case .control("u"): set("", tail)
        case .control("k"): set(head, "")
        case .control("w"): set(String(head.prefix(wordStart())), tail)
        case .up: return goBack()
        case .down: return goForward()
        case .character(let character): insert(String(character))
        case .alt(.enter) where isMultiline: insert("\n")
        default: return false
        }
        return true
    }

    /// Takes pasted text in one piece, without its controls and line ends, as far as there is room.
    /// Where several lines are possible, line ends stay.
    package mutating func paste(_ pasted: String) {
        let text = isMultiline ? pasted.map { $0.isNewline ? "\n" : $0 } : Array(pasted)
        insert(String(text.filter { isMultiline && $0 == "\n" || SafeText.visible(String($0)) == String($0) }))
    }

    /// An editor of the same kind with `text` in it.
    package func holding(_ text: String) -> LineEditor {
        LineEditor(text, history: history, isSecret: isSecret, isMultiline: isMultiline)
    }

    /// Shows what is typed, or does so no more; for secrets that their owner wants to read.
    package mutating func reveal(_ isShown: Bool) { isSecret = !isShown }

    /// Puts `text` instead of what is before the cursor.
    package mutating func replaceHead(by text: String) { set(text, tail) }

    /// Moves the cursor before the character that `draw` shows at `column` of `width`.
    package mutating func click(column: Int, width: Int) {
        let window = window(width: width)
        var x = window.isCut ? 1 : 0
        var before = head.count - window.head.count
        for character in window.head + tail {
            x += shownWidth(of: character)
            if x > column { break }
            before += 1
        }
        move(by: before - head.count)
    }

    // MARK: - Editing

    private mutating func insert(_ text: String) {
        let room = Self.longest - head.count - tail.count
        if room > 0 { set(head + text.prefix(room), tail) }
    }

    /// Takes what is before and behind the cursor. Where both ends make one character together, the cursor goes behind it.
    private mutating func set(_ newHead: String, _ newTail: String) {
        historyIndex = nil
        let whole = newHead + newTail
        let count = newHead.utf8.count
        var end = whole.startIndex
        while end < whole.endIndex, whole.utf8.distance(from: whole.startIndex, to: end) < count {
            end = whole.index(after: end)
        }
        head = String(whole[..<end])
        tail = String(whole[end...])
    }

    private mutating func move(by characters: Int) {
        let whole = head + tail
        let count = min(max(0, head.count + characters), whole.count)
        head = String(whole.prefix(count))
        tail = String(whole.dropFirst(count))
    }

    private static func isSeparator(_ character: Character) -> Bool { character == "/" || character == " " }

    /// Where the word before the cursor begins; a separator right before the cursor is one of its own.
    private func wordStart() -> Int {
        let characters = Array(head)
        guard let last = characters.lastIndex(where: Self.isSeparator) else { return 0 }
        return last == characters.count - 1 ? last : last + 1
    }

    /// How many characters behind the cursor the word there ends.
    private func wordEnd() -> Int {
        guard let first = tail.first else { return 0 }
        return Self.isSeparator(first) ? 1 : tail.prefix { !Self.isSeparator($0) }.count
    }

    // MARK: - History

    private mutating func goBack() -> Bool {
        let next = historyIndex.map { $0 + 1 } ?? 0
        guard history.indices.contains(next) else { return false }
        if historyIndex == nil { draft = text }
        set(String(history[next].prefix(Self.longest)), "")
        historyIndex = next
        return true
    }

    private mutating func goForward() -> Bool {
        guard let index = historyIndex else { return false }
        set(index == 0 ? draft : String(history[index - 1].prefix(Self.longest)), "")
        historyIndex = index == 0 ? nil : index - 1
        return true
    }

    // MARK: - Drawing

    private func shownWidth(of character: Character) -> Int {
        isSecret || character == "\n" ? 1 : DisplayWidth.of(String(character))
    }

    private func shown(_ text: String) -> String {
        if isSecret { return String(repeating: "•", count: text.count) }
        return isMultiline ? text.replacing("\n", with: "⏎") : text
    }

    /// The end of the head that leaves a column for the cursor, its width, and whether a `…` stands for what is before it.
    private func window(width: Int) -> (head: String, columns: Int, isCut: Bool) {
        func end(room: Int) -> (String, Int) {
            var start = head.endIndex
            var used = 0
            while start > head.startIndex {
                let before = head.index(before: start)
                let columns = shownWidth(of: head[before])
                if used + columns > room { break }
                start = before
                used += columns
            }
            return (String(head[start...]), used)
        }
        let whole = end(room: width - 1)
        if whole.0.utf8.count == head.utf8.count { return (whole.0, whole.1, false) }
        let part = end(room: width - 2)
        return (part.0, part.1, width > 1)
    }

    /// Draws the part around the cursor into `width` columns; returns the cursor's.
    @discardableResult
    package func draw(into canvas: inout Canvas, x: Int, y: Int, width: Int, _ style: Style) -> Int {
        let window = window(width: width)
        let start = window.isCut ? 1 : 0
        if window.isCut { canvas.write("…", x: x, y: y, style) }
        canvas.write(shown(window.head + tail), x: x + start, y: y, style, limit: width - start)
        return x + min(start + window.columns, max(0, width - 1))
    }
}
