import Surface
import Testing

@testable import Preview

@Suite struct BlockRendererTests {
    /// A cell of `renderer` whose samples are light where `pattern` has a bit.
    private func cell(_ renderer: any PreviewRenderer, _ pattern: Int, colors: Int = 256) throws -> Cell {
        let density = renderer.samples
        let rows = (0..<density.down).map { y in
            (0..<density.across).map { x in pattern >> (y * density.across + x) & 1 == 1 ? UInt8(238) : 8 }
        }
        var canvas = Canvas(width: 1, height: 1)
        renderer.draw(try makeImage(rows, density, colors: colors), into: &canvas)
        return canvas[0, 0]
    }

    @Test func quadrantsAndSextantsHaveACharacterForEachPattern() throws {
        for (renderer, count) in [(QuadrantRenderer(), 16), (SextantRenderer(), 64)] as [(any BlockRenderer, Int)] {
            #expect(Set(renderer.characters).count == count)
            #expect(renderer.characters.count == count)
            for pattern in 1..<(count - 1) {
                let cell = try cell(renderer, pattern)
                #expect(cell.character == renderer.characters[pattern], "\(renderer.name) \(pattern)")
                #expect(cell.style == Style(.rgb(238, 238, 238), on: .rgb(8, 8, 8)))
            }
            #expect(try cell(renderer, 0) == Cell(" ", Style(.rgb(8, 8, 8), on: .rgb(8, 8, 8))))
        }
        #expect(QuadrantRenderer().characters[1] == "▘")
        #expect(QuadrantRenderer().characters[8] == "▗")
        #expect(QuadrantRenderer().characters[6] == "▞")
        #expect(SextantRenderer().characters[1] == "\u{1FB00}")
        #expect(SextantRenderer().characters[0b010110] == "\u{1FB14}")
        #expect(SextantRenderer().characters[62] == "\u{1FB3B}")
    }

    @Test func brailleHasADotForEachLightSample() throws {
        let renderer = BrailleRenderer()
        let expected = ["⠁", "⠈", "⠂", "⠐", "⠄", "⠠", "⡀", "⢀"].map(Character.init)
        for dot in 0..<8 {
            #expect(try cell(renderer, 1 << dot).character == expected[dot])
            #expect(try cell(renderer, 1 << dot, colors: 0).character == expected[dot])
        }
        #expect(try cell(renderer, 255).character == "⣿")
        #expect(try cell(renderer, 0, colors: 0).character == "\u{2800}")
        #expect(try cell(renderer, 255).style.background == .rgb(0, 0, 0))
        #expect(try cell(renderer, 255, colors: 0).style == Style(.palette(7)))
        // Where ink is dark, dots are where there is no light.
        #expect(try cell(BrailleRenderer(isInkDark: true), 255, colors: 0).character == "\u{2800}")
        #expect(try cell(BrailleRenderer(isInkDark: true), 1, colors: 0).character == "⣾")
    }

    @Test func theTwoGreysAreTheBestThereAre() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            var samples = SIMD8<UInt8>()
            for place in 0..<6 { samples[place] = UInt8.random(in: 0...255, using: &generator) }
            func error(_ pattern: UInt8) -> Double {
                let light = (0..<6).filter { pattern >> UInt8($0) & 1 == 1 }.map { Double(samples[$0]) }
                let dark = (0..<6).filter { pattern >> UInt8($0) & 1 == 0 }.map { Double(samples[$0]) }
                return [light, dark].map { group in
                    let mean = group.reduce(0, +) / Double(max(1, group.count))
                    return group.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
                }.reduce(0, +)
            }
            let two = TwoGreys(of: samples, count: 6)
            let best = (UInt8(0)..<64).map(error).min() ?? 0
            #expect(error(two.pattern) <= best + 1e-6 || Int((0..<6).map { samples[$0] }.max() ?? 0) < 12)
            #expect(two.light >= two.dark)
        }
    }

    /// Of any picture on any terminal each renderer draws its own characters, in its own cells.
    @Test(arguments: [0, 8, 16, 256, 1 << 24]) func nothingElseIsDrawnAndNothingElsewhere(colors: Int) throws {
        let ascii = Set((0x20..<0x7F).map { Character(Unicode.Scalar(UInt8($0))) })
        let strokes = ascii.filter { !$0.isLetter && !$0.isNumber }
        let blocks = Set(QuadrantRenderer().characters + SextantRenderer().characters)
        let dots = Set((0x2800..<0x2900).compactMap { Unicode.Scalar($0).map { Character($0) } })
        let allowed = [
            "ascii": strokes, "letters": ascii, "half-blocks": ["▀"], "quadrants": blocks, "sextants": blocks,
            "braille": dots,
        ]
        let terminal = TerminalTraits(colorCount: colors)
        for renderer in PreviewRenderers.all() where renderer.obstacle(on: terminal) == nil {
            let density = renderer.samples
            let rows = (0..<(5 * density.down)).map { _ in
                (0..<(7 * density.across)).map { _ in UInt8.random(in: 0...255) }
            }
            for surroundings in Surroundings.allCases {
                var image = try makeImage(rows, density, colors: colors)
                image.surroundings = surroundings
                image.area = Rect(x: 3, y: 2, width: 7, height: 5)
                var canvas = Canvas(width: 13, height: 9)
                renderer.draw(image, into: &canvas)
                for y in 0..<9 {
                    for x in 0..<13 {
                        if image.area.contains(x, y) {
                            #expect(
                                allowed[renderer.name]?.contains(canvas[x, y].character) == true, "\(renderer.name)")
                        } else {
                            #expect(canvas[x, y] == .blank, "\(renderer.name)")
                        }
                    }
                }
            }
        }
    }

    @Test func onlyWhatATerminalHasIsUsed() {
        let noUTF8 = TerminalTraits(isUTF8: false)
        for renderer in PreviewRenderers.all() where !(renderer is PixelRenderer) {
            #expect(
                (renderer.obstacle(on: noUTF8) == nil) == ["ascii", "letters"].contains(renderer.name),
                "\(renderer.name)")
            #expect(renderer.obstacle(on: TerminalTraits()) == nil)
        }
        #expect(BrailleRenderer().obstacle(on: TerminalTraits(colorCount: 0)) == nil)
        #expect(QuadrantRenderer().obstacle(on: TerminalTraits(colorCount: 8)) != nil)
    }
}
