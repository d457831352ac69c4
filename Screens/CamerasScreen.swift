import Surface
import Widgets

/// Cameras, formats and controls: taken by Enter, changed by the arrow keys.
package struct CamerasScreen: Screen {
    private var list = ListView<CamerasRow>()
    /// The columns that the rows were made for; a usual number before anything was drawn.
    private var width = 76

    package init() {}

    package var context: KeyContext { .cameras }

    private func rows(_ model: AppModel) -> [CamerasRow] { CamerasRow.rows(model.cameras, width: width) }

    /// Moves the selection, takes what is selected, or changes a control.
    package mutating func handle(_ command: Command, model: AppModel) -> [Effect] {
        let rows = rows(model)
        if let movement = Movement(command) {
            list.move(movement, in: rows)
            return []
        }
        switch command {
        case .back: return [.pop]
        case .resetControls:
            guard !model.cameras.controls.isEmpty else {
                return [.notice(Notice("This camera has no controls to reset"))]
            }
            return [
                .confirm(
                    Confirmation(
                        title: "Set all controls to their defaults?",
                        lines: [.text("This also deletes the saved values of this camera.")],
                        yes: [.camera(.resetControls)],
                        weight: .grave))
            ]
        case .open, .increase, .decrease, .resetControl:
            guard let row = list.current(in: rows) else { return [.notice(Notice("No camera found"))] }
            return act(command, on: row)
        default: return [.run(command)]
        }
    }

    private func act(_ command: Command, on row: CamerasRow) -> [Effect] {
        switch (row, command) {
        case (.camera(let camera), .open):
            if camera.isCurrent { return [.notice(Notice("\(camera.title) is already in use"))] }
            guard camera.isPresent else {
                return [.notice(Notice("\(camera.title) is not connected: plug it in", isWarning: true))]
            }
            if let problem = camera.problem { return [.notice(Notice(problem, isWarning: true))] }
            return [.camera(.take(name: camera.name))]
        case (.format(let format), .open): return [.format(.take(format.text))]
        case (.control(let control), _):
            if let refusal = control.refusal {
                let why = refusal == "inactive" ? "it is in an automatic mode" : "it is \(refusal)"
                return [.notice(Notice("\(control.key) cannot be changed now: \(why)", isWarning: true))]
            }
            switch command {
            case .resetControl: return [.camera(.resetControl(id: control.id))]
            case .decrease: return [.camera(.changeControl(id: control.id, by: -1))]
            default: return [.camera(.changeControl(id: control.id, by: 1))]
            }
        default: return [.notice(Notice("Only controls have a value: press Enter to use this"))]
        }
    }

    /// Selects a row, or does with the one that is selected already what Enter does.
    package mutating func click(column: Int, row: Int, in bounds: Rect, context: RenderContext) -> [Effect] {
        fit(bounds, context: context)
        let click = list.click(column, row, in: Self.area(bounds), rows(context.model))
        return click == .activated ? handle(.open, model: context.model) : []
    }

    /// Scrolls the list.
    package mutating func wheel(
        by notches: Int, column: Int, row: Int, in bounds: Rect, context: RenderContext
    ) -> [Effect] {
        list.wheel(by: notches, in: rows(context.model))
        return []
    }

    /// A camera or a control may be gone.
    package mutating func fit(_ bounds: Rect, context: RenderContext) {
        let area = Self.area(bounds)
        width = area.content.width
        list.fit(rows(context.model), in: area)
    }

    /// Draws the three lists, one below the other.
    package func render(into canvas: inout Canvas, context: RenderContext) {
        canvas.frame(canvas.bounds.aboveKeys, context.theme[.border], title: "Cameras")
        let area = Self.area(canvas.bounds)
        let rows = CamerasRow.rows(context.model.cameras, width: area.content.width)
        list.render(rows, into: &canvas, area: area, theme: context.theme) { canvas, row, place in
            row.draw(into: &canvas, place)
        }
    }

    private static func area(_ bounds: Rect) -> ScrollArea { .framed(bounds.aboveKeys, margin: 2) }
}
