import Formats
import Surface
import Widgets

/// A question for one of several that is on the screen.
struct PickDialog: Sendable {
    struct Row: FuzzyRow {
        let option: Pick.Option
        var id: String { option.id }
        var name: String { option.title }
        var refusal: String? { option.refusal }
        var shortcut: Character? { option.shortcut }
        var searched: String { "\(option.title) \(option.detail)" }
    }

    private(set) var question: Pick
    var list: FuzzyList<Row>

    init(_ question: Pick) {
        self.question = question
        list = FuzzyList(
            question.options.map { Row(option: $0) }, hint: question.hint, selected: question.selected,
            isSearchedElsewhere: question.search != nil)
        if !question.typed.isEmpty { list.paste(question.typed) }
    }

    /// Takes the options that were found for `typed`.
    mutating func take(_ options: [Pick.Option], for typed: String) {
        question.options = options
        list.take(options.map { Row(option: $0) }, for: typed)
    }

    func render(into canvas: inout Canvas, theme: Theme) {
        let titles = question.options.map { DisplayWidth.of($0.title) }.max() ?? 0
        list.render(into: &canvas, title: question.title, sign: "/", nothing: "No match.", theme: theme) {
            canvas, row, place in
            let (x, y, width) = (place.rect.x, place.rect.y, place.rect.width)
            let isPossible = row.refusal == nil
            // Not by the cursor alone: that moves.
            if row.id == question.selected { canvas.write("●", x: x, y: y, place.style(.key)) }
            let column = 2 + min(titles, max(8, width / 2)) + 2
            canvas.write(
                row.option.title, x: x + 2, y: y, place.style(isPossible ? .text : .faint),
                limit: row.option.detail.isEmpty ? width - 2 : min(width - 2, column - 4))
            canvas.write(row.option.detail, x: x + column, y: y, place.style(.faint), limit: max(0, width - column))
        }
    }

    /// The keys that end it.
    static let hints = [
        KeyLine.Hint(key: "Enter", label: "select"), KeyLine.Hint(key: "Esc", label: "cancel"),
        KeyLine.Hint(key: "a…z", label: "filter"),
    ]
}
