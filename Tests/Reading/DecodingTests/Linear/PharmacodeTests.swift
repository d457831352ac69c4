import Encoding
import SeededRandomness
import Symbols
import Testing

@testable import Decoding

@Suite struct PharmacodeTests {
    private func picture(_ number: Int, as symbology: Symbology, pixels: Int = 3) throws -> Picture {
        let kind = try #require(SymbolKind.of(symbology))
        let image = try SymbolEncoder().make(.text(String(number)), as: kind).image
        let scaled = image.pixels(scale: pixels)
        var picture = Picture(width: scaled.width, height: scaled.height)
        picture.pixels = scaled.luma
        return Picture(width: picture.width + 160, height: picture.height + 160, grey: 255).with(picture, x: 80, y: 80)
    }

    private func read(_ picture: Picture, _ symbology: Symbology) -> [String] {
        var options = ReaderOptions()
        options.symbologies = [symbology]
        return picture.read(SymbolReader(options: options)).symbols.compactMap(\.content.text)
    }

    @Test(arguments: [Symbology.pharmacode, .pharmacodeTwoTrack]) func numbersAreRead(_ symbology: Symbology) throws {
        var random = SplitMix(state: 23)
        let most = symbology == .pharmacode ? 131_070 : 64_570_080
        for number in [symbology == .pharmacode ? 50 : 200, 1234, most]
            + (0..<12).map({ _ in Int.random(in: 2000...most, using: &random) })
        {
            #expect(read(try picture(number, as: symbology), symbology) == [String(number)])
            #expect(
                read(try picture(number, as: symbology).tilted(degrees: 7), symbology) == [String(number)], "\(number)")
        }
    }

    @Test func itIsReadOnlyWhereItIsAskedFor() throws {
        for symbology in [Symbology.pharmacode, .pharmacodeTwoTrack] {
            #expect(!ReaderOptions().symbologies.contains(symbology))
            #expect(try picture(117_480, as: symbology).read().symbols.isEmpty)
        }
    }
}
