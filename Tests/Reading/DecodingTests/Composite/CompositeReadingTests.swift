import Symbols
import Testing

@testable import Decoding

/// Composites by BWIPP, an independent writer, two pixels a module.
@Suite struct CompositeReadingTests {
    private static let contents = [
        ("composite-a", "010952012345678810LOT-7\u{1D}21ab/9"),
        ("composite-b", "01095201234567881728091510Q6Y3A0\u{1D}21WXYZ-1234"),
        ("composite-c", "01095201234567881728091510Q6Y3A0\u{1D}21WXYZ-1234\u{1D}91more-of-it"),
    ]

    @Test(arguments: contents, [0, 1, 2, 3])
    func bothPartsAreOneMessage(sample: (fixture: String, text: String), turns: Int) throws {
        let symbols = try Picture(fixture: sample.fixture).turned(turns).read().symbols
        #expect(symbols.map(\.content.symbology) == [.gs1Composite])
        #expect(symbols.map(\.content.text) == [sample.text])
        #expect(symbols.map(\.content.identifier) == ["]e0"])
    }

    @Test(arguments: contents)
    func framesShowBothPartsAtOnce(sample: (fixture: String, text: String)) throws {
        let picture = try Picture(fixture: sample.fixture)
        let symbols = picture.read(effort: .live(budget: .milliseconds(15))).symbols
        #expect(symbols.map(\.content.text) == [sample.text])
    }

    @Test func onlyWhatIsAskedForIsReported() throws {
        var options = ReaderOptions()
        options.symbologies = [.gs1Composite]
        let picture = try Picture(fixture: "composite-a")
        #expect(picture.read(SymbolReader(options: options)).symbols.map(\.content.symbology) == [.gs1Composite])
        #expect(try Picture(fixture: "ean-13").read(SymbolReader(options: options)).symbols.isEmpty)
        options.symbologies = [.ean13]
        #expect(picture.read(SymbolReader(options: options)).symbols.map(\.content.text) == ["9520123456788"])
    }

    /// The bars below a component are its own, those below them are not.
    @Test func aProductBelowACompositeIsOneOfItsOwn() throws {
        let (composite, product) = (try Picture(fixture: "composite-a"), try Picture(fixture: "ean-13"))
        let side = (width: max(composite.width, product.width), height: composite.height + product.height)
        let both = Picture(width: side.width, height: side.height)
            .with(composite, x: 0, y: 0).with(product, x: 0, y: composite.height)
        let symbols = both.read().symbols
        #expect(symbols.map(\.content.symbology) == [.gs1Composite, .ean13])
    }
}
