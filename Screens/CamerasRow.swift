import Formats
import Surface
import Widgets

/// A row of the cameras screen.
enum CamerasRow: ListRow {
    /// What distinguishes a row from the others.
    enum ID: Hashable, Sendable {
        case camera(String), format(String), control(UInt32), note(Int)
    }

    case camera(CamerasContent.Camera)
    case format(CamerasContent.Format)
    case control(CamerasContent.Control)
    /// A heading, or something that cannot be selected; with its number among those.
    case note(Int, String, Role)

    static let hasHeadings = true

    var id: ID {
        switch self {
        case .camera(let camera): .camera(camera.name)
        case .format(let format): .format(format.text)
        case .control(let control): .control(control.id)
        case .note(let number, _, _): .note(number)
        }
    }

    var isSelectable: Bool { if case .note = self { false } else { true } }

    /// Everything there is to show, for `width` columns.
    static func rows(_ content: CamerasContent, width: Int) -> [CamerasRow] {
        var rows: [CamerasRow] = []
        func note(_ text: String, _ role: Role) { rows.append(.note(rows.count, text, role)) }
        func heading(_ text: String) {
            note("", .text)
            note(text, .strong)
        }
        if content.cameras.isEmpty { note("No camera found: plug one in.", .faint) }
        rows += content.cameras.map(CamerasRow.camera)
        if let problem = content.problem {
            note("", .text)
            for line in Paragraph.wrap(problem, width: width, maximum: 3) { note(line, .warning) }
        }
        if !content.formats.isEmpty { heading("Formats") }
        rows += content.formats.map(CamerasRow.format)
        if !content.controls.isEmpty { heading("Controls") }
        if let focus = content.focus { note("  Focus: \(focus)", .faint) }
        return rows + content.controls.map(CamerasRow.control)
    }

    func draw(into canvas: inout Canvas, _ place: RowPlace) {
        let width = place.rect.width
        canvas.write(text(width: width), x: place.rect.x, y: place.rect.y, place.style(role), limit: width)
    }

    private var role: Role {
        switch self {
        case .camera(let camera): camera.isPresent && camera.problem == nil ? .text : .faint
        case .format: .text
        case .control(let control): control.refusal == nil ? .text : .faint
        case .note(_, _, let role): role
        }
    }

    private func text(width: Int) -> String {
        switch self {
        case .camera(let camera):
            let state = camera.isPresent ? camera.problem.map { "  \($0)" } ?? "" : "  not connected"
            return "\(Self.mark(camera.isCurrent)) \(camera.title)  \(camera.place)\(state)"
        case .format(let format):
            return "\(Self.mark(format.isCurrent)) \(Self.padded(format.text, 22)) \(format.help)"
        case .control(let control):
            let bar = width >= 76 ? Self.bar(control.fraction) + " " : ""
            let name = Self.padded(control.key, width >= 60 ? 30 : 18)
            let refusal = control.refusal.map { "  \($0)" } ?? ""
            return "  \(name) \(bar)\(Self.padded(control.value, 10)) \(control.range)\(refusal)"
        case .note(_, let text, _): return text
        }
    }

    private static func mark(_ isCurrent: Bool) -> String { isCurrent ? "●" : " " }

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
