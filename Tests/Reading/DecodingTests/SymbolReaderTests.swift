import Decoding
import Foundation
import Frames
import SeededRandomness
import Symbols
import Testing

@Suite struct SymbolReaderTests {
    static let digits = "4006381333931"
    static let product = Picture(modules: EAN13Drawing.modules(digits))

    @Test func readsASymbolDrawnFromTheStandard() {
        let symbols = Self.product.read().symbols
        #expect(symbols.map(\.content) == [SymbolContent(symbology: .ean13, text: Self.digits)])
    }

    @Test(arguments: [UInt8(0), 128, 255])
    func findsNothingInABlankPicture(_ grey: UInt8) {
        let result = Picture(width: 320, height: 240, grey: grey).read(effort: .thorough)
        #expect(result.symbols.isEmpty)
        #expect(result.faults.isEmpty)
    }

    @Test(arguments: 0..<4)
    func cornersTurnWithTheSymbol(_ turns: Int) throws {
        for fixture in ["ean-13", "qr-code", "code-128", "databar", "data-matrix"] {
            let upright = try Picture(fixture: fixture).enlarged
            let turned = Picture(width: 960, height: 960).with(upright.turned(turns), x: 40, y: 40)
            let symbol = try #require(turned.read().symbols.first, "\(fixture)")
            let c = symbol.corners
            // Downwards, as the symbol is rotated clockwise.
            let down = [(0.0, 1.0), (-1, 0), (0, -1), (1, 0)][turns]
            let (dx, dy) = (c.bottomLeft.x - c.topLeft.x, c.bottomLeft.y - c.topLeft.y)
            #expect(dx * down.0 + dy * down.1 > 0.9 * (dx * dx + dy * dy).squareRoot(), "\(fixture) \(c)")
            // Clockwise: top right follows top left.
            let (rx, ry) = (c.topRight.x - c.topLeft.x, c.topRight.y - c.topLeft.y)
            #expect(rx * dy - ry * dx > 0, "\(fixture) \(c)")
        }
    }

    @Test(arguments: [-45.0, -20, 8, 20, 30, 45])
    func readsATiltedLinearSymbol(_ degrees: Double) throws {
        let tilted = Picture(modules: EAN13Drawing.modules(Self.digits), pixelsPerModule: 3, height: 90)
            .tilted(degrees: degrees)
        let symbol = try #require(tilted.read().symbols.first)
        #expect(symbol.content.text == Self.digits)
        // zbar reads the two halves of a tilted EAN-13 on different lines and marks where each ends, so corners may
        // cover only a part. Rotated back, their centre lies on the bars.
        let (dx, dy) = (
            symbol.corners.center.x - Double(tilted.width) / 2, symbol.corners.center.y - Double(tilted.height) / 2
        )
        let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        #expect(abs(c * dx + s * dy) <= 95 * 3 / 2)
        #expect(abs(c * dy - s * dx) <= 45)
    }

    @Test func readsWithoutAQuietZoneAboveAndBelow() {
        let flush = Picture(modules: EAN13Drawing.modules(Self.digits), margin: 0)
        let picture = Picture(width: flush.width + 48, height: flush.height).with(flush, x: 24, y: 0)
        #expect(picture.read().symbols.map(\.content.text) == [Self.digits])
    }

    @Test(arguments: [(30, 20), (800, 20), (800, 250), (420, 160)])
    func readsMatrixSymbolsBesideTheMiddle(_ x: Int, _ y: Int) throws {
        for fixture in ["data-matrix", "aztec"] {
            let symbol = try Picture(fixture: fixture).enlarged
            let picture = Picture(width: 960, height: 400).with(symbol, x: x, y: y)
            #expect(picture.read().symbols.count == 1, "\(fixture)")
        }
    }

    @Test func aLiveReadFindsASymbolOffTheMiddleWithinAFewFrames() throws {
        let picture = Picture(width: 960, height: 400).with(try Picture(fixture: "data-matrix").enlarged, x: 800, y: 20)
        let reader = SymbolReader()
        let hits = (0..<9).filter { _ in
            !picture.read(reader, effort: .live(budget: .milliseconds(15))).symbols.isEmpty
        }
        #expect(!hits.isEmpty)
    }

    @Test func readsInvertedSymbols() throws {
        for fixture in ["qr-code", "code-128", "data-matrix"] {
            let symbol = try Picture(fixture: fixture).enlarged.inverted
            let picture = Picture(width: 960, height: 200, grey: 0)
                .with(symbol, x: (960 - symbol.width) / 2, y: (200 - symbol.height) / 2)
            #expect(picture.read().symbols.count == 1, "\(fixture)")
        }
    }

    @Test func readsFaintSymbolsInTheShade() throws {
        let faint = Self.product.mapped { $0 / 16 + 30 }
        #expect(faint.read().symbols.map(\.content.text) == [Self.digits])
    }

    @Test func reportsTwoEqualSymbolsAtTheirPlaces() throws {
        let qr = try Picture(fixture: "qr-code")
        let picture = Picture(width: 400, height: 200).with(qr, x: 20, y: 60).with(qr, x: 300, y: 60)
        let symbols = picture.read().symbols
        #expect(symbols.count == 2)
        #expect(Set(symbols.map { $0.corners.center.x < 200 }) == [true, false])
    }

