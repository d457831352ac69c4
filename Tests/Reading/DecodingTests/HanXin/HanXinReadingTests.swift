import SeededRandomness
import Symbols
import Testing

@testable import Decoding

/// Symbols by BWIPP, an independent writer, three pixels a module.
@Suite struct HanXinReadingTests {
    private static let contents = [("han-xin-plain", "Han Xin 2026"), ("han-xin-big", "1234567890123 Quiet zone")]

    private func said(_ picture: Picture, effort: Effort = .normal) -> [String] {
        picture.read(effort: effort).symbols.map { "\($0.content.identifier) \($0.content.text ?? "")" }
    }

    @Test(arguments: contents, [0, 1, 2, 3])
    func symbolsAreReadFromEverySide(sample: (fixture: String, text: String), turns: Int) throws {
        let picture = try Picture(fixture: sample.fixture).turned(turns)
        let expected = ["]h0 \(sample.text)"]
        #expect(said(picture) == expected)
        #expect(said(picture.inverted) == expected)
        #expect(said(picture.mirrored) == expected)
        // As a camera sees it.
        let frame = Picture(width: 320, height: 320).with(picture, x: 60, y: 70)
        #expect(said(frame, effort: .live(budget: .milliseconds(15))) == expected)
    }

    @Test(arguments: contents, [-30, 10, 45, 80])
    func symbolsAreReadAtAnyAngle(sample: (fixture: String, text: String), degrees: Double) throws {
        let picture = try Picture(fixture: sample.fixture).enlarged.tilted(degrees: degrees)
        #expect(said(picture) == ["]h0 \(sample.text)"])
    }

    @Test(arguments: contents)
    func cornersAreThoseOfTheSymbol(sample: (fixture: String, text: String)) throws {
        let picture = try Picture(fixture: sample.fixture)
        let corners = try #require(picture.read().symbols.first).corners
        // A margin of ten pixels.
        #expect(corners.topLeft.distance(to: Point(x: 10, y: 10)) < 3)
        #expect(
            corners.bottomRight.distance(to: Point(x: Double(picture.width - 10), y: Double(picture.height - 10))) < 3)
    }

    @Test func allSymbolsOfASheetAreRead() throws {
        let symbol = try Picture(fixture: "han-xin-plain")
        var sheet = Picture(width: 6 * symbol.width, height: 5 * symbol.height)
        for i in 0..<30 { sheet = sheet.with(symbol, x: i % 6 * symbol.width, y: i / 6 * symbol.height) }
        #expect(said(sheet) == Array(repeating: "]h0 Han Xin 2026", count: 30))
    }

    @Test func oneIsReadBesideAnotherSymbol() throws {
        let picture = Picture(width: 320, height: 160).with(try Picture(fixture: "han-xin-plain"), x: 20, y: 30)
            .with(try MatrixSample.named("aztec compact-2").drawn(scale: 3), x: 180, y: 30)
        #expect(picture.read().symbols.map(\.content.symbology.rawValue).sorted() == ["aztec", "han-xin"])
    }

    /// One finder pattern and some modules may be lost.
    @Test func damagedSymbolsAreCorrected() throws {
        var picture = try Picture(fixture: "han-xin-big")
        for row in 0..<24 { for column in 0..<24 { picture[picture.width - 34 + column, 10 + row] = 255 } }
        for row in 0..<8 { for column in 0..<8 { picture[60 + column, 60 + row] = 0 } }
        #expect(said(picture) == ["]h0 1234567890123 Quiet zone"])
    }

    @Test func onlyWhatIsAskedForIsRead() throws {
        let picture = try Picture(fixture: "han-xin-plain")
        var options = ReaderOptions()
        options.symbologies = [.qrCode]
        #expect(picture.read(SymbolReader(options: options)).symbols.isEmpty)
        options.symbologies = [.hanXin]
        #expect(picture.read(SymbolReader(options: options)).symbols.count == 1)
    }

    /// Finder patterns around modules that say nothing.
    @Test func modulesThatSayNothingAreNoSymbol() throws {
        var noise = SplitMix(state: 5)
        for _ in 0..<20 {
            var picture = try Picture(fixture: "han-xin-plain")
            for row in 9..<14 {
                for column in 0..<23 where Bool.random(using: &noise) {
                    for y in 0..<3 { for x in 0..<3 { picture[10 + column * 3 + x, 10 + row * 3 + y] ^= 255 } }
                }
            }
            #expect(said(picture, effort: .thorough).filter { $0.hasPrefix("]h") }.isEmpty)
        }
    }
}
