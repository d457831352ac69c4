import SeededRandomness
import Symbols
import Testing

@testable import Decoding

/// Symbols by BWIPP, an independent writer, three pixels a module.
@Suite struct DotCodeReadingTests {
    private static let contents = [
        ("dotcode-plain", "]J0", "QZ dots 2026"), ("dotcode-gs1", "]J1", "01040123456789011727013110AB-7"),
    ]

    private func said(_ picture: Picture, effort: Effort = .normal) -> [String] {
        picture.read(effort: effort).symbols.map { "\($0.content.identifier) \($0.content.text ?? "")" }
    }

    @Test(arguments: contents, [0, 1, 2, 3])
    func symbolsAreReadFromEverySide(sample: (fixture: String, identifier: String, text: String), turns: Int) throws {
        let picture = try Picture(fixture: sample.fixture).turned(turns)
        let expected = ["\(sample.identifier) \(sample.text)"]
        #expect(said(picture) == expected)
        #expect(said(picture.inverted) == expected)
        // As a camera sees it.
        let frame = Picture(width: 320, height: 320).with(picture, x: 60, y: 70)
        #expect(said(frame, effort: .live(budget: .milliseconds(15))) == expected)
    }

    @Test(arguments: contents, [-30, 10, 45, 80])
    func symbolsAreReadAtAnyAngle(sample: (fixture: String, identifier: String, text: String), degrees: Double) throws {
        let picture = try Picture(fixture: sample.fixture).tilted(degrees: degrees)
        #expect(said(picture) == ["\(sample.identifier) \(sample.text)"])
    }

    @Test(arguments: contents)
    func sizeDoesNotMatter(sample: (fixture: String, identifier: String, text: String)) throws {
        var picture = try Picture(fixture: sample.fixture)
        for _ in 0..<3 {
            #expect(said(picture) == ["\(sample.identifier) \(sample.text)"], "\(picture.width) pixels")
            picture = picture.enlarged
        }
    }

    @Test func cornersAreThoseOfTheSymbol() throws {
        // A margin of ten pixels around 48 × 34 modules of three.
        let corners = try #require(try Picture(fixture: "dotcode-plain").read().symbols.first).corners
        #expect(corners.topLeft.distance(to: Point(x: 10, y: 10)) < 3)
        #expect(corners.bottomRight.distance(to: Point(x: 153, y: 111)) < 3)
    }

    /// Half of the check codewords may be lost to dirt.
    @Test func damagedDotsAreCorrected() throws {
        var picture = try Picture(fixture: "dotcode-gs1")
        for (x, y) in [(40, 30), (100, 60), (150, 90)] {
            for row in 0..<10 { for column in 0..<10 { picture[x + column, y + row] = 255 } }
        }
        #expect(said(picture) == ["]J1 01040123456789011727013110AB-7"])
    }

    /// Dots without a message, as of a perforated plate or a halftone.
    @Test func dotsThatSayNothingAreNoSymbol() {
        var noise = SplitMix(state: 9)
        for _ in 0..<40 {
            var picture = Picture(width: 240, height: 160)
            for row in 5..<45 {
                for column in stride(from: 5 + row % 2, to: 70, by: 2) where Bool.random(using: &noise) {
                    for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] { picture[column * 3 + dx, row * 3 + dy] = 0 }
                }
            }
            #expect(said(picture, effort: .thorough).filter { $0.hasPrefix("]J") }.isEmpty)
        }
    }

    @Test func onlyWhatIsAskedForIsRead() throws {
        var options = ReaderOptions()
        options.symbologies = [.qrCode]
        #expect(try Picture(fixture: "dotcode-plain").read(SymbolReader(options: options)).symbols.isEmpty)
        options.symbologies = [.dotCode]
        #expect(try Picture(fixture: "dotcode-plain").read(SymbolReader(options: options)).symbols.count == 1)
    }
}
