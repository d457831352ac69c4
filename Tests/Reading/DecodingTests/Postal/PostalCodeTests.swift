import SeededRandomness
import Symbols
import Testing

@testable import Decoding

@Suite struct PostalCodeTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let symbology: Symbology
        let text: String
        /// As in `IntelligentMailTests`; a short bar of POSTNET and PLANET is D, which reaches as far down as the tall ones.
        let states: String

        init(_ symbology: Symbology, _ text: String, _ states: String) {
            (self.symbology, self.text, self.states) = (symbology, text, states)
        }

        var testDescription: String { "\(symbology.rawValue) \(text)" }
    }

    /// Made by another writer, BWIPP of 2025; those of Mailmark, which it does not make, by libzint 2.11.
    static let vectors = [
        Vector(.rm4scc, "LE28HS9Z", "AFTTFTFFTTDFATFDADFATFTFTDATFFFTTDATFF"),
        Vector(.rm4scc, "BX11LT1A", "ADFTAFATDTDAFTDAFFTTFFDATTDAFDADAATDFF"),
        Vector(.kix, "1231FZ13XHS", "TDAFTDFADTAFTDAFDAADFFTTTDAFDTAFFATDDFATFTFT"),
        Vector(.kix, "2500GG30250", "TDFADDAATTFFTTFFDAFTDAFTDTAFTTFFTDFADDAATTFF"),
        Vector(.australiaPost, "1139549554", "ATFAFAAFTFADAATFADADAATTADAFATAATDDAT"),
        Vector(.australiaPost, "5956439111ABA 9", "ATADTFADDFAAAFTFFAFAFAFFFFFAFFFFFTTDDTTAFADAFFFTTAAT"),
        Vector(.australiaPost, "593221132401234567", "ATADTFAFFDFDFAFAAFFDAAFFFAFDAFAAADDFDATFTTFTATTTDTAT"),
        Vector(
            .australiaPost, "6232211324ABCabc#012",
            "ATDFFDAFFDFDFAFAAFFDAAFFFFFAFFDFDTFTFFTAFATDDDTFFTFATAFDTTDFFDTFTAT"),
        Vector(
            .japanPost, "6540123789-A-K-Z", "FDDAFFTFFADFTTFFTFDADFAAFDADFTFFTFTDATFTTTFTDTAFTTTFTADTFTFTDADFADF"),
        Vector(
            .japanPost, "15400233-16-4-205", "FDFFTFTFFADFTTFTTFDADFADFATFTFFTDAFTFTFADTFTFDAFTTFTFTDATDATDADAFDF"),
        Vector(.postnet, "01234", "FFFDDDDDDFFDDFDFDDFFDDFDDFFFDDDF"),
        Vector(.postnet, "012345678", "FFFDDDDDDFFDDFDFDDFFDDFDDFDFDFDDFFDDFDDDFFDDFDDFDDFF"),
        Vector(.postnet, "01234567890", "FFFDDDDDDFFDDFDFDDFFDDFDDFDFDFDDFFDDFDDDFFDDFDFDFDDFFDDDDFDFDF"),
        Vector(.planet, "01234567890", "FDDFFFFFFDDFFDFDFFDDFFDFFDFDFDFFDDFFDFFFDDFFDFDFDFFDDFFFFDFDFF"),
        Vector(
            .planet, "0123456789012", "FDDFFFFFFDDFFDFDFFDDFFDFFDFDFDFFDDFFDFFFDDFFDFDFDFFDDFFFFFFDDFFDFDFFDFDF"),
    ]

    private static func code(_ symbology: Symbology, bars count: Int) -> [PostalCode] {
        PostalCode.all.filter { $0.symbology == symbology && $0.counts.contains(count) }
    }

    private static func text(_ bars: [PostalBar], as symbology: Symbology) -> String? {
        code(symbology, bars: bars.count).lazy.compactMap { $0.read(bars) }.first.map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    private static func bars(_ vector: Vector) -> [PostalBar] {
        let hasTwoStates = PostalCode.all.contains { $0.symbology == vector.symbology && $0.hasTwoStates }
        return IntelligentMailTests.bars(vector.states).map {
            PostalBar(ascends: $0.ascends, descends: hasTwoStates ? false : $0.descends)
        }
    }

    @Test(arguments: vectors) func barsSayTheContent(_ vector: Vector) {
        #expect(Self.text(Self.bars(vector), as: vector.symbology) == vector.text)
    }

    /// All but KIX have a check character or more.
    @Test(arguments: vectors.filter { $0.symbology != .kix }) func aBarThatIsMisreadIsNoticed(_ vector: Vector) {
        let bars = Self.bars(vector)
        for i in bars.indices {
            var wrong = bars
            wrong[i].ascends.toggle()
            let text = Self.text(wrong, as: vector.symbology)
            #expect(text == nil || text == vector.text, "bar \(i)")
        }
    }

    @Test func barsByChanceSayNothing() {
        var random = SplitMix(state: 32)
        for code in PostalCode.all where code.symbology != .kix {
            for count in code.counts.sorted().prefix(6) {
                for _ in 0..<4000 {
                    let bars = (0..<count).map { _ in
                        PostalBar(
                            ascends: Bool.random(using: &random),
                            descends: !code.hasTwoStates && Bool.random(using: &random))
                    }
                    #expect(code.read(bars) == nil, "\(code.symbology) \(count)")
                }
            }
        }
    }

    private static func read(_ picture: Picture) -> [String] {
        var options = ReaderOptions()
        options.symbologies = Set(PostalCode.all.map(\.symbology))
        return picture.read(SymbolReader(options: options)).symbols.map {
            "\($0.content.symbology.rawValue) \($0.content.text ?? "")"
        }
    }

    @Test(arguments: [(5.0, 24.0), (8.0, 34.0), (12.0, 50.0)])
    func isReadAtEverySize(_ pitch: Double, _ height: Double) {
        for vector in Self.vectors {
            let picture = IntelligentMailTests.picture(vector.states, pitch: pitch, height: height)
            #expect(Self.read(picture) == [vector.testDescription])
        }
    }

    @Test(arguments: [-10.0, 4, 90, 180]) func isReadTurned(_ degrees: Double) {
        for vector in Self.vectors {
            let picture = IntelligentMailTests.picture(vector.states, pitch: 7, height: 30).tilted(degrees: degrees)
            #expect(Self.read(picture) == [vector.testDescription], "\(degrees)°")
        }
    }

    /// A row that is cut off, or goes on, is none: a part of it may have the form and the check digit of a shorter code.
    @Test(arguments: vectors) func aPartOfARowSaysNothing(_ vector: Vector) {
        for states in [vector.states + "D", "DDDDDDDDDD" + vector.states] {
            let read = Self.read(IntelligentMailTests.picture(states, pitch: 7, height: 30))
            #expect(!read.contains(vector.testDescription), "\(read)")
        }
        let picture = IntelligentMailTests.picture(vector.states, pitch: 7, height: 30)
        var cut = Picture(width: picture.width - 75, height: picture.height)
        for y in 0..<cut.height { for x in 0..<cut.width { cut[x, y] = picture[x, y] } }
        #expect(Self.read(cut).isEmpty)
    }

    @Test(arguments: [180.0, 0]) func cornersLieAtTheBars(_ degrees: Double) throws {
        var options = ReaderOptions()
        options.symbologies = [.rm4scc]
        let picture = IntelligentMailTests.picture(Self.vectors[0].states, pitch: 7, height: 30).turned(
            degrees == 0 ? 0 : 2)
        let corners = try #require(picture.read(SymbolReader(options: options)).symbols.first).corners
        let (left, right) = (40.0, 40 + 37 * 7 + 3.0)
        let expected = [(left, 40.0), (right, 40), (right, 70), (left, 70)].map { x, y in
            degrees == 0
                ? Point(x: x, y: y) : Point(x: Double(picture.width) - x, y: Double(picture.height) - y)
        }
        for (corner, wanted) in zip(corners.corners, expected) {
            #expect(corner.distance(to: wanted) < 5, "\(corners)")
        }
    }
}
