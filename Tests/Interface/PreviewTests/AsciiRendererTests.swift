import Surface
import Testing

@testable import Preview

@Suite struct AsciiRendererTests {
    private let renderer = AsciiRenderer()

    /// The picture of `columns` × `rows` cells whose samples are `luma` of their places, 4 × 8 a cell.
    private func image(
        _ columns: Int, _ rows: Int, colors: Int, hasReverse: Bool = true, _ luma: (_ x: Int, _ y: Int) -> UInt8
    ) throws -> PreviewImage {
        let values = (0..<(8 * rows)).map { y in (0..<(4 * columns)).map { x in luma(x, y) } }
        return try makeImage(values, renderer.samples, colors: colors, hasReverse: hasReverse)
    }

    private func draw(_ image: PreviewImage, by renderer: AsciiRenderer = AsciiRenderer()) -> Canvas {
        var canvas = Canvas(width: image.area.width, height: image.area.height)
        renderer.draw(image, into: &canvas)
        return canvas
    }

    /// How light each of the 8 columns of a cell is drawn.
    private func columns(of cell: Cell) throws -> [Float] {
        let shape = try #require(GlyphShapes.coverage(of: cell.character))
        guard case .rgb(let ink, _, _) = cell.style.foreground, case .rgb(let paper, _, _) = cell.style.background
        else {
            Issue.record("no shades")
            return []
        }
        return (0..<8).map { x in
            let share = (0..<16).reduce(0) { $0 + shape[$1 * 8 + x] } / 16
            return Float(paper) + (Float(ink) - Float(paper)) * share
        }
    }

    @Test func withoutReverseFlatCellsHaveTheRampAndTheTheme() throws {
        let renderer = AsciiRenderer(ramp: Array(" .o@"))
        let lumas: [UInt8] = [0, 64, 128, 255]
        var image = try image(4, 1, colors: 0, hasReverse: false) { x, _ in lumas[x / 4] }
        image.emphasis = Rect(x: 0, y: 0, width: 2, height: 1)
        let canvas = draw(image, by: renderer)
        #expect(canvas.cells.map(\.character) == [" ", ".", "o", "@"])
        #expect(canvas.cells.map(\.style.foreground) == [.palette(7), .palette(7), .palette(8), .palette(8)])
        image.surroundings = .light
        #expect(draw(image, by: renderer).cells.map(\.character) == ["@", "o", ".", " "])
        // A ramp for a light background is for dark ink already.
        let reversed = AsciiRenderer(ramp: Array("@o. "))
        #expect(draw(image, by: reversed).cells.map(\.character) == ["@", "o", ".", " "])
        image.surroundings = .dark
        #expect(draw(image, by: reversed).cells.map(\.character) == ["@", "o", ".", " "])
    }

    @Test func withoutColoursLightCellsAreReversedAndOnLightPaperDarkOnes() throws {
        var image = try image(2, 1, colors: 0) { x, _ in x < 4 ? 0 : 255 }
        let canvas = draw(image)
        #expect(canvas[0, 0] == Cell(" ", image.style))
        #expect(canvas[1, 0] == Cell(" ", image.style.reversed))
        image.surroundings = .light
        let onLight = draw(image)
        #expect(onLight[0, 0] == Cell(" ", image.style.reversed))
        #expect(onLight[1, 0] == Cell(" ", image.style))
        #expect(draw(image, by: AsciiRenderer(ramp: Array("@#"))).cells.first == Cell(" ", image.style.reversed))
    }

    @Test func eightColoursAreBlackAndWhite() throws {
        let canvas = draw(try image(2, 1, colors: 8) { x, _ in x < 4 ? 10 : 240 })
        #expect(canvas.cells.map(\.style.background) == [.palette(0), .palette(7)])
        #expect(canvas.cells.map(\.character) == [" ", " "])
    }

    @Test(arguments: [0, 8, 16]) func fewGreysShowBlocksOfTwoSamplesSolid(colors: Int) throws {
        // The modules of a matrix symbol, as large as a cell each: no pattern but themselves.
        let canvas = draw(try image(8, 4, colors: colors) { x, y in (x / 4 + y / 8) % 2 == 0 ? 15 : 240 })
        #expect(canvas.cells.allSatisfy { $0.character == " " })
        #expect(Set(canvas.cells.map(\.style)).count == 2)
    }

