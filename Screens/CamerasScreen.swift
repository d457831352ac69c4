import Surface

/// What is known of cameras: those that are there or were, the formats of the one in use, and its controls.
public struct CamerasContent: Sendable, Hashable {
    /// A camera.
    public struct Camera: Sendable, Hashable {
        /// Its stable name.
        public var name: String
        /// Its name for people.
        public var title: String
        /// Its node and where it is attached.
        public var place: String
        /// Why it cannot be opened; nil when it can.
        public var problem: String?
        /// Whether it is plugged in.
        public var isPresent: Bool
        /// Whether it is the one in use.
        public var isCurrent: Bool

        /// A camera.
        public init(
            name: String, title: String, place: String, problem: String? = nil, isPresent: Bool = true,
            isCurrent: Bool = false
        ) {
            self.name = name
            self.title = title
            self.place = place
            self.problem = problem
            self.isPresent = isPresent
            self.isCurrent = isCurrent
        }
    }

    /// A format, as the user spells it.
    public struct Format: Sendable, Hashable {
        /// What `--format` takes: `high`, `1280x720@30/MJPG`.
        public var text: String
        /// What it means; empty where the text says all.
        public var help: String
        /// Whether it is asked for.
        public var isCurrent: Bool

        /// A format.
        public init(text: String, help: String = "", isCurrent: Bool = false) {
            self.text = text
            self.help = help
            self.isCurrent = isCurrent
        }
    }

    /// A control of the camera in use.
    public struct Control: Sendable, Hashable {
        /// Its number.
        public var id: UInt32
        /// Its name as `cameras set` takes it.
        public var key: String
        /// Its value as people read it.
        public var value: String
        /// What it takes, and its default.
        public var range: String
        /// How far through its range the value is, 0…1; nil where it has none.
        public var fraction: Double?
        /// Why it cannot be set now: `inactive`, `read-only`; nil when it can.
        public var refusal: String?

        /// A control.
        public init(
            id: UInt32, key: String, value: String, range: String, fraction: Double? = nil, refusal: String? = nil
        ) {
            self.id = id
            self.key = key
            self.value = value
            self.range = range
            self.fraction = fraction
            self.refusal = refusal
        }
    }

    /// Cameras, those that are gone among them.
    public var cameras: [Camera] = []
    /// Presets and everything that the camera in use offers.
    public var formats: [Format] = []
    /// Controls of the camera in use.
    public var controls: [Control] = []
    /// What the focus of the camera in use can do, in a line; nil where that is not known.
    public var focus: String?
    /// Why there are no formats and controls; nil when there are.
    public var problem: String?

    /// Nothing known.
    public init() {}
}

/// Cameras, formats and controls: taken by Enter, changed by the arrow keys.
public struct CamerasScreen: Screen {
    /// What is shown; replaced when cameras come and go or a control changes.
    public var content: CamerasContent {
        didSet { selected = min(selected, max(0, rows.count - 1)) }
    }
    private var selected = 0

    /// A screen about `content`.
    public init(_ content: CamerasContent) { self.content = content }

    /// Which keys it listens to.
    public var context: KeyContext { .cameras }

    private enum Row {
        case camera(CamerasContent.Camera)
        case format(CamerasContent.Format)
        case control(CamerasContent.Control)
    }

    private var rows: [Row] {
        content.cameras.map(Row.camera) + content.formats.map(Row.format) + content.controls.map(Row.control)
    }

    /// Moves the selection, takes what is selected, or changes a control.
    public mutating func handle(_ command: Command) -> [Effect] {
        let rows = rows
        func move(_ places: Int) { selected = min(max(0, selected + places), max(0, rows.count - 1)) }
        switch command {
        case .back: return [.pop]
        case .selectPrevious: move(-1)
        case .selectNext: move(1)
        case .pageUp: move(-10)
        case .pageDown: move(10)
        case .selectFirst: move(-rows.count)
        case .selectLast: move(rows.count)
        case .resetControls:
            guard !content.controls.isEmpty else { return [.notice(Notice("This camera has no controls to reset"))] }
            return [
                .confirm(
                    Confirmation(
                        title: "Set all controls to their defaults?",
                        lines: [.text("What was set for this camera is forgotten.")], yes: [.resetControls],
                        weight: .grave))
            ]
        case .open, .increase, .decrease, .resetControl:
            guard rows.indices.contains(selected) else { return [.notice(Notice("No camera is there"))] }
            return act(command, on: rows[selected])
        default: break
        }
        return []
    }

    private func act(_ command: Command, on row: Row) -> [Effect] {
        switch (row, command) {
        case (.camera(let camera), .open):
            if camera.isCurrent { return [.notice(Notice("\(camera.title) is in use already"))] }
            guard camera.isPresent else {
                return [.notice(Notice("\(camera.title) is not there: plug it in", isWarning: true))]
            }
            if let problem = camera.problem { return [.notice(Notice(problem, isWarning: true))] }
            return [.takeCamera(name: camera.name)]
        case (.format(let format), .open): return [.takeFormat(format.text)]
        case (.control(let control), _):
            if let refusal = control.refusal {
                let why = refusal == "inactive" ? "an automatic mode holds it" : "it is \(refusal)"
                return [.notice(Notice("\(control.key) cannot be changed now: \(why)", isWarning: true))]
            }
            switch command {
            case .resetControl: return [.resetControl(id: control.id)]
            case .decrease: return [.changeControl(id: control.id, by: -1)]
            default: return [.changeControl(id: control.id, by: 1)]
            }
        default: return [.notice(Notice("Only controls have a value: press Enter to take this"))]
        }
    }

