import Surface

/// Cameras, formats and controls: taken by Enter, changed by the arrow keys.
public struct CamerasScreen: Screen {
    private var selected = 0

    /// A screen with its first row selected.
    public init() {}

    /// Which keys it listens to.
    public var context: KeyContext { .cameras }

    private enum Row {
        case camera(CamerasContent.Camera)
        case format(CamerasContent.Format)
        case control(CamerasContent.Control)
    }

    private static func rows(_ content: CamerasContent) -> [Row] {
        content.cameras.map(Row.camera) + content.formats.map(Row.format) + content.controls.map(Row.control)
    }

    /// Moves the selection, takes what is selected, or changes a control.
    public mutating func handle(_ command: Command, model: AppModel) -> [Effect] {
        let content = model.cameras
        let rows = Self.rows(content)
        selected = min(selected, max(0, rows.count - 1))
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
                        lines: [.text("What was set for this camera is forgotten.")], yes: [.camera(.resetControls)],
                        weight: .grave))
            ]
        case .open, .increase, .decrease, .resetControl:
            guard rows.indices.contains(selected) else { return [.notice(Notice("No camera is there"))] }
            return act(command, on: rows[selected])
        default: return [.run(command)]
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
            return [.camera(.take(name: camera.name))]
        case (.format(let format), .open): return [.camera(.takeFormat(format.text))]
        case (.control(let control), _):
            if let refusal = control.refusal {
                let why = refusal == "inactive" ? "an automatic mode holds it" : "it is \(refusal)"
                return [.notice(Notice("\(control.key) cannot be changed now: \(why)", isWarning: true))]
            }
            switch command {
            case .resetControl: return [.camera(.resetControl(id: control.id))]
            case .decrease: return [.camera(.changeControl(id: control.id, by: -1))]
            default: return [.camera(.changeControl(id: control.id, by: 1))]
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
        let lines = lines(context.model.cameras, width: list.width, theme: context.theme)
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
        let lines = lines(context.model.cameras, width: list.width, theme: context.theme)
        let index = firstLine(of: lines, height: list.height) + row - list.y
        guard list.contains(column, row), lines.indices.contains(index), let row = lines[index].row else { return [] }
        if row == selected { return handle(.open, model: context.model) }
        selected = row
        return []
    }

    /// A camera or a control may be gone.
    public mutating func fit(_ bounds: Rect, context: RenderContext) {
        selected = min(selected, max(0, Self.rows(context.model.cameras).count - 1))
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

    private func lines(_ content: CamerasContent, width: Int, theme: Theme) -> [Line] {
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
