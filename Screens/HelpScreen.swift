import Formats
import Surface
import Widgets

/// All keys, made from the command table: a tab for each screen, and in it headings by purpose.
package struct HelpScreen: Screen {
    /// The screen that help was asked on; its tab comes first.
    private let subject: KeyContext
    private var tab = 0
    private var text = TextView()

    /// Help about the keys of `subject`, with those of the other screens beside.
    package init(about subject: KeyContext) { self.subject = subject }

    /// Which keys it listens to.
    package var context: KeyContext { .help }

    /// Scrolls, shows another screen's keys, or goes back.
    package mutating func handle(_ command: Command, model: AppModel) -> [Effect] {
        if let movement = Movement(command) {
            text.move(movement)
            return []
        }
        switch command {
        case .findNext, .findPrevious:
            guard text.findNext(isBackwards: command == .findPrevious) else { return [.nothingFound(text.wanted)] }
        case .nextTab: show(tab + 1)
        case .previousTab: show(tab - 1)
        case .back: return [.pop]
        default: return [.run(command)]
        }
        return []
    }

    /// Shows the tab that is clicked, or scrolls by the bar.
    package mutating func click(column: Int, row: Int, in bounds: Rect, context: RenderContext) -> [Effect] {
        let area = Self.area(bounds)
        var tabs = tabs(context.keys)
        if tabs.click(column, row, in: Self.tabRow(bounds)) {
            show(tabs.current)
        } else {
            text.click(column, row, in: area, blocks(context.keys, width: area.content.width))
        }
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
        text.fit(blocks(context.keys, width: area.content.width), in: area)
    }

    /// Draws the tabs, and the list from where it was scrolled to.
    package func render(into canvas: inout Canvas, context: RenderContext) {
        canvas.frame(Self.body(canvas.bounds), context.theme[.border], title: "Keys")
        tabs(context.keys).render(into: &canvas, area: Self.tabRow(canvas.bounds), theme: context.theme)
        let area = Self.area(canvas.bounds)
        text.render(
            blocks(context.keys, width: area.content.width), into: &canvas, area: area, theme: context.theme)
        text.drawSearch(into: &canvas, frame: Self.body(canvas.bounds), theme: context.theme)
    }

    private mutating func show(_ tab: Int) {
        self.tab = tab
        let wanted = text.wanted
        text = TextView()
        text.find(wanted)
    }

    /// Looks for `text` among the keys that are shown.
    package mutating func search(for text: String, model: AppModel) -> [Effect] {
        self.text.find(text)
        return []
    }

    /// Which place of how many.
    package func searchResult(_ model: AppModel) -> String? { text.searchResult }

    /// Without a search there is no next place.
    package func idle(_ model: AppModel) -> Set<Command> { text.wanted.isEmpty ? [.findNext, .findPrevious] : [] }

    /// The screens, the one that help was asked on first.
    private func contexts(_ keys: KeyMap) -> [KeyContext] { [subject] + keys.contexts.filter { $0 != subject } }

    private func tabs(_ keys: KeyMap) -> TabBar {
        var tabs = TabBar(contexts(keys).map(\.title))
        tabs.move(by: tab)
        return tabs
    }

    private static func body(_ bounds: Rect) -> Rect {
        Rect(x: 0, y: 0, width: bounds.width, height: bounds.height - 1)
    }

    private static func tabRow(_ bounds: Rect) -> Rect {
        var row = body(bounds).inset(columns: 1, rows: 1)
        row.height = min(1, row.height)
        return row
    }

    private static func area(_ bounds: Rect) -> ScrollArea { .framed(body(bounds), margin: 2).dropping(rows: 2) }

    /// The keys beside what they do, under their purposes; where they are too long for that, above it.
    private func blocks(_ keys: KeyMap, width: Int) -> [TextBlock] {
        let contexts = contexts(keys)
        let context = contexts[tabs(keys).current]
        let rows = keys.rows(in: context).filter { !$0.keys.isEmpty }
        var purposes: [String] = []
        for row in rows where !purposes.contains(row.purpose) { purposes.append(row.purpose) }
        let column = min(22, (width + 4) / 3)
        var blocks: [TextBlock] = []
        for purpose in purposes {
            if !blocks.isEmpty { blocks.append(.empty) }
            if !purpose.isEmpty { blocks.append(TextBlock(purpose, .strong)) }
            for row in rows where row.purpose == purpose {
                var names = row.keys.shownNames
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
