import Formats
import Surface
import Widgets

/// All keys, made from the command table: a tab for each screen, and in it headings by purpose.
package struct HelpScreen: TextScreen {
    /// The screen that help was asked on; its tab comes first.
    private let subject: KeyContext
    private var tab = 0
    var text = TextView()

    /// Help about the keys of `subject`, with those of the other screens beside.
    package init(about subject: KeyContext) { self.subject = subject }

    package var context: KeyContext { .help }

    /// Scrolls, shows another screen's keys, or goes back.
    package mutating func handle(_ command: Command, model: AppModel) -> [Effect] {
        if let effects = scroll(command) { return effects }
        switch command {
        case .nextTab: show(tab + 1)
        case .previousTab: show(tab - 1)
        case .back: return [.pop]
        default: return [.run(command)]
        }
        return []
    }

    /// Shows the tab that is clicked, or scrolls by the bar.
    package mutating func click(column: Int, row: Int, in bounds: Rect, context: RenderContext) -> [Effect] {
        var tabs = tabs(context.keys)
        guard tabs.click(column, row, in: Self.tabRow(bounds)) else {
            clickText(column, row, in: bounds, context)
            return []
        }
        show(tabs.current)
        return []
    }

    /// Draws the tabs, and the list from where it was scrolled to.
    package func render(into canvas: inout Canvas, context: RenderContext) {
        let frame = canvas.bounds.aboveKeys
        canvas.frame(frame, context.theme[.border], title: "Keys")
        tabs(context.keys).render(into: &canvas, area: Self.tabRow(canvas.bounds), theme: context.theme)
        renderText(into: &canvas, context)
        text.drawSearch(into: &canvas, frame: frame, theme: context.theme)
    }

    private mutating func show(_ tab: Int) {
        self.tab = tab
        let wanted = text.wanted
        text = TextView()
        text.find(wanted)
    }

    /// The screens, the one that help was asked on first.
    private func contexts(_ keys: KeyMap) -> [KeyContext] { [subject] + keys.contexts.filter { $0 != subject } }

    private func tabs(_ keys: KeyMap) -> TabBar {
        var tabs = TabBar(contexts(keys).map(\.title))
        tabs.move(by: tab)
        return tabs
    }

    private static func tabRow(_ bounds: Rect) -> Rect {
        var row = bounds.aboveKeys.inset(columns: 1, rows: 1)
        row.height = min(1, row.height)
        return row
    }

    func textArea(_ bounds: Rect, _ context: RenderContext) -> ScrollArea {
        .framed(bounds.aboveKeys, margin: 2).dropping(rows: 2)
    }

    /// The keys beside what they do, under their purposes; where they are too long for that, above it.
    func blocks(width: Int, _ context: RenderContext) -> [TextBlock] {
        let keys = context.keys
        let contexts = contexts(keys)
        let context = contexts[tabs(keys).current]
        let rows = keys.rows(in: context)
        // Whatever has no key is run from the list of commands.
        let palette = keys.keys(for: .palette, in: context).first?.name ?? "–"
        var purposes: [String] = []
        for row in rows where !purposes.contains(row.purpose) { purposes.append(row.purpose) }
        let column = min(22, (width + 4) / 3)
        var blocks: [TextBlock] = []
        for purpose in purposes {
            if !blocks.isEmpty { blocks.append(.empty) }
            if !purpose.isEmpty { blocks.append(TextBlock(purpose, .strong)) }
            for row in rows where row.purpose == purpose {
                var names = row.keys.isEmpty ? palette : row.keys.shownNames
                if DisplayWidth.of(names) >= column {
                    blocks.append(TextBlock(names, .key, indent: 1))
                    names = ""
                }
                blocks.append(
                    TextBlock(row.help, label: names, labelRole: .key, labelWidth: column, indent: 1))
            }
        }
        return blocks
    }
}
