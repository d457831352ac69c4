import Surface

/// What the program has noted down: the end of its log, which is followed while the newest line is selected.
public struct LogScreen: Screen {
    private var list = ListView<LogContent.Line>()
    /// Whether the newest line stays selected when more come.
    private var follows = true

    /// A log at its newest line.
    public init() {}

    /// Which keys it listens to.
    public var context: KeyContext { .log }

    /// Moves through the lines, and copies them.
    public mutating func handle(_ command: Command, model: AppModel) -> [Effect] {
        let lines = model.log.lines
        if let movement = Movement(command) {
            list.move(movement, in: lines)
            noteEnd(lines)
            return []
        }
        switch command {
        case .back: return [.pop]
        case .copy:
            guard let line = list.current(in: lines) else { return [.notice(Notice("The log is empty"))] }
            return [.file(.copy(line.text))]
        case .copyAll:
            guard !lines.isEmpty else { return [.notice(Notice("The log is empty"))] }
            return [.file(.copy(lines.map(\.text).joined(separator: "\n")))]
        default: return [.run(command)]
        }
    }

    private mutating func noteEnd(_ lines: [LogContent.Line]) {
        follows = list.index(in: lines).map { $0 == lines.count - 1 } ?? true
    }

    /// Selects a line, or scrolls by the bar.
    public mutating func click(column: Int, row: Int, in bounds: Rect, context: RenderContext) -> [Effect] {
        let lines = context.model.log.lines
        _ = list.click(column, row, in: Self.area(bounds), lines)
        noteEnd(lines)
        return []
    }

    /// Scrolls the lines.
    public mutating func wheel(
        by notches: Int, column: Int, row: Int, in bounds: Rect, context: RenderContext
    ) -> [Effect] {
        list.wheel(by: notches, in: context.model.log.lines)
        noteEnd(context.model.log.lines)
        return []
    }

    /// Goes to the newest line while that is followed.
    public mutating func fit(_ bounds: Rect, context: RenderContext) {
        let lines = context.model.log.lines
        list.fit(lines, in: Self.area(bounds))
        if follows { list.move(.last, in: lines) }
    }

    /// Draws the lines, each cut to the width, and the selected one whole below them.
    public func render(into canvas: inout Canvas, context: RenderContext) {
        let log = context.model.log
        let theme = context.theme
        let body = Self.body(canvas.bounds)
        canvas.frame(body, theme[.border], title: follows ? "Log, followed" : "Log")
        let path = Canvas.fitting(" \(log.path) ", width: max(0, body.width - 22))
        canvas.write(path, endingAt: body.right - 2, y: body.y, theme[.faint])
        let area = Self.area(canvas.bounds)
        guard !log.lines.isEmpty else {
            canvas.write(
                log.problem ?? "Nothing was noted down yet.", x: area.content.x, y: area.content.y,
                theme[log.problem == nil ? .faint : .warning], limit: area.content.width)
            return
        }
        list.render(log.lines, into: &canvas, area: area, theme: theme) { canvas, line, place in
            canvas.write(line.text, x: place.rect.x, y: place.rect.y, place.style(.text), limit: place.rect.width)
        }
        drawWhole(log, into: &canvas, below: area, theme: theme)
    }

    /// The selected line, as far as the rows below the list hold it.
    private func drawWhole(_ log: LogContent, into canvas: inout Canvas, below area: ScrollArea, theme: Theme) {
        let y = area.content.bottom
        for x in (area.content.x - 1)..<(area.content.right + 1) { canvas.set(x, y, "─", theme[.border]) }
        guard let line = list.current(in: log.lines) else { return }
        let lines = Paragraph.wrap(line.text, width: max(1, area.content.width), maximum: Self.wholeRows)
        for (i, text) in lines.enumerated() {
            canvas.write(text, x: area.content.x, y: y + 1 + i, theme[.strong], limit: area.content.width)
        }
    }

    /// Rows for the selected line.
    private static let wholeRows = 3

    private static func body(_ bounds: Rect) -> Rect {
        Rect(x: 0, y: 0, width: bounds.width, height: bounds.height - 1)
    }

    private static func area(_ bounds: Rect) -> ScrollArea {
        .framed(body(bounds), margin: 2, footer: wholeRows + 1)
    }
}