    @Test func aLightBackgroundIsShadedAsADarkOneButALitScreenIsNot() throws {
        var image = try image(4, 1, colors: 256) { x, _ in UInt8(x * 10) }
        let onDark = draw(image, by: AsciiRenderer()).cells
        image.surroundings = .light
        #expect(draw(image, by: AsciiRenderer()).cells == onDark)
        image.surroundings = .lit
        let lit = draw(image, by: AsciiRenderer()).cells
        #expect(lit.allSatisfy { $0.style.background == image.style.background })
    }

    /// Without greys a brightness between two densities is drawn as some cells of the one and some of the other.
    @Test func eightColoursMixDensities() throws {
        for luma in stride(from: UInt8(0), through: 255, by: 15) {
            let canvas = draw(try image(4, 4, colors: 8) { _, _ in luma })
            let light = try canvas.cells.reduce(Float(0)) { sum, cell in
                let share = try #require(GlyphShapes.coverage(of: cell.character)).reduce(0, +) / 128
                return sum + (cell.style.background == .palette(7) ? 1 - share : share)
            }
            let wanted = min(1, max(0, (Float(luma) / 255 - 0.18) / 0.64))
            #expect(abs(light / 16 - wanted) < 0.04, "\(luma)")
        }
    }

    @Test func onlyTheOtherStyleHasLettersAndDigits() throws {
        var generator = SystemRandomNumberGenerator()
        func characters(_ renderer: AsciiRenderer) throws -> Set<Character> {
            let noise = (0..<64 * 32).map { _ in UInt8.random(in: 0...255, using: &generator) }
            return Set(
                draw(try image(16, 4, colors: 256) { x, y in noise[y * 64 + x] }, by: renderer).cells.map(\.character))
        }
        #expect(try characters(AsciiRenderer()).allSatisfy { !$0.isLetter && !$0.isNumber })
        #expect(try characters(AsciiRenderer(usesLetters: true)).contains { $0.isLetter || $0.isNumber })
        // What a user's ramp has is drawn.
        let ramp = try image(4, 1, colors: 0, hasReverse: false) { _, _ in 255 }
        #expect(draw(ramp, by: AsciiRenderer(ramp: Array(" M"))).cells.allSatisfy { $0.character == "M" })
    }

    @Test func moreInkIsNeverLessLight() throws {
        let ramp = Array(" .o@")
        let canvas = draw(
            try image(256, 1, colors: 0, hasReverse: false) { x, _ in UInt8(x / 4) }, by: AsciiRenderer(ramp: ramp))
        let places = canvas.cells.map { ramp.firstIndex(of: $0.character) ?? -1 }
        #expect(places == places.sorted())
        #expect(Set(places) == [0, 1, 2, 3])
    }

    @Test(arguments: [16, 256, 1 << 24]) func aFlatCellIsAsLightAsItIs(colors: Int) throws {
        let canvas = draw(try image(256, 1, colors: colors) { x, _ in UInt8(x / 4) })
        let greys = try #require(GreyScale.of(TerminalTraits(colorCount: colors)))
        for (luma, cell) in canvas.cells.enumerated() {
            let ink = try #require(greys.colors.firstIndex(of: cell.style.foreground))
            let paper = try #require(greys.colors.firstIndex(of: cell.style.background))
            let share = try #require(GlyphShapes.coverage(of: cell.character)).reduce(0, +) / 128
            let light = Float(greys.values[paper]) + (Float(greys.values[ink]) - Float(greys.values[paper])) * share
            #expect(abs(light - Float(luma)) <= (colors == 16 ? 64 : 10), "\(luma)")
        }
    }

    @Test(arguments: [0, 16, 256, 1 << 24]) func slopesAndLinesAreTheirCharacters(colors: Int) throws {
        // Strokes of one sample to each side, light on dark; a cell is twice as high as wide, and so are its samples.
        let strokes: [(String, (Int, Int) -> Bool)] = [
            ("/", { x, y in abs(2 * x + y - 7) <= 1 }), ("\\", { x, y in abs(2 * x - y + 1) <= 1 }),
            ("|[]I", { x, _ in 1...2 ~= x }), ("_", { _, y in y == 7 }),
        ]
        for (characters, isLight) in strokes {
            let canvas = draw(try image(1, 1, colors: colors) { x, y in isLight(x, y) ? 220 : 20 })
            #expect(characters.contains(canvas[0, 0].character))
        }
    }

