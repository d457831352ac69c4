import Frames
import Preview
import Screens
import Surface
import Symbols
import Testing

/// The scanner screen with half-block rendering.
@Suite struct HalfBlockTests {
    private static let renderers: [any PreviewRenderer] = [AsciiRenderer(), HalfBlockRenderer()]

    private func model() -> AppModel {
        var model = Samples.model(painter: PreviewPainter(Self.renderers))
        let (isChanged, line) = model.picture.painter.chooseNext()
        #expect(isChanged)
        #expect(line == "Picture in half blocks")
        return model
    }

    private func draw(
        _ model: AppModel, _ width: Int = 100, _ height: Int = 30, scanner: ScannerScreen = ScannerScreen()
    ) -> Canvas {
        var canvas = Canvas(width: width, height: height)
        ScreenStack(scanner: scanner).render(into: &canvas, context: Samples.context(model))
        return canvas
    }

    @Test func wide() throws { try expectGolden("scanner-half-blocks", draw(model(), 120, 40)) }

    @Test func lit() throws {
        var model = model()
        model.isScreenLit = true
        try expectGolden("scanner-half-blocks-lit", draw(model))
    }

    @Test func theSameKeyBringsCharactersBack() {
        var model = model()
        #expect(draw(model).text.contains("▀▀▀▀"))
        #expect(model.picture.painter.chooseNext().line == "Picture in characters")
        #expect(draw(model).cells == draw(Samples.model()).cells)
    }

    @Test func aTerminalWithoutColoursKeepsCharactersAndSaysWhy() {
        var painter = PreviewPainter(Self.renderers, on: TerminalTraits(colorCount: 0))
        let (isChanged, line) = painter.chooseNext()
        #expect(!isChanged)
        #expect(line == "No half blocks: no colours are available")
        #expect(painter.name == "ascii")
    }

    /// Outlines, box and focus mark: on black where shades cannot be mixed, whatever the picture and the terminal's background are.
    @Test func withSixteenColoursLinesOverThePictureStandOnBlack() {
        var model = model()
        model.picture.painter.terminal.colorCount = 16
        model.picture.focusMark = PixelRect(x: 250, y: 200, width: 120, height: 100)
        model.picture.symbols.append(
            .init(
                number: 2, corners: Samples.corners.map { Point(x: $0.x, y: $0.y + 90) }, state: .unkept,
                symbology: .qrCode, summary: "example.com"))
        let canvas = draw(model)
        let theme = Samples.context.theme
        for role in [Role.box, .outline, .outlineKept] {
            let drawn = canvas.cells.filter {
                $0.style.foreground == theme[role].foreground
                    && ("━┃".contains($0.character) || 0x2800...0x28FF ~= $0.character.unicodeScalars.first!.value)
            }
            let inPicture = drawn.filter { $0.style.background == .rgb(0, 0, 0) }
            #expect(inPicture.count > 4, "\(role)")
            #expect(inPicture.count == drawn.count, "\(role)")
        }
    }

    @Test func thePictureOutsideOfTheBoxIsDarker() {
        let on = draw(model())
        let off = draw(model(), scanner: ScannerScreen(isBoxOn: false))
        var darker = 0
        for (x, y) in (0..<30).flatMap({ y in (0..<100).map { ($0, y) } }) {
            guard on[x, y].character == "▀", off[x, y].character == "▀" else { continue }
            let (dimmed, bright) = (level(on[x, y].style.foreground), level(off[x, y].style.foreground))
            #expect(dimmed <= bright)
            if dimmed < bright { darker += 1 }
        }
        #expect(darker > 100)
    }

    private func level(_ color: Color) -> Int {
        if case .rgb(let value, _, _) = color { return Int(value) }
        return -1
    }

    @Test func everySizeDrawsWithoutTrapping() {
        for width in stride(from: 0, through: 200, by: 13) {
            for height in stride(from: 0, through: 70, by: 7) {
                #expect(draw(model(), width, height).cells.count == width * height)
            }
        }
    }
}
