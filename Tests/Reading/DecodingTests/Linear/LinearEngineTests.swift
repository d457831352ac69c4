import Encoding
import SeededRandomness
import Symbols
import Testing

@testable import Decoding

@Suite struct LinearEngineTests {
    /// The distortion of a symbol in the picture.
    struct Scene: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let drawing: BarDrawing

        init(_ name: String, _ drawing: BarDrawing) {
            testDescription = name
            self.drawing = drawing
        }
    }

    static let scenes = [
        Scene("sharp", BarDrawing()),
        Scene("blurred", BarDrawing(blur: 0.5)),
        Scene("noisy", BarDrawing(blur: 0.3, noise: 25)),
        Scene("faint", BarDrawing(noise: 4, dark: 110, light: 150)),
        Scene("thick ink", BarDrawing(spread: 0.12, blur: 0.4)),
        Scene("thin ink", BarDrawing(spread: -0.12, blur: 0.4)),
        Scene("leaning", BarDrawing(skew: 20)),
        Scene("at a slant", BarDrawing(module: (2.8, 3.2))),
        Scene("fine", BarDrawing(module: (1.7, 1.7), blur: 0.5)),
    ]

    struct Sample: Sendable, CustomTestStringConvertible {
        let symbology: Symbology
        let text: String
        var testDescription: String { "\(symbology.rawValue) \(text)" }

        init(_ symbology: Symbology, _ text: String) {
            self.symbology = symbology
            self.text = text
        }

        /// The modules, `1` dark.
        func modules() throws -> String {
            let image = try SymbolEncoder.encode(text, as: symbology, quietZone: 0)
            return String((0..<image.width).map { image.isDark($0, 0) ? "1" : "0" })
        }
    }

    static let samples = [
        Sample(.ean13, "9780201379624"), Sample(.upcA, "036000291452"), Sample(.ean8, "96385074"),
        Sample(.upcE, "04252614"), Sample(.code128, "Quietzone 1234567"), Sample(.code39, "QZ-39"),
        Sample(.itf, "12345678"), Sample(.itf14, "09501101530003"), Sample(.code93, "QUIETZONE93"),
        Sample(.telepen, "Telepen 1"), Sample(.msi, "12345674"), Sample(.industrial2of5, "12345678"),
        Sample(.iata2of5, "12345678"), Sample(.matrix2of5, "12345678"), Sample(.dataLogic2of5, "12345678"),
    ]

    @Test(arguments: scenes, samples)
    func readsWhatACameraSees(_ scene: Scene, _ sample: Sample) throws {
        var random = SplitMix(state: 11)
        let picture = scene.drawing.picture(try sample.modules(), &random)
        for turned in [picture, picture.turned(2)] {
            let readings = try turned.readNatively([sample.symbology])
            #expect(readings.map(\.symbology) == [sample.symbology])
            #expect(readings.map(\.symbol.content.text) == [sample.text])
            #expect(readings.allSatisfy { $0.engine == .native })
            #expect(readings.allSatisfy { $0.symbol.corners.isInside(turned) })
        }
    }

    @Test(arguments: samples)
    func takesNoSymbologyForAnother(_ sample: Sample) throws {
        var random = SplitMix(state: 12)
        let picture = BarDrawing(blur: 0.5, noise: 10).picture(try sample.modules(), &random)
        // Those that are not on by default have no check, and digits alike.
        let others = LinearEngine.symbologies.filter(\.traits.isReadByDefault).subtracting([sample.symbology])
        // An ITF-14 is an ITF, a UPC-A an EAN-13.
        let same: Set<Symbology> = [.itf, .itf14]
        let readings = try picture.readNatively(same.contains(sample.symbology) ? others.subtracting(same) : others)
        #expect(readings.filter { $0.symbology != sample.symbology }.isEmpty)
    }

    @Test func marksTheBarsInReadingDirection() throws {
        var random = SplitMix(state: 13)
        let picture = BarDrawing(skew: 20).picture(try Sample(.ean13, "9780201379624").modules(), &random)
        let corners = try #require(try picture.readNatively().first).symbol.corners
        // 12 quiet-zone modules of three pixels before the 95; the lower edge is shifted by 20 pixels.
        #expect(abs(corners.topLeft.x - 36) < 6, "\(corners)")
        #expect(abs(corners.topRight.x - 321) < 6, "\(corners)")
        #expect(abs(corners.bottomLeft.x - 56) < 6, "\(corners)")
        #expect(abs(corners.bottomRight.x - 341) < 6, "\(corners)")
        let upsideDown = try #require(try picture.turned(2).readNatively().first).symbol.corners
        #expect(upsideDown.topLeft.x > upsideDown.topRight.x)
        #expect(upsideDown.topLeft.y > upsideDown.bottomLeft.y)
        #expect(!corners.isCounterClockwise)
        #expect(!upsideDown.isCounterClockwise)
    }

    @Test func aBlurredSymbolInAFrameIsReadNatively() throws {
        var random = SplitMix(state: 14)
        let label = BarDrawing(module: (2, 2), blur: 0.8, noise: 4).picture(
            try Sample(.ean13, "9780201379624").modules(), &random)
        let picture = Picture(width: 500, height: 300, grey: 220).with(label, x: 100, y: 100)
        let result = picture.read(effort: .live(budget: .milliseconds(30)))
        #expect(result.symbols.map(\.content.text) == ["9780201379624"])
        #expect(result.attempts.contains { $0.engine == .native && $0.found == 1 })
    }

    @Test func reportsWhatItReads() {
        #expect(SymbologySupport.engines(for: .ean13).contains(.native))
        #expect(SymbologySupport.engines(for: .gs1_128).contains(.native))
        #expect(!SymbologySupport.engines(for: .codabar).contains(.native))
    }
}

extension Quadrilateral {
    func isInside(_ picture: Picture) -> Bool {
        corners.allSatisfy {
            $0.x >= -2 && $0.y >= -2 && $0.x <= Double(picture.width) + 2 && $0.y <= Double(picture.height) + 2
        }
    }
}
