import Surface

/// The modules of a code, for a screen: rows of dark and light, its quiet zone included.
public struct CodeModules: Sendable, Hashable {
    /// Modules a row.
    public let width: Int
    /// Rows.
    public let height: Int
    private let dark: [Bool]

    /// - Parameter isDark: whether the module at a column and a row is dark.
    public init(width: Int, height: Int, isDark: (Int, Int) -> Bool) {
        (self.width, self.height) = (max(0, width), max(0, height))
        dark = (0..<self.width * self.height).map { isDark($0 % width, $0 / width) }
    }

    func isDark(_ x: Int, _ y: Int) -> Bool { x < width && y < height && dark[y * width + x] }
}

/// A code that another device reads off the screen: dark on light whatever the theme is.
public struct CodeScreen: Screen {
    private let title: String
    private let modules: CodeModules

    /// Shows `modules`; `title` says of what.
    public init(title: String, modules: CodeModules) {
        (self.title, self.modules) = (title, modules)
    }

    /// Which keys it listens to.
    public var context: KeyContext { .code }

    /// Goes back.
    public mutating func handle(_ command: Command, model: AppModel) -> [Effect] {
        command == .back ? [.pop] : [.run(command)]
    }

    /// Draws the code as large as whole modules allow.
    public func render(into canvas: inout Canvas, context: RenderContext) {
        let body = Rect(x: 0, y: 0, width: canvas.width, height: canvas.height - 2)
        canvas.write(Canvas.fitting(title, width: canvas.width), x: 0, y: body.bottom, context.theme[.strong])
        let terminal = context.model.picture.painter.terminal
        let ink = CodeInk(hasColors: terminal.colorCount >= 8, isOnWhite: context.isOnWhite)
        // Two modules above each other in a cell, or one in two cells beside each other where there are no half blocks.
        let (across, down) = terminal.isUTF8 ? (1, 2) : (2, 1)
        let scale = min(body.width / max(1, modules.width * across), down * body.height / max(1, modules.height))
        guard scale > 0 else {
            let needed = "\(modules.width * across)×\((modules.height + down - 1) / down + 2)"
            let line = Canvas.fitting("It needs \(needed) cells: enlarge the window", width: body.width)
            canvas.write(line, x: 0, y: 0, context.theme[.warning])
            return
        }
        let size = (width: modules.width * across * scale, height: (modules.height * scale + down - 1) / down)
        let area = body.centered(width: size.width, height: size.height)
        for row in 0..<area.height {
            for column in 0..<area.width {
                let x = column / (across * scale)
                let upper = modules.isDark(x, down * row / scale)
                let lower = modules.isDark(x, (down * row + down - 1) / scale)
                let (character, style) = ink.cell(upper: upper, lower: lower)
                canvas.set(area.x + column, area.y + row, character, style)
            }
        }
    }
}

/// How cells show dark and light modules: in black and white, or without colours in the terminal's own two.
private struct CodeInk {
    let hasColors: Bool
    /// Whether the terminal's ink is dark.
    let isOnWhite: Bool

    func cell(upper: Bool, lower: Bool) -> (Character, Style) {
        let (black, white) = (Color.rgb(0, 0, 0), Color.rgb(255, 255, 255))
        if hasColors {
            if upper == lower { return (" ", Style(on: upper ? black : white)) }
            return ("▀", Style(upper ? black : white, on: lower ? black : white))
        }
        // Reversed blanks, which every terminal shows without a gap.
        if upper == lower { return (" ", upper == isOnWhite ? Style(.standard, on: .standard, .reverse) : .plain) }
        return (upper == isOnWhite ? "▀" : "▄", .plain)
    }
}
