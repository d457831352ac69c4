import Formats
import Surface
import Widgets

/// A question that is on the screen: its lines, which scroll where they do not all fit, and the keys that answer it.
struct ConfirmationDialog: Sendable {
    /// What a key says.
    enum Answer {
        case none, no
        case yes([Effect])
    }

    let question: Confirmation
    private var text = TextView()
    /// Whether the end of the lines has been on the screen: no yes before. True until a canvas turns out too small.
    private(set) var isAllSeen = true
    private var bounds: Rect?

    init(_ question: Confirmation) { self.question = question }

    mutating func handle(_ key: Key) -> Answer {
        switch key {
        case .character("Y") where isAllSeen, .character("y") where isAllSeen && question.weight == .light:
            return .yes(question.yes)
        case .character("n"), .character("N"), .character("q"), .escape, .control("c"): return .no
        default:
            if let movement = Movement(key) { text.move(movement) }
            return .none
        }
    }

    /// Scrolls the lines.
    mutating func wheel(by notches: Int) { text.wheel(by: notches) }

    /// Scrolls the lines by the bar; nothing is answered by the mouse.
    mutating func click(column: Int, row: Int, in bounds: Rect) {
        text.click(column, row, in: layout(in: bounds).area, blocks)
    }

    /// Fits it to a canvas of this size, before it is drawn.
    mutating func fit(_ bounds: Rect) {
        if bounds != self.bounds { isAllSeen = false }
        self.bounds = bounds
        let area = layout(in: bounds).area
        text.fit(blocks, in: area)
        if text.linesBelow(blocks, in: area) == 0 { isAllSeen = true }
    }

    private var blocks: [TextBlock] { question.lines.map(\.block) }

    private static let margin = 3

    /// The box on a canvas, and where in it the lines are: above an empty row and the keys.
    private func layout(in bounds: Rect) -> (box: Rect, area: ScrollArea) {
        let widest = (blocks.map(\.text) + [question.title]).map { DisplayWidth.of($0) }.max() ?? 0
        let width = min(bounds.width - 4, 76, max(40, widest + 2 * Self.margin))
        let count = text.lineCount(blocks, width: max(0, width - 2 * Self.margin))
        let room = max(1, min(count, bounds.height - 5))
        let box = bounds.centered(width: width, height: room + 4)
        return (box, .framed(box, margin: Self.margin, footer: 2))
    }

    func render(into canvas: inout Canvas, theme: Theme) {
        let (box, area) = layout(in: canvas.bounds)
        canvas.fill(box)
        canvas.frame(box, theme[.warning], title: question.title)
        text.render(blocks, into: &canvas, area: area, theme: theme)
        let rest = text.linesBelow(blocks, in: area)
        let keys = rest > 0 ? "↓  \(rest) more rows" : "\(question.weight == .grave ? "Shift-Y" : "y")  yes"
        canvas.write(
            "\(keys)      n, Esc  no", x: area.content.x, y: box.bottom - 2, theme[.key], limit: area.content.width)
    }
}
