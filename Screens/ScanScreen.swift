import Payloads
import Surface
import Symbols

/// One scan, whole: every field, the text, the exact bytes, and what can be done with it.
public struct ScanScreen: Screen {
    private let id: Int64
    private let scan: Scan
    private let payload: Payload
    private let picture: String?
    private var selected = 0
    private var scroll = Scroll()
    private var showsSecrets = false

    /// Shows the history's entry `id`, which holds `scan` and may be linked to the picture it was seen in.
    public init(id: Int64, scan: Scan, payload: Payload, picture: String? = nil) {
        self.id = id
        self.scan = scan
        self.payload = payload
        self.picture = picture
    }

    /// Which keys it listens to.
    public var context: KeyContext { .scan }

    /// Selects and does actions, scrolls, or goes back.
    public mutating func handle(_ command: Command, model: AppModel) -> [Effect] {
        let actions = payload.actions
        switch command {
        case .back: return [.pop]
        case .selectPrevious: selected = max(0, selected - 1)
        case .selectNext: selected = min(actions.count - 1, selected + 1)
        case .selectFirst: selected = 0
        case .selectLast: selected = max(0, actions.count - 1)
        case .pageUp: scroll.move(by: -8)
        case .pageDown: scroll.move(by: 8)
        case .reveal:
            guard payload.fields.contains(where: \.isSecret) else {
                return [.notice(Notice("Nothing secret in this scan"))]
            }
            showsSecrets.toggle()
        case .open: return actions.indices.contains(selected) ? effects(of: actions[selected]) : []
        case .copy:
            guard let text = scan.symbol.content.text else {
                return [.notice(Notice("These bytes are no text: save them instead"))]
            }
            return [.file(.copy(text))]
        case .save:
            let saving = actions.first { if case .save = $0.effect { true } else { false } }
            return saving.map { effects(of: $0) } ?? []
        case .openAddress:
            let opening = actions.first { if case .open = $0.effect { true } else { false } }
            return opening.map { effects(of: $0) } ?? [.notice(Notice("This scan holds no address to open"))]
        case .delete: return [.history(.askDeletion(id: id))]
        default: return [.run(command)]
        }
        return []
    }

    /// Selects an action, or does the one that is selected already.
    public mutating func click(column: Int, row: Int, in bounds: Rect, context: RenderContext) -> [Effect] {
        let list = panes(bounds).actions.inset(columns: 1, rows: 1)
        let index = firstAction(height: list.height) + row - list.y
        guard list.contains(column, row), payload.actions.indices.contains(index) else { return [] }
        if index == selected { return handle(.open, model: context.model) }
        selected = index
        return []
    }

    /// Scrolls the text.
    public mutating func scroll(by notches: Int, model: AppModel) -> [Effect] {
        scroll.move(by: 3 * notches)
        return []
    }

    /// Ends the scrolling at the last line.
    public mutating func fit(_ bounds: Rect, context: RenderContext) {
        let inner = text(of: panes(bounds).fields)
        scroll.fit(lines(width: inner.width, context: context).count, room: inner.height)
    }

    private func text(of area: Rect) -> Rect { area.inset(columns: 2, rows: 1) }

    private func effects(of action: PayloadAction) -> [Effect] {
        switch action.effect {
        case .copy(let text): return [.file(.copy(text))]
        case .open(let target): return [.confirm(.opening(target, besides: payload.warnings))]
        case .save(let fileName, let bytes):
            return [
                .prompt(
                    Prompt(
                        title: action.title, hint: "Where to? A file that is there is not overwritten without a yes.",
                        text: fileName
                    ) { [.file(.save(bytes: bytes, path: $0, overwrite: false))] })
            ]
        }
    }

    // MARK: - Drawing

    private enum Line {
        case heading(String)
        case field(label: String, value: String)
        case warning(String)
        case bytes(String)
        case empty
    }

    /// Bytes shown in the dump; the rest is counted. A symbol holds less than 8 KiB in practice.
    private static let longestDump = 4096

    private static let labelWidth = 14