    /// Draws the three lists, one below the other, from where the selection can be seen.
    public func render(into canvas: inout Canvas, context: RenderContext) {
        let body = Self.body(canvas.bounds)
        canvas.frame(body, context.theme[.border], title: "Cameras")
        let list = body.inset(columns: 2, rows: 1)
        guard !list.isEmpty else { return }
        let lines = lines(width: list.width, theme: context.theme)
        let start = firstLine(of: lines, height: list.height)
        for (i, line) in lines.dropFirst(start).prefix(list.height).enumerated() {
            let y = list.y + i
            let isSelected = line.row == selected && line.row != nil
            let style = isSelected ? context.theme[.selection] : line.style
            if isSelected { canvas.fill(Rect(x: list.x, y: y, width: list.width, height: 1), " ", style) }
            canvas.write(line.text, x: list.x, y: y, style, limit: list.width)
        }
        if start + list.height < lines.count {
            canvas.write(" more below ", endingAt: body.right - 2, y: body.bottom - 1, context.theme[.faint])
        }
    }

    /// Selects a row, or does with the one that is selected already what Enter does.
    public mutating func click(column: Int, row: Int, in bounds: Rect, context: RenderContext) -> [Effect] {
        let list = Self.body(bounds).inset(columns: 2, rows: 1)
        let lines = lines(width: list.width, theme: context.theme)
        let index = firstLine(of: lines, height: list.height) + row - list.y
        guard list.contains(column, row), lines.indices.contains(index), let row = lines[index].row else { return [] }
        if row == selected { return handle(.open) }
        selected = row
        return []
    }

    private static func body(_ bounds: Rect) -> Rect {
        Rect(x: 0, y: 0, width: bounds.width, height: bounds.height - 1)
    }

    /// The first line that is shown in `height` rows: the selection stays in their middle.
    private func firstLine(of lines: [Line], height: Int) -> Int {
        let current = lines.firstIndex { $0.row == selected } ?? 0
        return min(max(0, current - height / 2), max(0, lines.count - height))
    }

    private struct Line {
        var text: String
        var style: Style
        var row: Int?
    }

    private func lines(width: Int, theme: Theme) -> [Line] {
        var lines: [Line] = []
        var number = 0
        func add(_ text: String, _ style: Style) {
            lines.append(Line(text: text, style: style, row: number))
            number += 1
        }
        if content.cameras.isEmpty { lines.append(Line(text: "No camera found: plug one in.", style: theme[.faint])) }
        for camera in content.cameras {
            let mark = camera.isCurrent ? "●" : " "
            let state = camera.isPresent ? camera.problem.map { "  \($0)" } ?? "" : "  not there"
            let isUsable = camera.isPresent && camera.problem == nil
            add("\(mark) \(camera.title)  \(camera.place)\(state)", isUsable ? theme[.text] : theme[.faint])
        }
        if let problem = content.problem {
            lines.append(Line(text: "", style: theme[.text]))
            lines += Paragraph.wrap(problem, width: width, maximum: 3).map { Line(text: $0, style: theme[.warning]) }
        }
        if !content.formats.isEmpty {
            lines.append(Line(text: "", style: theme[.text]))
            lines.append(Line(text: "Formats", style: theme[.strong]))
        }
        for format in content.formats {
            let text = "\(format.isCurrent ? "●" : " ") \(Self.padded(format.text, 22)) \(format.help)"
            add(text, theme[.text])
        }
        if !content.controls.isEmpty {
            lines.append(Line(text: "", style: theme[.text]))
            lines.append(Line(text: "Controls", style: theme[.strong]))
        }
        if let focus = content.focus { lines.append(Line(text: "  Focus: \(focus)", style: theme[.faint])) }
        for control in content.controls {
            let bar = width >= 76 ? Self.bar(control.fraction) + " " : ""
            let name = Self.padded(control.key, width >= 60 ? 30 : 18)
            let refusal = control.refusal.map { "  \($0)" } ?? ""
            add(
                "  \(name) \(bar)\(Self.padded(control.value, 10)) \(control.range)\(refusal)",
                control.refusal == nil ? theme[.text] : theme[.faint])
        }
        return lines
    }

    /// A gauge of ten cells; blank where there is no range.
    private static func bar(_ fraction: Double?) -> String {
        guard let fraction, fraction.isFinite else { return String(repeating: " ", count: 10) }
        let filled = Int((min(max(fraction, 0), 1) * 10).rounded())
        return String(repeating: "━", count: filled) + String(repeating: "─", count: 10 - filled)
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        let fitting = Canvas.fitting(text, width: width)
        return fitting + String(repeating: " ", count: max(0, width - DisplayWidth.of(fitting)))
    }
}