    @Test func reportsSymbolsOfSeveralKindsAtOnce() throws {
        let picture = Picture(width: 700, height: 420)
            .with(try Picture(fixture: "qr-code"), x: 20, y: 20)
            .with(try Picture(fixture: "code-128"), x: 200, y: 40)
            .with(try Picture(fixture: "data-matrix").enlarged, x: 40, y: 250)
            .with(try Picture(fixture: "databar"), x: 250, y: 250)
        let kinds = picture.read().symbols.map(\.content.symbology)
        #expect(Set(kinds) == [.qrCode, .code128, .dataMatrix, .dataBar])
        #expect(kinds.count == 4)
    }

    @Test(arguments: ["ean-13", "qr-code", "data-matrix", "databar"])
    func readsOnlyInsideTheRegionAndTellsFramePlaces(_ fixture: String) throws {
        let one = try Picture(fixture: fixture).enlarged
        let picture = Picture(width: 1200, height: 500).with(one, x: 50, y: 40).with(one, x: 610, y: 220)
        let region = PixelRect(x: 600, y: 200, width: 590, height: 290)
        let symbols = picture.read(region: region).symbols
        #expect(symbols.count == 1)
        // How much of the bars' height is told differs: zxing-cpp 2.3 has the middle of this DataBar 28 pixels lower when it looks at
        // few rows, a fifth of its height. In the region's own places they would be hundreds of pixels off.
        let corners = try #require(symbols.first).corners
        for corner in corners.corners {
            #expect(600..<Double(620 + one.width) ~= corner.x, "\(corners)")
            #expect(210..<Double(230 + one.height) ~= corner.y, "\(corners)")
        }
        #expect(abs(corners.center.x - Double(610 + one.width / 2)) < Double(one.width) / 4)
        #expect(abs(corners.center.y - Double(220 + one.height / 2)) < Double(one.height) / 4)
        #expect(picture.read(region: PixelRect(x: 0, y: 180, width: 1200, height: 36)).symbols.isEmpty)
    }

    @Test(arguments: ["ean-13", "qr-code", "data-matrix", "code-128"])
    func leavesOutWhatLiesOnlyPartlyInTheRegion(_ fixture: String) throws {
        let one = try Picture(fixture: fixture).enlarged
        let picture = Picture(width: 900, height: 400).with(one, x: 50, y: 40)
        try #require(picture.read().symbols.count == 1)
        let half = PixelRect(x: 0, y: 0, width: 50 + one.width / 2, height: 400)
        #expect(picture.read(region: half).symbols.isEmpty)
    }

    @Test func toleratesRegionsThatMakeNoSense() {
        for region in [
            PixelRect(x: -50, y: -50, width: 20, height: 20), PixelRect(x: 0, y: 0, width: 0, height: 10),
            PixelRect(x: 10_000, y: 0, width: 5, height: 5), PixelRect(x: 5, y: 5, width: -4, height: 3),
        ] { #expect(Self.product.read(region: region).symbols.isEmpty) }
        let larger = PixelRect(x: -10, y: -10, width: 100_000, height: 100_000)
        #expect(Self.product.read(region: larger).symbols.count == 1)
    }

    @Test func toleratesSizesThatTheBytesDoNotFill() {
        let bytes = [UInt8](repeating: 0, count: 10)
        for (width, height) in [(0, 0), (-1, 5), (10, 2), (Int.max, 2), (1 << 40, 1)] {
            #expect(SymbolReader().read(luma: bytes.span, width: width, height: height) == ReadResult())
        }
    }

    @Test func readsFromAFrame() throws {
        let pool = try FramePool(slots: 1)
        guard var draft = pool.draft(width: Self.product.width, height: Self.product.height) else {
            Issue.record("no draft")
            return
        }
        draft.withLuma { _ = $0.update(fromContentsOf: Self.product.pixels) }
        let frame = draft.finish(sequence: 0)
        #expect(SymbolReader().read(frame).symbols.map(\.content.text) == [Self.digits])
    }

    @Test func dropsShortSymbolsThatOptionsForbid() throws {
        var options = ReaderOptions()
        options.minimumITFDigits = 10
        options.minimumCodabarCharacters = 9
        #expect(try Picture(fixture: "itf").read(SymbolReader(options: options)).symbols.isEmpty)
        #expect(try Picture(fixture: "codabar").read(SymbolReader(options: options)).symbols.isEmpty)
    }

    @Test func readsPicturesOfTheSmallestSizes() {
        for (width, height) in [(1, 1), (1, 200), (200, 1), (2, 3), (9, 7), (17, 64)] {
            for grey in [UInt8(0), 255] {
                #expect(Picture(width: width, height: height, grey: grey).read(effort: .thorough).symbols.isEmpty)
            }
        }
    }

    @Test func survivesNoise() {
        #if DEBUG
            let frames = 150
        #else
            let frames = 2000
        #endif
        var noise = SplitMix(state: 7)
        let reader = SymbolReader()
        for i in 0..<frames {
            var picture = Picture(
                width: Int.random(in: 1...160, using: &noise), height: Int.random(in: 1...120, using: &noise))
            // Stripes of random widths look more like symbols than pixel noise.
            let run = i % 3 == 0 ? 1 : Int.random(in: 2...6, using: &noise)
            for y in 0..<picture.height {
                for x in 0..<picture.width {
                    picture[x, y] =
                        i % 2 == 0 || y == 0 || x % run == 0
                        ? UInt8.random(in: 0...255, using: &noise) : picture[x, y - 1]
                }
            }
            let result = picture.read(reader, effort: i % 4 == 0 ? .normal : .live(budget: .milliseconds(30)))
            for symbol in result.symbols {
                #expect(symbol.content.symbology.traits.dimension == .linear, "\(symbol)")
            }
        }
    }
}
