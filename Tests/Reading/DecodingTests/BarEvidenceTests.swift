import SeededRandomness
import Testing

@testable import Decoding

@Suite struct BarEvidenceTests {
    private func isIn(_ picture: Picture) -> Bool {
        let plane = picture.withView { TransformedPlane(plane: $0.packed(), toSource: Affine()) }
        return BarEvidence.isIn(Rectification.bands(ofUpright: plane))
    }

    @Test(arguments: [1, 2, 4]) func theShortestSymbolsShowBars(_ module: Int) {
        // UPC-E has 51 modules and 33 edges; here as stripes of one and two modules.
        let widths = "111321112221141112311141221211111".compactMap(\.wholeNumberValue)
        var picture = Picture(width: (widths.reduce(0, +) + 20) * module, height: 40)
        var x = 10 * module
        for (index, width) in widths.enumerated() {
            for column in x..<x + width * module where index % 2 == 0 {
                for y in 0..<40 { picture[column, y] = 40 }
            }
            x += width * module
        }
        #expect(isIn(picture))
    }

    @Test func paperAFoldAndAFewStripesShowNone() {
        #expect(!isIn(Picture(width: 300, height: 40, grey: 128)))
        var fold = Picture(width: 300, height: 40)
        for y in 0..<40 { for x in 150..<300 { fold[x, y] = 60 } }
        #expect(!isIn(fold))
        var stripes = Picture(width: 300, height: 40)
        for y in 0..<40 { for x in 0..<300 where x / 30 % 2 == 0 { stripes[x, y] = 0 } }
        #expect(!isIn(stripes))
    }

    @Test func faintNoiseShowsNone() {
        var noise = SplitMix(state: 3)
        var picture = Picture(width: 400, height: 60)
        for i in picture.pixels.indices { picture.pixels[i] = UInt8.random(in: 120...126, using: &noise) }
        #expect(!isIn(picture))
        #expect(!isIn(Picture(width: 1, height: 1)))
        #expect(!isIn(Picture(width: 8, height: 1)))
    }
}
