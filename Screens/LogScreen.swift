import Formats
import Payloads
import Surface
import Widgets

/// What the program has noted down: the end of its log, which is followed while the newest line is selected, or the lines of it
/// in which something is found.
package struct LogScreen: Screen {
    private var list = ListView<LogContent.Line>()
    /// Whether the newest line stays selected when more come.
    private var follows = true
    private var filter = LogFilter()

    package init() {}

    package var context: KeyContext { .log }

    /// Moves through the lines, copies them, ends the search.
    package mutating func handle(_ command: Command, model: AppModel) -> [Effect] {
        let lines = filter.lines(of: model.log)
        if let movement = Movement(command) {
            list.move(movement, in: lines)
            noteEnd(lines)
            return []
        }
        switch command {
        case .back: return [.pop]
        case .clear: return filter.wanted.isEmpty ? [.pop] : search(for: "", model: model)
        case .findNext, .findPrevious: return findNext(isBackwards: command == .findPrevious, lines)
        case .copy:
            guard let line = list.current(in: lines) else { return [emptiness(model.log)] }
            return [.file(.copy(line.text))]
        case .copyAll:
            guard !lines.isEmpty else { return [emptiness(model.log)] }
            return [.file(.copy(lines.map(\.text).joined(separator: "\n")))]
        default: return [.run(command)]
        }
    }

    /// Why there is no line.
    private func emptiness(_ log: LogContent) -> Effect {
        log.lines.isEmpty ? .notice(Notice("The log is empty")) : .nothingFound(filter.wanted)
    }

    /// Shows only lines in which `text` is found, the newest of them selected; all when it is empty.
    package mutating func search(for text: String, model: AppModel) -> [Effect] {
        filter.look(for: text, in: model.log)
        list.move(.last, in: filter.lines(of: model.log))
        follows = true
        return []
    }

    /// How many were found.
    package func searchResult(_ model: AppModel) -> String? {
        let count = filter.lines(of: model.log).count
        return count == 0 ? "not found" : "\(count) found"
    }

    /// A list shows nothing but what was found: the next place is the next line, and behind the last is the first.
    private mutating func findNext(isBackwards: Bool, _ lines: [LogContent.Line]) -> [Effect] {
        guard !filter.wanted.isEmpty, let index = list.index(in: lines) else { return [.nothingFound(filter.wanted)] }
        let isAtEnd = index == (isBackwards ? 0 : lines.count - 1)
        list.move(isAtEnd ? isBackwards ? .last : .first : isBackwards ? .previous : .next, in: lines)
        noteEnd(lines)
        return []
    }

    /// What cannot be done without lines, or a search.
    package func idle(_ model: AppModel) -> Set<Command> {
        let lines = filter.lines(of: model.log)
        var idle: Set<Command> = lines.isEmpty ? [.copy, .copyAll] : []
        if model.log.lines.isEmpty { idle.insert(.find) }
        if filter.wanted.isEmpty || lines.count < 2 { idle.formUnion([.findNext, .findPrevious]) }
        return idle
    }

    private mutating func noteEnd(_ lines: [LogContent.Line]) {
        follows = list.index(in: lines).map { $0 == lines.count - 1 } ?? true
    }

    /// Selects a line, or scrolls by the bar.
    package mutating func click(column: Int, row: Int, in bounds: Rect, context: RenderContext) -> [Effect] {
        let lines = filter.lines(of: context.model.log)
        _ = list.click(column, row, in: Self.area(bounds), lines)
        noteEnd(lines)
        return []
    }

    /// Scrolls the lines.
    package mutating func wheel(
        by notches: Int, column: Int, row: Int, in bounds: Rect, context: RenderContext
    ) -> [Effect] {
        let lines = filter.lines(of: context.model.log)
        list.wheel(by: notches, in: lines)
        noteEnd(lines)
        return []
    }

    /// Goes to the newest line while that is followed.
    package mutating func fit(_ bounds: Rect, context: RenderContext) {
        filter.look(for: filter.wanted, in: context.model.log)
        let lines = filter.lines(of: context.model.log)
        list.fit(lines, in: Self.area(bounds))
        if follows { list.move(.last, in: lines) }
    }

    /// Draws the lines, each cut to the width, and the selected one whole below them.
    package func render(into canvas: inout Canvas, context: RenderContext) {
        let log = context.model.log
        let theme = context.theme
        let body = canvas.bounds.aboveKeys
        canvas.frame(body, theme[.border], title: filter.title(follows: follows))
        let path = Canvas.fitting(" \(log.path) ", width: max(0, body.width - 22))
        canvas.write(path, endingAt: body.right - 2, y: body.y, theme[.faint])
        let area = Self.area(canvas.bounds)
        let lines = filter.lines(of: log)
        guard !lines.isEmpty else {
            let nothing = log.lines.isEmpty ? "The log is empty." : "No line with “\(filter.wanted)”."
            canvas.write(
                log.problem ?? nothing, x: area.content.x, y: area.content.y,
                theme[log.problem == nil ? .faint : .warning], limit: area.content.width)
            return
        }
        let search = TextSearch(filter.wanted)
        list.render(lines, into: &canvas, area: area, theme: theme) { canvas, line, place in
            let (x, y, width) = (place.rect.x, place.rect.y, place.rect.width)
            canvas.write(line.text, x: x, y: y, place.style(.text), limit: width)
            canvas.underline(search.ranges(in: SafeText.visible(line.text)), of: line.text, x: x, y: y, limit: width)
        }
        drawWhole(lines, into: &canvas, below: area, theme: theme)
    }

    /// The selected line, as far as the rows below the list hold it.
    private func drawWhole(_ lines: [LogContent.Line], into canvas: inout Canvas, below area: ScrollArea, theme: Theme)
    {
        let y = area.content.bottom
        for x in (area.content.x - 1)..<(area.content.right + 1) { canvas.set(x, y, "─", theme[.border]) }
        guard let line = list.current(in: lines) else { return }
        let rows = Paragraph.wrap(line.text, width: max(1, area.content.width), maximum: Self.wholeRows)
        canvas.write(
            rows, in: Rect(x: area.content.x, y: y + 1, width: area.content.width, height: Self.wholeRows),
            theme[.strong])
    }

    /// Rows for the selected line.
    private static let wholeRows = 3

    private static func area(_ bounds: Rect) -> ScrollArea {
        .framed(bounds.aboveKeys, margin: 2, footer: wholeRows + 1)
    }
}
