import Encoding
import SeededRandomness
import Symbols
import Testing

@testable import Decoding

/// A number is accepted only if the bars agree with it.
@Suite struct ProductEvidenceTests {
    private static let numbers = ["4006381333931", "9780201379624", "0142538424542", "8441118284531"]

    /// The evidence in the bars of `modules` for the number `reported`; nil when they are not a product symbol.
    private func judged(_ reported: String, _ modules: String, _ drawing: BarDrawing = BarDrawing()) -> ProductEvidence?
    {
        var random = SplitMix(state: 7)
        let picture = drawing.picture(modules, &random)
        let decoder = ProductDecoder(digitsPerHalf: 6)
        return picture.withView { view in
            let line = ScanLines(view).whole
            return decoder.evidence(
                for: reported.compactMap { $0.wholeNumberValue.map(UInt8.init) }, line, EdgeLine(line, steps: 300),
                length: Float(3 * 95))
        }
    }

    @Test(arguments: numbers) func barsBearOutTheirNumber(_ number: String) throws {
        for drawing in [BarDrawing(), BarDrawing(blur: 0.8, noise: 15), BarDrawing(spread: 0.15, blur: 0.5, skew: 20)] {
            let evidence = try #require(judged(number, EAN13Drawing.modules(number), drawing))
            #expect(evidence.margin > 0, "\(evidence)")
            #expect(!evidence.isContradiction, "\(evidence)")
        }
    }

    /// Two digits differ, and the check digit is right.
    @Test(arguments: numbers) func theyContradictEveryOther(_ number: String) throws {
        let digits = number.compactMap(\.wholeNumberValue)
        var tried = 0
        for (i, j) in [(1, 3), (2, 5), (7, 8), (9, 11), (0, 6)] {
            for change in [1, 4, 7] {
                var other = digits
                other[i] = (other[i] + change) % 10
                // The weights alternate between 1 and 3; this change keeps the check digit.
                for value in 0..<10 where value != other[j] {
                    var candidate = other
                    candidate[j] = value
                    let sum = candidate.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
                    guard sum % 10 == 0 else { continue }
                    tried += 1
                    let reported = candidate.map(String.init).joined()
                    let evidence = try #require(judged(reported, EAN13Drawing.modules(number)))
                    #expect(evidence.isContradiction, "\(reported) for \(number): \(evidence)")
                }
            }
        }
        #expect(tried >= 10)
    }

    @Test func otherPicturesHaveNoEvidence() {
        #expect(judged(Self.numbers[0], String(repeating: "0", count: 95))?.isContradiction != true)
    }

    /// With one half smeared or scratched, the symbol is read correctly or not at all.
    @Test func aDamagedHalfIsNotTakenForOtherDigits() throws {
        var read = 0
        for (n, number) in Self.numbers.enumerated() {
            let text = number.first == "0" ? String(number.dropFirst()) : number
            for damage in 0..<12 {
                let image = try SymbolEncoder.encode(text, as: text.count == 12 ? .upcA : .ean13)
                    .pixels(scale: 2 + (n + damage) % 3)
                var picture = Picture(width: image.width, height: image.height)
                picture.pixels = image.luma
                let isLeft = damage % 2 == 0
                let (from, to) = (image.width / (isLeft ? 12 : 2), isLeft ? image.width / 2 : image.width * 11 / 12)
                let before = picture
                for y in 0..<picture.height {
                    for x in from..<to {
                        let part = (x - 1 - damage / 2)...x
                        let values = part.map { before[$0, y] }
                        picture[x, y] =
                            switch damage % 3 {
                            case 0: UInt8(values.reduce(0) { $0 + Int($1) } / values.count)
                            case 1: values.min()!
                            default: values.max()!
                            }
                    }
                }
                for symbol in picture.read().symbols {
                    read += 1
                    #expect(symbol.content.text == text, "damage \(damage)")
                }
            }
        }
        #expect(read > 0)
    }
}
