import Surface
import Widgets

/// A text that is read, searched and left: statistics, a check-list.
package struct ReportScreen: TextScreen {
    private let title: String
    private let report: any Report
    var text = TextView()

    package init(title: String, _ report: any Report) {
        (self.title, self.report) = (title, report)
    }

    package var context: KeyContext { .report }

    /// Scrolls, searches, goes back.
    package mutating func handle(_ command: Command, model: AppModel) -> [Effect] {
        if let effects = scroll(command) { return effects }
        switch command {
        case .back: return [.pop]
        case .export: return [report.export ?? .notice(Notice("There is nothing to export here"))]
        case .open: return [report.change].compactMap { $0 }
        default: return [.run(command)]
        }
    }

    /// Not every report can be exported or changed.
    package func idle(_ model: AppModel) -> Set<Command> {
        textIdle.union(report.export == nil ? [.export] : []).union(report.change == nil ? [.open] : [])
    }

    func blocks(width: Int, _ context: RenderContext) -> [TextBlock] { report.blocks(width: width, context) }

    func textArea(_ bounds: Rect, _ context: RenderContext) -> ScrollArea { .framed(bounds.aboveKeys, margin: 2) }

    /// Draws the text from where it was scrolled to.
    package func render(into canvas: inout Canvas, context: RenderContext) {
        let frame = canvas.bounds.aboveKeys
        canvas.frame(frame, context.theme[.border], title: title)
        renderText(into: &canvas, context)
        text.drawSearch(into: &canvas, frame: frame, theme: context.theme)
    }
}

/// What a `ReportScreen` shows.
package protocol Report: Sendable {
    /// Its text for so many columns.
    func blocks(width: Int, _ context: RenderContext) -> [TextBlock]
    /// Asks where to write it; nil for what cannot be exported.
    var export: Effect? { get }
    /// Asks which of its lines to change; nil where nothing can be changed.
    var change: Effect? { get }
}

extension Report {
    package var export: Effect? { nil }
    package var change: Effect? { nil }
}
