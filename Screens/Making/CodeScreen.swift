import Preview
import Surface

/// A code that another device reads off the screen: dark on light whatever the theme is.
package struct CodeScreen: Screen {
    private let title: String
    private let modules: CodeModules

    package init(title: String, modules: CodeModules) {
        (self.title, self.modules) = (title, modules)
    }

    package var context: KeyContext { .code }

    /// Goes back.
    package mutating func handle(_ command: Command, model: AppModel) -> [Effect] {
        command == .back ? [.pop] : [.run(command)]
    }

    /// Draws the code as large as whole modules allow.
    package func render(into canvas: inout Canvas, context: RenderContext) {
        let body = Rect(x: 0, y: 0, width: canvas.width, height: canvas.height - 2)
        canvas.write(Canvas.fitting(title, width: canvas.width), x: 0, y: body.bottom, context.theme[.strong])
        let terminal = context.model.picture.painter.terminal
        guard let drawing = CodeDrawing(modules, in: body, on: terminal, hasSextants: context.model.hasSextants) else {
            let least = CodeDrawing.least(modules, on: terminal)
            let line = Canvas.fitting(
                "It needs \(least.width)×\(least.height + 2) cells: enlarge the window", width: body.width)
            canvas.write(line, x: 0, y: 0, context.theme[.warning])
            return
        }
        drawing.render(into: &canvas, isOnWhite: context.isOnWhite)
    }
}

extension AppModel {
    /// Whether the terminal's font has sextants, as far as that is known: the picture is shown in them.
    var hasSextants: Bool { picture.painter.name == SextantRenderer().name }
}
