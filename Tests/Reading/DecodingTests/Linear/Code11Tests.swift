import Encoding
import SeededRandomness
import Symbols
import Testing

@testable import Decoding

@Suite struct Code11Tests {
    private func modules(_ text: String, check: String = "two") throws -> String {
        var options = MakeOptions()
        options.check = .init(check)
        let made = try SymbolEncoder().make(.text(text), as: try #require(SymbolKind.named("code-11")), options)
        return String((0..<made.image.width).map { made.image.isDark($0, made.image.height / 2) ? "1" : "0" })
    }

    /// All scenes but that of less than two pixels a module, where one in four is not read.
    @Test(arguments: LinearEngineTests.scenes.filter { $0.testDescription != "fine" })
    func isReadAsACameraSeesIt(_ scene: LinearEngineTests.Scene) throws {
        var random = SplitMix(state: 21)
        for text in ["123-45", "0000000000", "9-8-7-6-5-4", "20261126"] {
            let picture = scene.drawing.picture(try modules(text), &random)
            for turned in [picture, picture.turned(2)] {
                let read = try turned.readNatively([.code11]).map { $0.symbol.content.text ?? "" }
                #expect(
                    read.count == 1 && read[0].hasPrefix(text) && read[0].count == text.count + 2, "\(text) \(read)")
            }
        }
    }

    @Test func oneCheckCharacterIsEnoughForLongerContents() throws {
        var random = SplitMix(state: 22)
        let read = try BarDrawing().picture(try modules("123456", check: "one"), &random).readNatively([.code11])
        #expect(read.map { $0.symbol.content.text?.hasPrefix("123456") } == [true])
        #expect(try BarDrawing().picture(try modules("12", check: "one"), &random).readNatively([.code11]).isEmpty)
    }

    /// Vectors of the specification: 123-45 has the check characters 5 and 2.
    @Test func checkCharactersAreThoseOfTheSpecification() {
        func values(_ text: String) -> [Int] { text.utf8.compactMap(Code11.alphabet.firstIndex) }
        #expect(Code11.isChecked(values("123-4552")))
        #expect(Code11.isChecked(values("123-455")))
        #expect(!Code11.isChecked(values("123-4551")))
        #expect(!Code11.isChecked(values("")))
    }
}
