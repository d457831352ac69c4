import SeededRandomness
import Symbols
import Testing

@testable import Decoding

/// Products out of focus: the blur is about as wide as a module, so that narrow bars leave no edges.
@Suite struct BlurredEngineTests {
    private static let text = "9780201379624"

    private func reading(of picture: Picture) throws -> [Reading] {
        try picture.withView { view in
            try BlurredEngine(symbologies: [.ean13]).read(view, region: view.bounds, thoroughness: .upright).readings
        }
    }

    private func picture(_ drawing: BarDrawing, _ text: String = text, seed: UInt64 = 1) -> Picture {
        var random = SplitMix(state: seed)
        return drawing.picture(EAN13Drawing.modules(text), &random)
    }

    /// One strip is looked at here; pictures have several.
    @Test(arguments: [(0.8, 10), (1.0, 10), (1.2, 9), (1.4, 8)]) func readsWhatIsBlurredByAboutAModule(
        _ blur: Double, _ minimum: Int
    ) throws {
        var read = 0
        for (number, text) in EAN13Drawing.numbers(10, seed: UInt64(blur * 10)).enumerated() {
            let drawing = BarDrawing(module: (2.8, 3.2), spread: 0.05, blur: blur, noise: 2, skew: 4)
            let found = try reading(of: picture(drawing, text, seed: UInt64(number)))
            #expect(found.allSatisfy { $0.symbol.content.text == text })
            read += found.count
        }
        #expect(read >= minimum)
    }

    @Test func readsItRotatedBy180Degrees() throws {
        let upright = picture(BarDrawing(blur: 1.1, noise: 1))
        var rotated = upright
        for y in 0..<upright.height {
            for x in 0..<upright.width {
                rotated[x, y] = upright[upright.width - 1 - x, upright.height - 1 - y]
            }
        }
        let found = try #require(try reading(of: rotated).first)
        #expect(found.symbol.content.text == Self.text)
        #expect(found.symbol.corners.topLeft.x > found.symbol.corners.topRight.x)
    }

    @Test func cornersAreThoseOfTheFirstAndTheLastBar() throws {
        let found = try #require(try reading(of: picture(BarDrawing(blur: 1.1))).first)
        let (left, right) = (found.symbol.corners.topLeft.x, found.symbol.corners.topRight.x)
        #expect(abs(left - 36) < 3)
        #expect(abs(right - (36 + 95 * 3)) < 3)
    }

    /// Other symbols of about as many bars, blurred as much, are no products.
    @Test func reportsNothingForOtherBars() throws {
        var random = SplitMix(state: 7)
        for _ in 0..<60 {
            var modules = "101"
            while modules.count < 92 {
                modules += String(repeating: "0", count: .random(in: 1...4, using: &random))
                modules += String(repeating: "1", count: .random(in: 1...4, using: &random))
            }
            let drawing = BarDrawing(blur: .random(in: 0.6...1.4, using: &random), noise: 1)
            let found = try reading(of: drawing.picture(modules, &random))
            #expect(found.isEmpty)
        }
    }

    @Test func reportsNothingForAProductWithAWrongCheckDigit() throws {
        for digit in "012356789" {
            let found = try reading(of: picture(BarDrawing(blur: 1), Self.text.dropLast() + String(digit)))
            #expect(found.isEmpty)
        }
    }

    @Test func smallAndEmptyPicturesHoldNothing() throws {
        for (width, height) in [(1, 1), (95, 1), (96, 3), (400, 2), (400, 40)] {
            #expect(try reading(of: Picture(width: width, height: height, grey: 128)).isEmpty)
        }
    }

    /// Lines in which nothing changes where a symbol is looked for, or next to nothing: every search ends.
    @Test func linesWithoutDetailEndTheSearch() {
        for step in [Float(0), 1e-30, 1e-6, 1, 255] {
            for width in [1, 40, 200] {
                var values = [Float](repeating: 0, count: 480)
                for x in 0..<width { values[x] = step }
                let search = BlurredSearch(ScanLine(values))
                let middle = ProductGeometry.Hypothesis(start: 230, middle: 325, end: 420, score: 1)
                #expect(search.result(near: [middle])?.characters == nil)
            }
        }
    }

    @Test func aHeldProductOutOfFocusIsReadLive() throws {
        let label = picture(BarDrawing(module: (2, 2), blur: 1.2, noise: 1, height: 80))
        let frame = Picture(width: 640, height: 360, grey: 90).with(label, x: 180, y: 120)
        let reader = SymbolReader()
        let read = (0..<4 * LivePlan.period).filter { _ in
            let symbols = frame.read(reader, effort: .live(budget: .milliseconds(30))).symbols
            return symbols.contains { $0.content.text == Self.text }
        }
        #expect(read.count >= 2, "frames have to agree")
    }
}
