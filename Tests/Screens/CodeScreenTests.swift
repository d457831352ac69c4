import Encoding
import Preview
import Surface
import Symbols
import Testing

@testable import Screens

@Suite struct CodeScreenTests {
    private func drawn(columns: Int, rows: Int, colors: Int, isOnWhite: Bool = false) throws -> (Canvas, SymbolImage) {
        let image = try SymbolEncoder.encode("https://example.org/quietzone", as: .qrCode)
        let modules = CodeModules(width: image.width, height: image.height, isDark: image.isDark)
        var context = RenderContext()
        context.isOnWhite = isOnWhite
        var traits = TerminalTraits()
        traits.colorCount = colors
        context.model.picture.painter = PreviewPainter(on: traits)
        var canvas = Canvas(width: columns, height: rows)
        CodeScreen(title: "example.org", modules: modules).render(into: &canvas, context: context)
        return (canvas, image)
    }

    /// Whether each half of each cell is dark on the screen.
    private func dark(_ canvas: Canvas, isOnWhite: Bool, hasColors: Bool) -> (Int, Int) -> Bool {
        { x, halfRow in
            let cell = canvas[x, halfRow / 2]
            let isUpper = halfRow % 2 == 0
            let isInk: Bool =
                switch cell.character {
                case "▀": isUpper
                case "▄": !isUpper
                case " " where !hasColors: cell.style.attributes.contains(.reverse)
                default: false
                }
            if hasColors { return (isInk ? cell.style.foreground : cell.style.background) == .rgb(0, 0, 0) }
            return isInk == isOnWhite
        }
    }

    @Test(arguments: [(80, 24, 256, false), (200, 60, 1 << 24, false), (80, 24, 0, false), (80, 24, 0, true)])
    func everyModuleIsDrawnDarkOnLight(columns: Int, rows: Int, colors: Int, isOnWhite: Bool) throws {
        let (canvas, image) = try drawn(columns: columns, rows: rows, colors: colors, isOnWhite: isOnWhite)
        let scale = min(columns / image.width, 2 * (rows - 2) / image.height)
        #expect(scale >= 1)
        let left = (columns - image.width * scale) / 2
        let top = (rows - 2 - (image.height * scale + 1) / 2) / 2
        let isDark = dark(canvas, isOnWhite: isOnWhite, hasColors: colors > 0)
        for y in 0..<image.height * scale {
            for x in 0..<image.width * scale {
                #expect(isDark(left + x, 2 * top + y) == image.isDark(x / scale, y / scale), "\(x), \(y)")
            }
        }
    }

    @Test func aSmallWindowIsToldWhatItNeeds() throws {
        let (canvas, image) = try drawn(columns: 40, rows: 12, colors: 256)
        #expect(canvas.text.contains("It needs \(image.width)×\((image.height + 1) / 2 + 2) cells"))
    }
}
