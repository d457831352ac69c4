import Surface

/// A question with yes or no; nothing happens without the key that it names.
public struct Confirmation: Sendable, Hashable {
    /// What has to be known before answering: wrapped, never cut.
    public enum Line: Sendable, Hashable {
        /// A sentence.
        case text(String)
        /// What counts most.
        case strong(String)
        /// A reason to say no.
        case warning(String)
    }

    /// How easily a yes is given.
    public enum Weight: Sendable, Hashable {
        /// `y`.
        case light
        /// Something is lost, or somebody may be deceived: `Y`, which no neighbouring key and no word typed by mistake gives.
        case grave
    }

    /// The question.
    public var title: String
    /// What there is to know before answering.
    public var lines: [Line]
    /// What a yes does.
    public var yes: [Effect]
    /// How easily a yes is given.
    public var weight: Weight
    private var scroll = Scroll()
    /// Whether the end of the lines has been on the screen: no yes before. True until a canvas turns out too small.
    private var isAllSeen = true
    private var bounds: Rect?

    /// A question.
    public init(title: String, lines: [Line] = [], yes: [Effect], weight: Weight = .light) {
        self.title = title
        self.lines = lines
        self.yes = yes
        self.weight = weight
    }

    /// What a key says.
    enum Answer {
        case none, no
        case yes([Effect])
    }

    private var yesKey: Character { weight == .grave ? "Y" : "y" }

    mutating func handle(_ key: Key) -> Answer {
        switch key {
        case .character(yesKey) where isAllSeen: return .yes(yes)
        case .character("Y") where isAllSeen && weight == .light: return .yes(yes)
        case .character("n"), .character("N"), .character("q"), .escape, .control("c"): return .no
        case .up, .character("k"): move(-1)
        case .down, .character("j"): move(1)
        case .pageUp: move(-5)
        case .pageDown, .character(" "): move(5)
        default: break
        }
        return .none
    }

    private mutating func move(_ rows: Int) {
        scroll.move(by: rows)
        if let bounds { fit(bounds) }
    }

    /// Fits it to a canvas of this size, before it is drawn.
    mutating func fit(_ bounds: Rect) {
        if bounds != self.bounds { isAllSeen = false }
        self.bounds = bounds
        let layout = layout(in: bounds)
        scroll.fit(layout.rows.count, room: layout.room)
        if scroll.first(of: layout.rows.count, room: layout.room) + layout.room >= layout.rows.count {
            isAllSeen = true
        }
    }

    /// The lines as they are wrapped for a canvas, the box around them, and how many rows of them it shows.
    private func layout(in bounds: Rect) -> (rows: [(text: String, line: Line)], box: Rect, room: Int) {
        let widest = lines.map { DisplayWidth.of($0.string) }.max() ?? 0
        let width = min(bounds.width - 4, 76, max(40, max(widest, DisplayWidth.of(title)) + 6))
        let rows = lines.flatMap { line in Paragraph.wrap(line.string, width: width - 6).map { ($0, line) } }
        // The border, an empty row and the keys.
        let room = max(1, min(rows.count, bounds.height - 5))
        return (rows, bounds.centered(width: width, height: room + 4), room)
    }

    func render(into canvas: inout Canvas, theme: Theme) {
        let (rows, box, room) = layout(in: canvas.bounds)
        canvas.fill(box)
        canvas.frame(box, theme[.warning], title: title)
        let first = scroll.first(of: rows.count, room: room)
        for (i, row) in rows.dropFirst(first).prefix(room).enumerated() {
            let style =
                switch row.line {
                case .text: theme[.text]
                case .strong: theme[.strong]
                case .warning: theme[.warning]
                }
            canvas.write(row.text, x: box.x + 3, y: box.y + 1 + i, style, limit: box.width - 6)
        }
        let rest = rows.count - first - room
        let keys = rest > 0 ? "↓  \(rest) more rows" : "\(weight == .grave ? "Shift-Y" : "y")  yes"
        canvas.write("\(keys)      n, Esc  no", x: box.x + 3, y: box.bottom - 2, theme[.key], limit: box.width - 6)
    }
}

extension Confirmation.Line {
    /// The text.
    public var string: String {
        switch self {
        case .text(let text), .strong(let text): text
        case .warning(let text): "! \(text)"
        }
    }
}