    @Test func darkOnLightIsDarkInkOnLightPaper() throws {
        let canvas = draw(try image(1, 1, colors: 256) { x, y in abs(2 * x + y - 7) <= 1 ? 20 : 220 })
        #expect(canvas[0, 0].character == "/")
        guard case .rgb(let ink, _, _) = canvas[0, 0].style.foreground,
            case .rgb(let paper, _, _) = canvas[0, 0].style.background
        else {
            Issue.record("no shades")
            return
        }
        #expect(ink < paper)
    }

    @Test(arguments: [false, true]) func anEdgeIsSeenOnItsSide(usesLetters: Bool) throws {
        for isLightLeft in [true, false] {
            let canvas = draw(
                try image(1, 1, colors: 256) { x, _ in (x < 2) == isLightLeft ? 220 : 20 },
                by: AsciiRenderer(usesLetters: usesLetters))
            let columns = try columns(of: canvas[0, 0])
            let (left, right) = (columns.prefix(4).reduce(0, +) / 4, columns.suffix(4).reduce(0, +) / 4)
            // No stroke fills half of a cell, as L and J nearly do.
            let least: Float = usesLetters ? 15 : 3
            #expect(isLightLeft ? left > right + least : right > left + least)
        }
    }

    /// 4006381333931, its guards and six and six digits (ISO/IEC 15420): 30 dark bars of 95 modules.
    private static let modules = Array(
        "101" + "000110101001110101111011110100010010110011" + "01010"
            + "100001010000101000010111010010000101100110" + "101"
    ).map { $0 == "1" }

    @Test(arguments: [256, 1 << 24]) func barsAreToldFromEachOther(colors: Int) throws {
        #expect(Self.modules.count == 95)
        // Half of 100 columns.
        let image = try image(54, 1, colors: colors) { x, _ in
            let first = Double(x - 8) * 95 / 200
            // What a camera sees: a sample is the mean of what it covers.
            let light = (0..<8).reduce(0) { sum, step in
                let module = Int((first + (Double(step) + 0.5) / 8 * 95 / 200).rounded(.down))
                return sum + (Self.modules.indices.contains(module) && Self.modules[module] ? 30 : 220)
            }
            return UInt8(light / 8)
        }
        let profile = try draw(image).cells.flatMap { try columns(of: $0) }
        let width = Float(8 * 50) / 95
        var (told, clear) = (0, 0)
        for module in 1..<95 where Self.modules[module] != Self.modules[module - 1] {
            // The middle of the run that begins here against that of the one before.
            func middle(_ module: Int) -> Float {
                var (first, last) = (module, module)
                while first > 0, Self.modules[first - 1] == Self.modules[module] { first -= 1 }
                while last < 94, Self.modules[last + 1] == Self.modules[module] { last += 1 }
                let places = Int(16 + Float(first) * width)..<Int(16 + Float(last + 1) * width)
                return places.reduce(0) { $0 + profile[$1] } / Float(places.count)
            }
            let step = (middle(module) - middle(module - 1)) * (Self.modules[module] ? -1 : 1)
            if step > 0 { told += 1 }
            if step > 15 { clear += 1 }
        }
        // 59 runs have 58 edges between them; half blocks, whose samples are as wide as two modules, tell 32 of these.
        #expect(told >= 57)
        #expect(clear >= 48)
    }

    @Test func noiseDoesNotFlicker() throws {
        let first = draw(try image(20, 10, colors: 1 << 24) { x, y in UInt8(100 + (x * 7 + y * 13) % 5) })
        let second = draw(try image(20, 10, colors: 1 << 24) { x, y in UInt8(100 + (x * 11 + y * 3) % 5) })
        let changed = zip(first.cells, second.cells).filter { $0.character != $1.character }
        #expect(changed.isEmpty)
    }
}
