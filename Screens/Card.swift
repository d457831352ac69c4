import Formats
import Surface

/// A panel with a few lines over the topmost screen: the welcome, a step of the tour. The screen below goes on, and scans are read.
package struct Card: Sendable {
    /// Where it lies on the canvas.
    package enum Place: Sendable, Hashable {
        case top, middle, bottom
    }

    /// What a key does to it.
    package enum Answer: Sendable {
        /// The key is for what lies below.
        case leave
        /// The card goes, and the key is done.
        case close
        /// The card goes, and the key is for what lies below.
        case closeAndLeave
        /// The program does something.
        case ask([Effect])
    }

    package var title: String
    /// Paragraphs, wrapped.
    package var lines: [String]
    /// The keys that answer it, each with a word or two.
    package var keys: [(key: String, label: String)]
    package var place: Place
    /// Says what a key does; the command is the one that it asks for on the screen below.
    package var answer: @Sendable (Key, Command?) -> Answer

    package init(
        title: String, lines: [String], keys: [(key: String, label: String)], place: Place = .middle,
        answer: @escaping @Sendable (Key, Command?) -> Answer
    ) {
        (self.title, self.lines, self.keys, self.place, self.answer) = (title, lines, keys, place, answer)
    }

    private static let widest = 64

    var hints: [KeyLine.Hint] { keys.map { KeyLine.Hint(key: $0.key, label: $0.label) } }

    func render(into canvas: inout Canvas, theme: Theme) {
        let room = canvas.bounds.aboveKeys
        let width = min(room.width, Self.widest)
        let wrapped = lines.flatMap { Paragraph.wrap($0, width: width - 4) }
        let shown = Array(wrapped.prefix(max(1, room.height - 2)))
        let box = room.centered(width: width, height: shown.count + 2)
        let y =
            switch place {
            case .top: room.y
            case .middle: box.y
            case .bottom: room.bottom - box.height
            }
        let panel = Rect(x: box.x, y: y, width: box.width, height: box.height)
        canvas.fill(panel)
        canvas.frame(panel, theme[.key], title: title)
        canvas.write(shown, in: panel.inset(columns: 2, rows: 1), theme[.text])
        let footer = " " + keys.map { "\($0.key): \($0.label)" }.joined(separator: "  ") + " "
        let footerWidth = DisplayWidth.of(footer)
        guard footerWidth <= panel.width - 4 else { return }
        canvas.write(footer, x: panel.right - 2 - footerWidth, y: panel.bottom - 1, theme[.key])
    }
}

/// The card on the stack of screens.
extension ScreenStack {
    /// Shows `card`, in the place of any other; nil takes it away.
    package mutating func show(_ card: Card?) { self.card = card }

    /// Whether a card is shown.
    package var showsCard: Bool { card != nil }

    /// Types `text` into the line of the search, which is open.
    package mutating func searchFor(_ text: String, model: AppModel) -> [Effect] {
        guard let outcome = finder?.paste(text) else { return [] }
        return follow(outcome, model: model)
    }

    /// Goes back to the scanner from whatever is open, and ends its search.
    package mutating func returnToScanner(model: AppModel) -> [Effect] {
        opened = []
        (palette, pick, finder) = (nil, nil, nil)
        return scanner.history.isSearching(model.history) ? scanner.handle(.clear, model: model) : []
    }

    /// What a key that the card takes leads to; nil where what lies below gets it.
    mutating func answerCard(_ key: Key, context: RenderContext) -> [Effect]? {
        guard let card else { return nil }
        switch card.answer(key, context.keys.command(for: key, in: top.context)) {
        case .leave: return nil
        case .close:
            self.card = nil
            return []
        case .closeAndLeave:
            self.card = nil
            return nil
        case .ask(let effects): return settle(effects)
        }
    }
}
