import Foundation
import SeededRandomness
import Symbols
import Testing

@testable import Decoding

@Suite struct MatrixEngineTests {
    static let names = ["aztec compact-2", "aztec full-5", "data-matrix 6", "data-matrix 10", "data-matrix 29"]

    private func expect(_ picture: Picture, _ sample: MatrixSample, _ comment: Comment? = nil) throws {
        let symbols = try picture.readMatrices()
        #expect(symbols.map(\.content.bytes) == [sample.bytes], comment)
        #expect(symbols.map(\.content.symbology) == [sample.symbology], comment)
    }

    @Test(arguments: names, [0.0, 17, 38, 90, 200])
    func readsTurnedSymbols(_ name: String, _ degrees: Double) throws {
        let sample = try MatrixSample.named(name)
        let picture = try sample.drawn(scale: 3)
        // A candidate is rotated by at most a few degrees; bull's eyes are found at any angle.
        let turned = sample.symbology == .aztec ? degrees : degrees.remainder(dividingBy: 90) / 5
        try expect(picture.tilted(degrees: turned), sample)
    }

    @Test(arguments: names)
    func reportsTheCorners(_ name: String) throws {
        let sample = try MatrixSample.named(name)
        for turns in 0..<4 {
            let picture = try sample.drawn(scale: 4).turned(turns)
            let corners = try #require(try picture.readMatrices().first).corners
            let (left, top) = (16.0, 16.0)
            let (right, bottom) = (Double(picture.width) - 16, Double(picture.height) - 16)
            let expected = [(left, top), (right, top), (right, bottom), (left, bottom)]
            for (i, corner) in corners.corners.enumerated() {
                let place = expected[(i + turns) % 4]
                #expect(corner.distance(to: Point(x: place.0, y: place.1)) < 3, "\(turns) \(corners)")
            }
        }
    }

    @Test(arguments: names)
    func readsInPerspective(_ name: String) throws {
        let sample = try MatrixSample.named(name)
        let (w, h) = (Double(sample.columns) * 5, Double(sample.rows) * 5)
        let quad = Quadrilateral(
            topLeft: Point(x: 30 + 0.08 * w, y: 34), topRight: Point(x: 30 + 0.94 * w, y: 30),
            bottomRight: Point(x: 30 + w, y: 30 + h), bottomLeft: Point(x: 30, y: 26 + 0.95 * h))
        try expect(try sample.drawn(width: Int(w) + 60, height: Int(h) + 60, quad: quad), sample)
    }

    @Test(arguments: names)
    func readsBlurredAndNoisySymbols(_ name: String) throws {
        let sample = try MatrixSample.named(name)
        let picture = try sample.drawn(scale: 4)
        try expect(picture.blurred(radius: 1), sample, "blurred")
        try expect(picture.noisy(25, seed: 5), sample, "noisy")
        try expect(picture.blurred(radius: 1).noisy(10, seed: 6), sample, "both")
        try expect(picture.mapped { 100 + $0 / 8 }, sample, "faint")
    }

    @Test func readsMirroredAndInvertedSymbols() throws {
        for name in ["aztec compact-2", "aztec full-5", "data-matrix 6"] {
            let sample = try MatrixSample.named(name)
            try expect(try sample.drawn(scale: 4).mirrored, sample, "\(name)")
        }
        for name in ["aztec compact-2", "aztec full-5"] {
            let sample = try MatrixSample.named(name)
            try expect(try sample.drawn(scale: 4).inverted, sample, "\(name)")
        }
    }

    @Test func readsRunesAndFindsBullsEyesOffTheMiddle() throws {
        for name in ["aztec rune 25", "aztec compact-1", "aztec full-9"] {
            let sample = try MatrixSample.named(name)
            let symbol = try sample.drawn(scale: 3)
            let picture = Picture(width: 420, height: 300, grey: 220).with(symbol, x: 210, y: 70)
            let found = try picture.readMatrices(.quick)
            #expect(found.map(\.content.bytes) == [sample.bytes], "\(name)")
            #expect(found.map(\.content.identifier) == [sample.identifier], "\(name)")
        }
    }

