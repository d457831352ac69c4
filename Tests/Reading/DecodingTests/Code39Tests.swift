import Symbols
import Testing

@testable import Decoding

@Suite struct Code39Tests {
    private func interpreted(_ text: String, checks: Bool = false) -> SymbolContent? {
        let point = Point(x: 0, y: 0)
        let corners = Quadrilateral(topLeft: point, topRight: point, bottomRight: point, bottomLeft: point)
        let symbol = Symbol(content: SymbolContent(symbology: .code39, text: text), corners: corners)
        return Code39Content.interpreted(symbol, checks: checks)?.content
    }

    @Test func pairsAreFullASCII() {
        #expect(interpreted("E+X+T /A%J/J")?.text == "Ext !?*")
        #expect(interpreted("E+X+T /A%J/J")?.identifier == "]A4")
        for plain in ["ABC-123", "A/B", "10%", "A+1", "+A+", "$A%Z/Z"] {
            #expect(interpreted(plain)?.text == plain)
            #expect(interpreted(plain)?.identifier == "]A0")
        }
    }

    // Worked out by hand: 12 + 24 + 13 + 14 + 3 + 9 = 75 for CODE39, modulo 43 is 32, the value of W.
    @Test(arguments: [("CODE39", "W"), ("CODE 39", "R"), ("QUIETZONE39", "A"), ("0", "0"), ("%", "%"), ("%1", "0")])
    func checkCharacters(_ text: String, _ check: String) {
        #expect(Code39Content.checkCharacter(of: Array(text.utf8)) == check.utf8.first)
        #expect(interpreted(text + check, checks: true)?.text == text)
        #expect(interpreted(text + check, checks: true)?.identifier == "]A3")
        #expect(interpreted(text + check)?.text == text + check)
    }

    @Test func aWrongCheckCharacterIsNotRead() {
        let alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%"
        #expect(alphabet.filter { interpreted("QUIETZONE39\($0)", checks: true) != nil } == "A")
        #expect(interpreted("A", checks: true) == nil)
        #expect(interpreted("", checks: true) == nil)
        #expect(interpreted("ab0", checks: true) == nil, "characters that Code 39 does not have")
    }

    @Test func otherSymbologiesHaveNoneToCheck() throws {
        var options = ReaderOptions()
        options.checksCode39 = true
        let reader = SymbolReader(options: options)
        #expect(try Picture(fixture: "code-93").read(reader).symbols.map(\.content.text) == ["QUIETZONE93"])
        #expect(try Picture(fixture: "code-39").read(reader).symbols.isEmpty, "its last character is none")
    }

    @Test(arguments: [
        ("code-39-checked", "QUIETZONE39", "QUIETZONE39A", "]A3"),
        ("code-39-checked-full-ascii", "Quietzone", "QuietzoneP", "]A7"),
    ])
    func printedSymbolsAreCheckedWhenAsked(
        _ fixture: String, _ checked: String, _ unchecked: String, _ identifier: String
    ) throws {
        let picture = try Picture(fixture: fixture)
        var options = ReaderOptions()
        options.checksCode39 = true
        let contents = picture.read(SymbolReader(options: options)).symbols.map(\.content)
        #expect(contents.map(\.text) == [checked])
        #expect(contents.map(\.identifier) == [identifier])
        #expect(picture.read().symbols.map(\.content.text) == [unchecked])
    }
}
