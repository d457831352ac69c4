import Encoding
import Frames
import SeededRandomness
import Symbols
import Testing

@testable import Decoding

/// What zxing-cpp must do, of whatever version 3 it is.
@Suite struct EngineVersionTests {
    static func picture(_ image: SymbolImage, scale: Int = 4) -> Picture {
        let pixels = image.pixels(scale: scale)
        var picture = Picture(width: pixels.width, height: pixels.height)
        picture.pixels = pixels.luma
        return picture
    }

    @Test(arguments: [Symbology.qrCode, .dataMatrix, .aztec, .pdf417, .microPDF417])
    func everyByteComesBackAsItIs(symbology: Symbology) throws {
        guard SymbologySupport.readable.contains(symbology) else { return }
        for start in stride(from: 0, to: 256, by: 32) {
            let bytes = (start..<start + 32).map { UInt8($0) }
            let image = try SymbolEncoder.encode(bytes: bytes, as: symbology)
            let symbols = Self.picture(image).read(effort: .thorough).symbols
            #expect(symbols.map(\.content.bytes) == [bytes], "\(start)")
        }
    }

    @Test func everySymbologyThatCanBeMadeIsReadWithItsIdentifier() throws {
        for symbology in SymbolEncoder.symbologies where SymbologySupport.readable.contains(symbology) {
            guard !symbology.isAddOn else { continue }
            let image = try SymbolEncoder.encode(SymbolEncoder.exampleText(for: symbology), as: symbology)
            // What is not read by default is asked for.
            var options = ReaderOptions()
            if !symbology.traits.isReadByDefault { options.symbologies = [symbology] }
            for effort in [Effort.normal, .thorough] {
                let symbols = Self.picture(image).read(SymbolReader(options: options), effort: effort).symbols
                // `normal` accepts a single row of a stacked symbol.
                let isTold = effort == .normal ? [symbology, symbology.unstacked] : [symbology]
                #expect(symbols.count == 1, "\(symbology)")
                #expect(symbols.first.map { isTold.contains($0.content.symbology) } == true, "\(symbology)")
                let letter = symbols.first?.content.identifier.dropFirst().first
                #expect(letter == symbology.traits.identifierLetter, "\(symbology)")
            }
        }
    }

    @Test(arguments: [
        (Symbology.ean13, "4012345678901", "12"), (.ean13, "9780201379624", "51995"), (.upcA, "036000291452", "12"),
        (.upcE, "01234565", "51995"), (.ean8, "96385074", "12"),
    ])
    func anAddOnIsJoinedAndIsNoPartOfTheMainSymbolsPlace(_ symbology: Symbology, _ text: String, _ addOn: String) throws
    {
        let alone = try SymbolEncoder.encode(text, as: symbology)
        let together = try SymbolEncoder.encode("\(text)+\(addOn)", as: symbology)
        let symbols = Self.picture(together).read().symbols
        #expect(symbols.map(\.content.text) == [text])
        #expect(symbols.map(\.content.addOn) == [addOn])
        let corners = try #require(symbols.first).corners
        let width = Double(alone.width - 2 * alone.horizontalQuietZone) * 4
        // The gap may be 7 to 12 modules; 9 is assumed.
        #expect(abs(corners.topLeft.distance(to: corners.topRight) - width) < 0.06 * width)
    }

    /// Bars widened by print gain: zxing-cpp and zbar misread some.
    @Test func productsOfWideBarsAreReadRightlyOrNot() throws {
        var random = SplitMix(state: 21)
        var read = 0
        for number in 0..<40 {
            let digits = (0..<12).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined()
            let image = try SymbolEncoder.encode(digits, as: .ean13, quietZone: 0)
            let modules = String((0..<image.width).map { image.isDark($0, 0) ? "1" : "0" })
            let spread = 0.1 + 0.005 * Double(number)
            let label = BarDrawing(spread: spread, blur: 0.4, noise: 3, height: 80).picture(modules, &random)
            let picture = Picture(width: 480, height: 200, grey: 220).with(label, x: 30, y: 60)
            for effort in [Effort.normal, .live(budget: .milliseconds(30))] {
                let result = picture.read(effort: effort)
                let texts = result.symbols.compactMap(\.content.text)
                read += texts.count
                for text in texts {
                    let whole = text.count == 12 ? "0" + text : text
                    #expect(whole.hasPrefix(digits), "spread \(spread), \(effort) \(result.attempts)")
                }
            }
        }
        #expect(read > 60)
    }
}
