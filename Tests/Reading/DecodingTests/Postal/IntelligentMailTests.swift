import SeededRandomness
import Symbols
import Testing

@testable import Decoding

@Suite struct IntelligentMailTests {
    /// Contents and bars: T the middle part alone, A and D with the upper or lower part, F with both. The first four are the examples of
    /// USPS-B-3200; the others are by its appendices, written independently of this reader.
    static let vectors = [
        ("0123456709498765432101234567891", "AADTFFDFTDADTAADAATFDTDDAAADDTDTTDAFADADDDTFFFDDTTTADFAAADFTDAADA"),
        ("01234567094987654321", "ATTFATTDTTADTAATTDTDTATTDAFDDFADFDFTFFFFFTATFAAAATDFFTDAADFTFDTDT"),
        ("0123456709498765432101234", "DTTAFADDTTFTDTFTFDTDDADADAFADFATDDFTAAAFDTTADFAAATDFDTDFADDDTDFFT"),
        ("01234567094987654321012345678", "ADFTTAFDTTTTFATTADTAAATFTFTATDAAAFDDADATATDTDTTDFDTDATADADTDFFTFA"),
        ("0004000074510848240094306", "ATFFFATFFAFTATFTFDFAAAATDTAFATFDADFTDDATFDADDDTDADADTDDDTDAFDDDTD"),
        ("9498765432109876543299999999999", "AADADTAFDTADDFFTDFFFDDAADAFDTTDAFFTDTDFADTDATFTDAFFDDDADFDDDFTDAT"),
        ("0000000000000000000000000000000", "FFADDDDDDDTADTDFTDDTTTATFADFDATFTAFADTAAADTADFTFDTTAFTTTDTDAADAAT"),
    ]

    static func bars(_ states: String) -> [PostalBar] {
        states.map { PostalBar(ascends: "AF".contains($0), descends: "DF".contains($0)) }
    }

    @Test(arguments: vectors) func barsSayTheDigits(_ digits: String, _ states: String) {
        let bars = Self.bars(states)
        #expect(IntelligentMail.digits(of: bars).map { String(decoding: $0, as: UTF8.self) } == digits)
        #expect(IntelligentMail.digits(of: bars.dropLast()) == nil)
        #expect(IntelligentMail.digits(of: bars.reversed().map(\.turned)) == nil)
    }

    @Test func aBarThatIsMisreadIsNoticed() {
        for (_, states) in Self.vectors {
            let bars = Self.bars(states)
            for i in bars.indices {
                for (up, down) in [(true, false), (false, true), (true, true)] {
                    var wrong = bars
                    if up { wrong[i].ascends.toggle() }
                    if down { wrong[i].descends.toggle() }
                    #expect(IntelligentMail.digits(of: wrong) == nil, "\(states), bar \(i)")
                }
            }
        }
    }

    @Test func barsByChanceSayNothing() {
        var random = SplitMix(state: 31)
        for _ in 0..<20_000 {
            let bars = (0..<65).map { _ in
                PostalBar(ascends: Bool.random(using: &random), descends: Bool.random(using: &random))
            }
            #expect(IntelligentMail.digits(of: bars) == nil)
        }
    }

    /// The bars with a white margin, `pitch` pixels from one to the next.
    static func picture(_ states: String, pitch: Double = 6, height: Double = 24) -> Picture {
        let scale = 4.0
        let margin = 40.0
        let (width, rows) = (Int(Double(states.count) * pitch + 2 * margin), Int(height + 2 * margin))
        var fine = Picture(width: width * Int(scale), height: rows * Int(scale))
        for (i, state) in states.enumerated() {
            let left = (margin + Double(i) * pitch) * scale
            let top = (margin + ("AF".contains(state) ? 0 : height * 0.34)) * scale
            let bottom = (margin + ("DF".contains(state) ? height : height * 0.66)) * scale
            for y in Int(top)..<Int(bottom) {
                for x in Int(left)..<Int(left + pitch * scale * 0.45) { fine[x, y] = 0 }
            }
        }
        var picture = Picture(width: width, height: rows)
        for y in 0..<rows {
            for x in 0..<width {
                var sum = 0
                for dy in 0..<4 { for dx in 0..<4 { sum += Int(fine[4 * x + dx, 4 * y + dy]) } }
                picture[x, y] = UInt8(sum / 16)
            }
        }
        return picture
    }

    @Test(arguments: [(6.0, 24.0), (4.0, 20.0), (9.0, 34.0), (14.0, 60.0)])
    func isReadAtEverySize(_ pitch: Double, _ height: Double) {
        for (digits, states) in Self.vectors {
            let symbols = Self.picture(states, pitch: pitch, height: height).read().symbols
            #expect(symbols.map(\.content.text) == [digits])
            #expect(symbols.map(\.content.symbology) == [.uspsIMb])
        }
    }

    @Test(arguments: [0, 1, 2, 3]) func isReadInEveryDirection(_ turns: Int) throws {
        let (digits, states) = Self.vectors[0]
        let symbols = Self.picture(states).turned(turns).read().symbols
        #expect(symbols.map(\.content.text) == [digits])
    }

    @Test(arguments: [-10.0, -4, 3, 10, 45]) func isReadTurned(_ degrees: Double) throws {
        for (digits, states) in Self.vectors {
            let symbols = Self.picture(states, pitch: 7, height: 30).tilted(degrees: degrees).read().symbols
            #expect(symbols.map(\.content.text) == [digits])
        }
    }

    /// Upright bars in an inclined row, as a letter is seen from the side.
    @Test(arguments: [-0.2, -0.08, 0.05, 0.15]) func isReadAtASlant(_ slope: Double) throws {
        for (digits, states) in Self.vectors {
            let straight = Self.picture(states, pitch: 7, height: 30)
            let rise = Int(abs(slope) * Double(straight.width)) + 1
            var picture = Picture(width: straight.width, height: straight.height + rise)
            for x in 0..<straight.width {
                let shift = Int(slope * Double(x)) + (slope < 0 ? rise - 1 : 0)
                for y in 0..<straight.height { picture[x, y + shift] = straight[x, y] }
            }
            #expect(picture.read().symbols.map(\.content.text) == [digits])
        }
    }

    @Test func isReadInNoise() throws {
        var random = SplitMix(state: 7)
        for (digits, states) in Self.vectors {
            var picture = Self.picture(states)
            for i in picture.pixels.indices {
                picture.pixels[i] = UInt8(
                    clamping: Int(picture.pixels[i]) * 3 / 4 + Int.random(in: 0...40, using: &random))
            }
            #expect(picture.read().symbols.map(\.content.text) == [digits])
        }
    }

    @Test func cornersLieAtTheBars() throws {
        let symbol = try #require(Self.picture(Self.vectors[0].1).read().symbols.first)
        let expected = Quadrilateral(
            topLeft: Point(x: 40, y: 40), topRight: Point(x: 427, y: 40), bottomRight: Point(x: 427, y: 64),
            bottomLeft: Point(x: 40, y: 64))
        for (corner, wanted) in zip(symbol.corners.corners, expected.corners) {
            #expect(corner.distance(to: wanted) < 4, "\(symbol.corners)")
        }
    }
}
