import Frames
import Preview
import Screens
import Surface
import Symbols
import Testing

/// The scanner with its picture in half blocks.
@Suite struct HalfBlockTests {
    private static let renderers: [any PreviewRenderer] = [AsciiRenderer(), HalfBlockRenderer()]

    private func scanner() -> ScannerScreen {
        var scanner = Samples.scanner(painter: PreviewPainter(Self.renderers))
        #expect(scanner.handle(.nextPreview) == [.notice(Notice("Picture in half blocks"))])
        return scanner
    }

    private func draw(_ scanner: ScannerScreen, _ width: Int = 100, _ height: Int = 30) -> Canvas {
        var canvas = Canvas(width: width, height: height)
        ScreenStack(scanner: scanner).render(into: &canvas, context: Samples.context)
        return canvas
    }

    @Test func wide() throws {
        try expectGolden("scanner-half-blocks", draw(scanner(), 120, 40))
    }

    @Test func lit() throws {
        var scanner = scanner()
        scanner.isScreenLit = true
        try expectGolden("scanner-half-blocks-lit", draw(scanner))
    }

    @Test func theSameKeyBringsCharactersBack() {
        var scanner = scanner()
        #expect(draw(scanner).text.contains("▀▀▀▀"))
        #expect(scanner.handle(.nextPreview) == [.notice(Notice("Picture in characters"))])
        #expect(draw(scanner).cells == draw(Samples.scanner()).cells)
    }

    @Test func aTerminalWithoutColoursKeepsCharactersAndSaysWhy() {
        var scanner = ScannerScreen(painter: PreviewPainter(Self.renderers, on: TerminalTraits(colorCount: 0)))
        let why = Notice("No half blocks: there are no colours here", isWarning: true)
        #expect(scanner.handle(.nextPreview) == [.notice(why)])
        #expect(scanner.painter.name == "ascii")
    }

    /// Outlines, box and focus mark: bright on black, whatever the picture and the terminal's background are.
    @Test func whatIsDrawnOverThePictureStandsOnBlack() {
        var scanner = scanner()
        scanner.focusMark = PixelRect(x: 250, y: 200, width: 120, height: 100)
        scanner.symbols.append(
            .init(number: 2, corners: Samples.corners.map { Point(x: $0.x, y: $0.y + 90) }, isKept: false))
        let canvas = draw(scanner)
        let theme = Samples.context.theme
        for role in [Role.box, .outline, .outlineKept] {
            let drawn = canvas.cells.filter {
                $0.style.foreground == theme[role].foreground && "━┃─│╱╲•".contains($0.character)
            }
            let inPicture = drawn.filter { $0.style.background == .rgb(0, 0, 0) }
            #expect(inPicture.count > 4, "\(role)")
            #expect(inPicture.count == drawn.count, "\(role)")
        }
    }

    @Test func thePictureOutsideOfTheBoxIsDarker() {
        let on = draw(scanner())
        var everywhere = scanner()
        _ = everywhere.handle(.toggleBox)
        let off = draw(everywhere)
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
                #expect(draw(scanner(), width, height).cells.count == width * height)
            }
        }
    }
}