    /// Everything to show, as lines for `width` columns.
    private func lines(width: Int, context: RenderContext) -> [Line] {
        let content = scan.symbol.content
        var lines: [Line] = payload.warnings.flatMap { warning in
            Paragraph.wrap("! \(warning.message)", width: width).map { Line.warning($0) }
        }
        func add(_ label: String, _ value: String) {
            let wrapped = Paragraph.wrap(value, width: max(8, width - Self.labelWidth), maximum: 400)
            for (i, part) in wrapped.enumerated() {
                lines.append(.field(label: i == 0 ? label : "", value: part))
            }
        }
        lines.append(.heading(payload.kind.title))
        for field in payload.fields { add(field.label, showsSecrets ? field.value : field.maskedValue) }
        lines += [.empty, .heading("Symbol")]
        add("Symbology", "\(content.symbology.traits.title)  \(content.identifier)")
        add("Scanned", "\(context.day(scan.time)) \(context.clock(scan.time))")
        add("Source", scan.source)
        if let charset = content.charset { add("Charset", charset) }
        if let addOn = content.addOn { add("Add-on", addOn) }
        if let picture { add("Picture", picture) }
        let hidesBytes = !showsSecrets && payload.fields.contains(where: \.isSecret)
        lines += [.empty, .heading("Bytes (\(content.bytes.count))")]
        if hidesBytes {
            lines.append(.bytes("masked: they hold a secret"))
        } else {
            lines += HexDump.lines(content.bytes.prefix(Self.longestDump), width: width).map { .bytes($0) }
            if content.bytes.count > Self.longestDump {
                lines.append(.bytes("… \(content.bytes.count - Self.longestDump) more: save them to see all"))
            }
        }
        return lines
    }

    /// Draws the fields above, the actions below.
    public func render(into canvas: inout Canvas, context: RenderContext) {
        let panes = panes(canvas.bounds)
        drawLines(into: &canvas, area: panes.fields, context: context)
        drawActions(payload.actions, into: &canvas, area: panes.actions, context: context)
    }

    private func panes(_ bounds: Rect) -> (fields: Rect, actions: Rect) {
        let body = Rect(x: 0, y: 0, width: bounds.width, height: bounds.height - 1)
        let actionRows = min(payload.actions.count, max(2, body.height / 3 - 2))
        let fields = Rect(x: 0, y: 0, width: body.width, height: body.height - actionRows - 2)
        return (fields, Rect(x: 0, y: fields.bottom, width: body.width, height: actionRows + 2))
    }

    /// The first action that is shown in a list of `height` rows.
    private func firstAction(height: Int) -> Int {
        min(max(0, selected - height / 2), max(0, payload.actions.count - height))
    }

    private func drawLines(into canvas: inout Canvas, area: Rect, context: RenderContext) {
        canvas.frame(area, context.theme[.border], title: "Scan \(id)  \(payload.summary)")
        let inner = text(of: area)
        let all = lines(width: inner.width, context: context)
        let start = scroll.first(of: all.count, room: inner.height)
        for (i, line) in all.dropFirst(start).prefix(inner.height).enumerated() {
            let y = inner.y + i
            switch line {
            case .heading(let text): canvas.write(text, x: inner.x, y: y, context.theme[.strong], limit: inner.width)
            case .field(let label, let value):
                canvas.write(label, x: inner.x, y: y, context.theme[.faint], limit: Self.labelWidth - 1)
                canvas.write(
                    value, x: inner.x + Self.labelWidth, y: y, context.theme[.text],
                    limit: inner.width - Self.labelWidth)
            case .warning(let text): canvas.write(text, x: inner.x, y: y, context.theme[.warning], limit: inner.width)
            case .bytes(let text): canvas.write(text, x: inner.x, y: y, context.theme[.text], limit: inner.width)
            case .empty: break
            }
        }
        if start + inner.height < all.count {
            canvas.write(" PgDn: more ", endingAt: area.right - 2, y: area.bottom - 1, context.theme[.faint])
        }
    }

    private func drawActions(_ actions: [PayloadAction], into canvas: inout Canvas, area: Rect, context: RenderContext)
    {
        canvas.frame(area, context.theme[.border], title: "Actions")
        let inner = area.inset(columns: 1, rows: 1)
        let start = firstAction(height: inner.height)
        for (i, action) in actions.dropFirst(start).prefix(inner.height).enumerated() {
            let isSelected = start + i == selected
            let style = context.theme[isSelected ? .selection : .text]
            if isSelected { canvas.fill(Rect(x: inner.x, y: inner.y + i, width: inner.width, height: 1), " ", style) }
            canvas.write(action.title, x: inner.x + 1, y: inner.y + i, style, limit: inner.width - 2)
        }
    }
}
