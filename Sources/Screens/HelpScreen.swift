import Surface

/// All keys, made from the command table.
public struct HelpScreen: Screen {
    /// The screen that help was asked on; its keys come first.
    private let subject: KeyContext
    private var text = TextView()

    /// Help about the keys of `subject`, then of the other screens.
    public init(about subject: KeyContext) { self.subject = subject }

    /// Which keys it listens to.
    public var context: KeyContext { .help }

    /// Scrolls, or goes back.
    public mutating func handle(_ command: Command, model: AppModel) -> [Effect] {
        if let movement = Movement(command) {
            text.move(movement)
            return []
        }
        return command == .back ? [.pop] : [.run(command)]
    }

    /// Scrolls by the bar.
    public mutating func click(column: Int, row: Int, in bounds: Rect, context: RenderContext) -> [Effect] {
        let area = Self.area(Self.body(bounds))
        text.click(column, row, in: area, blocks(context.keys, width: area.content.width))
        return []
    }

    /// Scrolls the text.
    public mutating func wheel(
        by notches: Int, column: Int, row: Int, in bounds: Rect, context: RenderContext
    ) -> [Effect] {
        text.wheel(by: notches)
        return []
    }

    /// Ends the scrolling at the last line.
    public mutating func fit(_ bounds: Rect, context: RenderContext) {
        let area = Self.area(Self.body(bounds))
        text.fit(blocks(context.keys, width: area.content.width), in: area)
    }

    /// Draws the list from where it was scrolled to.
    public func render(into canvas: inout Canvas, context: RenderContext) {
        let body = Self.body(canvas.bounds)
        canvas.frame(body, context.theme[.border], title: "Keys")
        let area = Self.area(body)
        text.render(
            blocks(context.keys, width: area.content.width), into: &canvas, area: area, theme: context.theme)
    }

    private static func body(_ bounds: Rect) -> Rect {
        Rect(x: 0, y: 0, width: bounds.width, height: bounds.height - 1)
    }

    private static func area(_ body: Rect) -> ScrollArea { .framed(body, margin: 2) }

    /// The keys beside what they do; where they are too long for that, above it.
    private func blocks(_ keys: KeyMap, width: Int) -> [TextBlock] {
        let column = min(22, (width + 4) / 3)
        var blocks: [TextBlock] = []
        for context in [subject] + keys.contexts.filter({ $0 != subject }) {
            if !blocks.isEmpty { blocks.append(.empty) }
            blocks.append(TextBlock(context.title, .strong))
            for row in keys.rows(in: context) where !row.keys.isEmpty {
                var names = row.keys.map(\.name).joined(separator: "  ")
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