    @Test func readsWhatZxingDoesNotInALiveFrame() throws {
        let sample = try MatrixSample.named("aztec compact-3")
        let symbol = try sample.drawn(scale: 3).tilted(degrees: 31).blurred(radius: 1).noisy(8, seed: 2)
        let picture = Picture(width: 640, height: 480, grey: 200).with(symbol, x: 400, y: 90)
        #expect(picture.read(effort: .live(budget: .milliseconds(30))).symbols.map(\.content.bytes) == [sample.bytes])
    }

    @Test func damageUpToTheLimitIsRepaired() throws {
        // 20 × 20 has 18 check words, so 9 codewords may be wrong; the inverted block touches fewer.
        let sample = try MatrixSample.named("data-matrix 6")
        var picture = try sample.drawn(scale: 4)
        for y in 0..<16 { for x in 0..<16 { picture[48 + x, 52 + y] = 250 - picture[48 + x, 52 + y] } }
        try expect(picture, sample)
        let aztec = try MatrixSample.named("aztec full-9")
        picture = try aztec.drawn(scale: 4)
        for y in 0..<24 { for x in 0..<24 { picture[40 + x, 40 + y] = 250 - picture[40 + x, 40 + y] } }
        try expect(picture, aztec)
    }

    @Test func moreDamageIsNotMisread() throws {
        var noise = SplitMix(state: 8)
        for name in ["data-matrix 1", "data-matrix 6", "aztec compact-1"] {
            let sample = try MatrixSample.named(name)
            let clean = try sample.drawn(scale: 3)
            for _ in 0..<12 {
                var picture = clean
                let (x0, y0) = (Int.random(in: 12..<24, using: &noise), Int.random(in: 12..<24, using: &noise))
                for y in y0..<min(y0 + 18, picture.height - 12) {
                    for x in x0..<min(x0 + 18, picture.width - 12) where Bool.random(using: &noise) {
                        picture[x, y] = 250 - picture[x, y]
                    }
                }
                for symbol in try picture.readMatrices() { #expect(symbol.content.bytes == sample.bytes) }
            }
        }
    }
}

@Suite struct MatrixSilenceTests {
    @Test func noiseHoldsNothing() throws {
        var noise = SplitMix(state: 1)
        for i in 0..<150 {
            let side = 24 + i % 40
            var picture = Picture(width: side + 10, height: side)
            // Noise in pixels and in blocks of module size, each also blurred.
            let block = 1 + i % 4
            for y in 0..<picture.height {
                for x in 0..<picture.width {
                    picture[x, y] =
                        x % block == 0 && y % block == 0
                        ? UInt8.random(in: 0...255, using: &noise) : picture[x / block * block, y / block * block]
                }
            }
            if i % 3 == 0 { picture = picture.blurred(radius: 1) }
            if i % 2 == 0 { picture = picture.mapped { $0 < 128 ? 0 : 255 } }
            #expect(try picture.readMatrices().isEmpty)
            #expect(try picture.readMatrices(.quick).isEmpty)
        }
    }

    @Test(arguments: [(1, 1), (1, 300), (300, 1), (2, 2), (15, 15), (16, 3), (20, 700)])
    func picturesOfAnySizeAreHarmless(_ width: Int, _ height: Int) throws {
        for grey in [UInt8(0), 255] {
            #expect(try Picture(width: width, height: height, grey: grey).readMatrices().isEmpty)
        }
        let noisy = Picture(width: width, height: height, grey: 128).noisy(127, seed: 9)
        #expect(try noisy.readMatrices().isEmpty)
        #expect(try noisy.readMatrices(.quick).isEmpty)
    }

    @Test func symbolsThatAreCutAreNotMisread() throws {
        for name in MatrixEngineTests.names {
            let sample = try MatrixSample.named(name)
            let whole = try sample.drawn(scale: 3)
            for keep in stride(from: 10, to: whole.width, by: 17) {
                var part = Picture(width: keep, height: whole.height)
                for y in 0..<whole.height { for x in 0..<keep { part[x, y] = whole[x, y] } }
                for symbol in try part.readMatrices() { #expect(symbol.content.bytes == sample.bytes) }
            }
        }
    }
}
