import Encoding
import SeededRandomness
import Symbols
import Testing

@testable import Decoding

@Suite struct MSITests {
    @Test func theLastDigitChecksTheOthers() {
        func isValid(_ digits: String) -> Bool { MSI.isValid(digits.utf8.map { $0 - 0x30 }) }
        #expect(isValid("12345674"))
        #expect(isValid("9434578423"), "weights 2 to 7")
        #expect(isValid("9434578421"), "weights 2 to 9")
        // Two check digits: the last checks all others.
        #expect(isValid("123456741"))
        #expect(!isValid("12345670"))
        #expect(!isValid("4"))
        #expect(!isValid(""))
    }

    @Test func whatLibzintMakesIsReadWithItsCheckDigits() throws {
        var random = SplitMix(state: 5)
        for round in 0..<40 {
            let digits = (0..<Int.random(in: 3...14, using: &random)).map { _ in
                String(Int.random(in: 0...9, using: &random))
            }.joined()
            for check in ["mod10", "mod10-mod10"] {
                var options = MakeOptions()
                options.check = .init(check)
                let made = try SymbolEncoder().make(.text(digits), as: try #require(SymbolKind.named("msi")), options)
                let row = made.image.height / 2
                let modules = String((0..<made.image.width).map { made.image.isDark($0, row) ? "1" : "0" })
                let readings = try BarDrawing(blur: 0.5, noise: 5).picture(modules, &random).readNatively([.msi])
                let text = try #require(readings.first?.symbol.content.text, "\(round) \(digits) \(check) \(modules)")
                #expect(text.hasPrefix(digits) && text.count == digits.count + (check == "mod10" ? 1 : 2), "\(text)")
            }
        }
    }

    @Test func codesWithoutAnyCheckAreReadOnlyWhereTheyAreAskedFor() throws {
        var random = SplitMix(state: 6)
        for symbology in [Symbology.industrial2of5, .iata2of5, .matrix2of5, .dataLogic2of5] {
            #expect(!ReaderOptions().symbologies.contains(symbology))
            #expect(SymbologySupport.readable.contains(symbology))
            let image = try SymbolEncoder.encode("20261125", as: symbology, quietZone: 0)
            let modules = String((0..<image.width).map { image.isDark($0, 0) ? "1" : "0" })
            let picture = Picture(width: 900, height: 200, grey: 230).with(
                BarDrawing(blur: 0.4, noise: 4).picture(modules, &random), x: 20, y: 40)
            var options = ReaderOptions()
            options.symbologies = [symbology]
            #expect(picture.read(SymbolReader(options: options)).symbols.map(\.content.text) == ["20261125"])
            #expect(!picture.read().symbols.contains { $0.content.symbology == symbology })
        }
    }
}
