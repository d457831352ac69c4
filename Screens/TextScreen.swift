import Surface
import Widgets

/// A screen with a text that is scrolled and searched.
protocol TextScreen: Screen {
    /// Where the text is scrolled to.
    var text: TextView { get set }
    /// The text, wrapped to a number of columns.
    func blocks(width: Int, _ context: RenderContext) -> [TextBlock]
    /// Where it is drawn on a canvas of this size.
    func textArea(_ bounds: Rect, _ context: RenderContext) -> ScrollArea
}

extension TextScreen {
    /// Scrolls, or goes to another place where the searched text is found; nil for other commands.
    mutating func scroll(_ command: Command) -> [Effect]? {
        if let movement = Movement(command) {
            text.move(movement)
            return []
        }
        guard command == .findNext || command == .findPrevious else { return nil }
        return text.findNext(isBackwards: command == .findPrevious) ? [] : [.nothingFound(text.wanted)]
    }

    /// Goes to the first place where `text` is found.
    package mutating func search(for text: String, model: AppModel) -> [Effect] {
        self.text.find(text)
        return []
    }

    /// Which place of how many.
    package func searchResult(_ model: AppModel) -> String? { text.searchResult }

    /// Without a search there is no next place.
    package func idle(_ model: AppModel) -> Set<Command> { textIdle }

    /// What cannot be done without a search.
    var textIdle: Set<Command> { text.wanted.isEmpty ? [.findNext, .findPrevious] : [] }

    /// Scrolls by the bar.
    package mutating func click(column: Int, row: Int, in bounds: Rect, context: RenderContext) -> [Effect] {
        clickText(column, row, in: bounds, context)
        return []
    }

    mutating func clickText(_ column: Int, _ row: Int, in bounds: Rect, _ context: RenderContext) {
        let area = textArea(bounds, context)
        text.click(column, row, in: area, blocks(width: area.content.width, context))
    }

    /// Scrolls the text.
    package mutating func wheel(
        by notches: Int, column: Int, row: Int, in bounds: Rect, context: RenderContext
    ) -> [Effect] {
        text.wheel(by: notches)
        return []
    }

    /// Ends the scrolling at the last line.
    package mutating func fit(_ bounds: Rect, context: RenderContext) { fitText(bounds, context) }

    mutating func fitText(_ bounds: Rect, _ context: RenderContext) {
        let area = textArea(bounds, context)
        text.fit(blocks(width: area.content.width, context), in: area)
    }

    func renderText(into canvas: inout Canvas, _ context: RenderContext) {
        let area = textArea(canvas.bounds, context)
        text.render(blocks(width: area.content.width, context), into: &canvas, area: area, theme: context.theme)
    }
}
