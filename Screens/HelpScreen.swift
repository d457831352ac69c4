import Surface

/// All keys, made from the command table.
public struct HelpScreen: Screen {
    /// The screen that help was asked on; its keys come first.
    private let subject: KeyContext
    private var scroll = Scroll()

    /// Help about the keys of `subject`, then of the other screens.
    public init(about subject: KeyContext) { self.subject = subject }

    /// Which keys it listens to.
    public var context: KeyContext { .help }

    /// Scrolls, or goes back.
    public mutating func handle(_ command: Command, model: AppModel) -> [Effect] {
        switch command {
        case .back: return [.pop]
        case .selectPrevious: scroll.move(by: -1)
        case .selectNext: scroll.move(by: 1)
        case .pageUp: scroll.move(by: -10)
        case .pageDown: scroll.move(by: 10)
        case .selectFirst: scroll.toStart()
        case .selectLast: scroll.toEnd()
        default: return [.run(command)]
        }
        return []
    }

    /// Ends the scrolling at the last line.
    public mutating func fit(_ bounds: Rect, context: RenderContext) {
        scroll.fit(lines(context.keys).count, room: body(of: bounds).height - 2)
    }

    private func body(of bounds: Rect) -> Rect { Rect(x: 0, y: 0, width: bounds.width, height: bounds.height - 1) }

    private func lines(_ keys: KeyMap) -> [(keys: String, help: String)] {
        var result: [(String, String)] = []
        for context in [subject] + keys.contexts.filter({ $0 != subject }) {
            if !result.isEmpty { result.append(("", "")) }
            result.append((context.title, ""))
            for row in keys.rows(in: context) where !row.keys.isEmpty {
                result.append((row.keys.map(\.name).joined(separator: "  "), row.help))
            }
        }
        return result
    }

    /// Draws the list from where it was scrolled to.
    public func render(into canvas: inout Canvas, context: RenderContext) {
        let body = body(of: canvas.bounds)
        canvas.frame(body, context.theme[.border], title: "Keys")
        let all = lines(context.keys)
        let room = body.height - 2
        let start = scroll.first(of: all.count, room: room)
        let column = 3 + min(22, canvas.width / 3)
        for (i, line) in all.dropFirst(start).prefix(room).enumerated() {
            let y = body.y + 1 + i
            if line.help.isEmpty {
                canvas.write(line.keys, x: 2, y: y, context.theme[.strong])
            } else {
                canvas.write(line.keys, x: 3, y: y, context.theme[.key], limit: column - 4)
                canvas.write(line.help, x: column, y: y, context.theme[.text], limit: canvas.width - column - 2)
            }
        }
        if start + room < all.count {
            canvas.write(" more below ", endingAt: body.right - 2, y: body.bottom - 1, context.theme[.faint])
        }
    }
}
