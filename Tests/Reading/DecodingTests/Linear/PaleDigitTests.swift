import SeededRandomness
import Symbols
import Testing

@testable import Decoding

@Suite struct PaleDigitTests {
    private static let text = "9780201379624"

    /// The symbol with one digit's bars half as dark as the others.
    ///
    /// - Parameter place: 1...12, from the first digit that has bars.
    private func picture(paleAt place: Int) -> Picture {
        let drawing = BarDrawing(blur: 0.5)
        var random = SplitMix(state: 5)
        var picture = drawing.picture(EAN13Drawing.modules(Self.text), &random)
        let first = (place <= 6 ? 3 + 7 * (place - 1) : 50 + 7 * (place - 7)) + 12
        for y in 0..<picture.height {
            for x in 3 * first..<3 * (first + 7) {
                picture[x, y] = UInt8((Int(picture[x, y]) + Int(drawing.light)) / 2)
            }
        }
        return picture
    }

    /// 1 and 2 differ from 7 and 8 in the widths of bars alone, which blur hides.
    @Test(arguments: [4, 6, 11]) func aPaleOneOrTwoIsNotBelieved(_ place: Int) throws {
        #expect(try picture(paleAt: place).readNatively([.ean13]).isEmpty)
    }

    @Test(arguments: [3, 5, 9]) func anotherPaleDigitIs(_ place: Int) throws {
        #expect(try picture(paleAt: place).readNatively([.ean13]).map(\.symbol.content.text) == [Self.text])
    }

    @Test func lightThatFadesAlongTheSymbolDoesNotMatter() throws {
        var random = SplitMix(state: 5)
        var picture = BarDrawing(blur: 0.5).picture(EAN13Drawing.modules(Self.text), &random)
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                picture[x, y] = UInt8(Int(picture[x, y]) * (2 * picture.width - x) / (2 * picture.width))
            }
        }
        #expect(try picture.readNatively([.ean13]).map(\.symbol.content.text) == [Self.text])
    }

    @Test func aTrendIsNotMovedByValuesFarOff() {
        let values: [Float] = [0, 1, 2, 90, 4, 5, -70, 7, 8]
        let trend = Trend(values)
        for i in [0, 3, 8] { #expect(abs(trend[i] - Float(i)) < 1e-4) }
        #expect(Trend([])[3] == 0)
        #expect(Trend([5])[2] == 5)
    }
}
