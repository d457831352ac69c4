import Surface
import Widgets

/// A text that is read, searched and left: statistics, a check-list.
package struct ReportScreen: Screen {
    private let title: String
    private let report: any Report
    private var text = TextView()

    /// Shows `report` under a title.
    package init(title: String, _ report: any Report) {
        (self.title, self.report) = (title, report)
    }

    /// Which keys it listens to.
    package var context: KeyContext { .report }

    /// Scrolls, searches, goes back.
    package mutating func handle(_ command: Command, model: AppModel) -> [Effect] {
        if let movement = Movement(command) {
            text.move(movement)
            return []
        }
        switch command {
        case .findNext, .findPrevious:
            guard text.findNext(isBackwards: command == .findPrevious) else { return [.nothingFound(text.wanted)] }
            return []
        case .back: return [.pop]
        default: return [.run(command)]
        }
    }

    /// Looks for `text` in the report.
    package mutating func search(for text: String, model: AppModel) -> [Effect] {
        self.text.find(text)
        return []
    }

    /// Which place of how many.
    package func searchResult(_ model: AppModel) -> String? { text.searchResult }

    /// What there is nothing for.
    package func idle(_ model: AppModel) -> Set<Command> { text.wanted.isEmpty ? [.findNext, .findPrevious] : [] }

    /// Scrolls by the bar.
    package mutating func click(column: Int, row: Int, in bounds: Rect, context: RenderContext) -> [Effect] {
        let area = Self.area(bounds)
        text.click(column, row, in: area, report.blocks(width: area.content.width, context))
        return []
    }

    /// Scrolls the text.
    package mutating func wheel(
        by notches: Int, column: Int, row: Int, in bounds: Rect, context: RenderContext
    ) -> [Effect] {
        text.wheel(by: notches)
        return []
    }

    /// Ends the scrolling at the last line.
    package mutating func fit(_ bounds: Rect, context: RenderContext) {
        let area = Self.area(bounds)
        text.fit(report.blocks(width: area.content.width, context), in: area)
    }

    /// Draws the text from where it was scrolled to.
    package func render(into canvas: inout Canvas, context: RenderContext) {
        let frame = Self.frame(canvas.bounds)
        let area = Self.area(canvas.bounds)
        canvas.frame(frame, context.theme[.border], title: title)
        text.render(
            report.blocks(width: area.content.width, context), into: &canvas, area: area, theme: context.theme)
        text.drawSearch(into: &canvas, frame: frame, theme: context.theme)
    }

    private static func frame(_ bounds: Rect) -> Rect {
        Rect(x: 0, y: 0, width: bounds.width, height: bounds.height - 1)
    }

    private static func area(_ bounds: Rect) -> ScrollArea { .framed(frame(bounds), margin: 2) }
}

/// What a `ReportScreen` shows.
package protocol Report: Sendable {
    /// Its text for so many columns.
    func blocks(width: Int, _ context: RenderContext) -> [TextBlock]
}
