import Frames
import Surface
import Testing

@testable import Preview

/// A grid of luma values, drawn over the whole canvas without tone mapping.
func makeImage(
    _ rows: [[UInt8]], _ density: SampleDensity, emphasis: Rect? = nil, colors: Int = 1 << 24,
    hasReverse: Bool = true
) throws -> PreviewImage {
    let frame = try #require(makeFrame(rows[0].count, rows.count) { x, y in rows[y][x] })
    var grid = LumaGrid()
    grid.sample(frame, region: frame.bounds, columns: frame.width, rows: frame.height)
    let area = Rect(x: 0, y: 0, width: frame.width / density.across, height: frame.height / density.down)
    return PreviewImage(
        grid: grid, tone: ToneMapping(), area: area, emphasis: emphasis ?? area, style: Style(.palette(7)),
        dimmedStyle: Style(.palette(8)), terminal: TerminalTraits(colorCount: colors, hasReverse: hasReverse))
}

@Suite struct RendererTests {
    private func grey(_ value: UInt8) -> Color { .rgb(value, value, value) }

    @Test func aHalfBlockShowsTheUpperSampleBeforeTheLower() throws {
        let renderer = HalfBlockRenderer()
        let image = try makeImage([[0, 255, 128], [255, 0, 128]], renderer.samples)
        var canvas = Canvas(width: 3, height: 1)
        renderer.draw(image, into: &canvas)
        #expect(canvas.text == "▀▀▀\n")
        #expect(canvas[0, 0].style == Style(grey(0), on: grey(255)))
        #expect(canvas[1, 0].style == Style(grey(255), on: grey(0)))
        #expect(canvas[2, 0].style == Style(grey(131), on: grey(131)))
    }

    @Test func halfBlocksOutsideOfTheEmphasisAreDarker() throws {
        let renderer = HalfBlockRenderer()
        let emphasis = Rect(x: 0, y: 0, width: 1, height: 1)
        let image = try makeImage([[200, 200], [0, 0]], renderer.samples, emphasis: emphasis)
        var canvas = Canvas(width: 2, height: 1)
        renderer.draw(image, into: &canvas)
        guard case .rgb(let bright, _, _) = canvas[0, 0].style.foreground,
            case .rgb(let dimmed, _, _) = canvas[1, 0].style.foreground
        else {
            Issue.record("no shades")
            return
        }
        #expect(dimmed < bright / 2 + 2)
        #expect(dimmed > bright / 3)
        #expect(canvas[1, 0].style.background == grey(0))
    }

    @Test func halfBlocksMakeABoundedNumberOfPairs() throws {
        let renderer = HalfBlockRenderer()
        let row = (0..<256).map { UInt8($0) }
        let image = try makeImage(
            [row, row.reversed()], renderer.samples, emphasis: Rect(x: 0, y: 0, width: 128, height: 1))
        var canvas = Canvas(width: 256, height: 1)
        renderer.draw(image, into: &canvas)
        let shades = Set(canvas.cells.flatMap { [$0.style.foreground, $0.style.background] })
        let greys = GreyScale.direct.values.count
        #expect(shades.count <= greys)
        #expect(greys * greys < 32767)
    }

    @Test func aGridOfAnotherSizeIsNotDrawn() throws {
        for renderer in PreviewRenderers.all() {
            var image = try makeImage([[1, 2], [3, 4]], renderer.samples)
            image.area.width += 1
            var canvas = Canvas(width: 9, height: 9)
            renderer.draw(image, into: &canvas)
            #expect(canvas.cells.allSatisfy { $0 == .blank }, "\(renderer.name)")
        }
    }

    @Test func withFewColoursWhatIsDrawnOverGreysStandsOnBlack() {
        let yellow = Style(.palette(11), .bold)
        let onRed = Style(.palette(11), on: .palette(1))
        for renderer in PreviewRenderers.all() {
            let terminal = TerminalTraits()
            let few = TerminalTraits(colorCount: 16)
            #expect(renderer.overlay(yellow, on: few) == Style(.palette(11), on: .rgb(0, 0, 0), .bold))
            if !(renderer is PixelRenderer) { #expect(renderer.overlay(yellow, on: terminal) == yellow) }
            #expect(renderer.overlay(onRed, on: terminal) == onRed)
        }
        #expect(AsciiRenderer().overlay(yellow, on: TerminalTraits(colorCount: 0)) == yellow)
    }

    @Test func everyRendererHasANameOfItsOwnAndTheFirstIsForEveryTerminal() {
        #expect(Set(PreviewRenderers.names).count == PreviewRenderers.names.count)
        for name in PreviewRenderers.names { #expect(name.allSatisfy { $0.isLowercase || $0 == "-" }, "\(name)") }
        let bare = TerminalTraits(colorCount: 0, isUTF8: false)
        #expect(PreviewRenderers.all()[0].obstacle(on: bare) == nil)
    }
}

@Suite struct PreviewPainterTests {
    private let renderers: [any PreviewRenderer] = [AsciiRenderer(), HalfBlockRenderer()]

    @Test func theNextRendererIsTakenAndTold() {
        var painter = PreviewPainter(renderers)
        #expect(painter.name == "ascii")
        #expect(painter.chooseNext() == (true, "Picture in half blocks"))
        #expect(painter.name == "half-blocks")
        #expect(painter.chooseNext() == (true, "Picture in characters"))
        #expect(painter.name == "ascii")
    }

    @Test(arguments: [
        (TerminalTraits(colorCount: 0), "No half blocks: no colours are available"),
        (TerminalTraits(colorCount: 8), "No half blocks: this terminal has 8 colours, and they need 16"),
        (TerminalTraits(isUTF8: false), "No half blocks: this terminal's locale is not UTF-8"),
    ])
    func aTerminalThatCannotSaysWhyAndCharactersStay(traits: TerminalTraits, line: String) {
        var painter = PreviewPainter(renderers, on: traits)
        #expect(painter.choose("half-blocks") == line)
        #expect(painter.name == "ascii")
        #expect(painter.chooseNext() == (false, line))
        #expect(painter.name == "ascii")
        #expect(painter.choose("ascii") == nil)
    }

    @Test func aNameThatIsUnknownChangesNothing() {
        var painter = PreviewPainter()
        #expect(painter.choose("half-blocks") == nil)
        #expect(painter.choose("oil") == "No renderer is called oil")
        #expect(painter.name == "half-blocks")
    }
}
