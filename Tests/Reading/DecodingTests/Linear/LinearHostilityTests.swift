import Encoding
import SeededRandomness
import Symbols
import Testing

@testable import Decoding

/// Strips without a symbol, or with a damaged one.
@Suite struct LinearHostilityTests {
    @Test(arguments: [(1, 1), (1, 300), (47, 4), (48, 1), (600, 1), (600, 2), (4000, 3)])
    func oddSizesHoldNothing(_ width: Int, _ height: Int) throws {
        for grey in [UInt8(0), 128, 255] {
            #expect(try Picture(width: width, height: height, grey: grey).readNatively().isEmpty)
        }
        var random = SplitMix(state: UInt64(width))
        var noise = Picture(width: width, height: height)
        for i in noise.pixels.indices { noise.pixels[i] = UInt8.random(in: 0...255, using: &random) }
        #expect(try noise.readNatively().isEmpty)
    }

    /// Bars of random widths, blurred and noisy at random.
    private static func stripes(_ random: inout SplitMix) -> Picture {
        let modules = (0..<Int.random(in: 10...60, using: &random)).map { i in
            String(repeating: i % 2 == 0 ? "1" : "0", count: Int.random(in: 1...4, using: &random))
        }
        let module = Double.random(in: 1.5...4, using: &random)
        let drawing = BarDrawing(
            module: (module, module), blur: Double.random(in: 0.2...0.9, using: &random),
            noise: Double.random(in: 0...30, using: &random), height: 6)
        return drawing.picture(modules.joined(), &random)
    }

    @Test func randomBarsAreNotRead() throws {
        var random = SplitMix(state: 21)
        for i in 0..<60 {
            let readings = try Self.stripes(&random).readNatively()
            #expect(readings.isEmpty, "strip \(i): \(readings.map(\.symbol.content))")
        }
    }

    @Test func whatIsReadOfSpoiledSymbolsIsRight() throws {
        var random = SplitMix(state: 22)
        let image = try SymbolEncoder.encode("9780201379624", as: .ean13, quietZone: 0)
        let whole = (0..<image.width).map { image.isDark($0, 0) }
        var read = 0
        for _ in 0..<40 {
            var modules = whole
            // Up to a digit's width is painted over or reversed.
            let start = Int.random(in: 0..<90, using: &random)
            let dark = Bool.random(using: &random)
            for i in start..<min(95, start + Int.random(in: 0...7, using: &random)) {
                modules[i] = Bool.random(using: &random) ? dark : !modules[i]
            }
            let picture = BarDrawing(blur: 0.5, noise: 12, height: 8)
                .picture(String(modules.map { $0 ? "1" : "0" }), &random)
            for reading in try picture.readNatively([.ean13, .upcA, .ean8, .upcE]) {
                #expect(reading.symbol.content.text == "9780201379624")
                read += 1
            }
        }
        #expect(read > 5, "of 40")
    }
}
