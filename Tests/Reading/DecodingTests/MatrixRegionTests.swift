import Foundation
import Symbols
import Testing

@testable import Decoding

@Suite struct MatrixRegionTests {
    private func regions(_ picture: Picture) -> [MatrixRegion] {
        picture.withView { MatrixRegions.of($0, GradientGrid($0), maxCount: 8) }
    }

    @Test(arguments: [0.0, 11, 24, 40, 62, 81])
    func findsModulesAndTheirAngle(_ degrees: Double) throws {
        let symbol = try Picture(fixture: "data-matrix").enlarged.tilted(degrees: degrees)
        let picture = Picture(width: 700, height: 500).with(symbol, x: 390, y: 160)
        let region = try #require(regions(picture).first)
        let off = (atan2(region.along.y, region.along.x) * 180 / .pi - degrees).remainder(dividingBy: 90)
        #expect(abs(off) < 3, "\(off)")
        let middle = Point(x: 390 + Double(symbol.width) / 2, y: 160 + Double(symbol.height) / 2)
        #expect(region.contains(middle), "\(region)")
        #expect(region.center.distance(to: middle) < 16, "\(region)")
    }

    @Test func barsAndPaperHoldNoModules() {
        #expect(regions(Picture(width: 300, height: 200, grey: 90)).isEmpty)
        #expect(regions(Picture(width: 3, height: 3)).isEmpty)
        var bars = Picture(width: 300, height: 200)
        for y in 0..<200 { for x in 60..<240 where x / 3 % 2 == 0 { bars[x, y] = 0 } }
        #expect(regions(bars).isEmpty)
    }

    @Test(arguments: ["data-matrix", "aztec"])
    func aTiltedSymbolAmongOtherPrintIsReadInOneLiveFrame(_ fixture: String) throws {
        var picture = Picture(width: 640, height: 480, grey: 200)
        for y in 40..<60 { for x in 30..<600 where x / 7 % 2 == 0 { picture[x, y] = 20 } }
        for y in 300..<420 { for x in 40..<70 { picture[x, y] = 90 } }
        picture = picture.with(try Picture(fixture: fixture).enlarged.tilted(degrees: 27), x: 380, y: 200)
        #expect(picture.read(effort: .live(budget: .milliseconds(30))).symbols.count == 1)
    }

    @Test func aSymbolThatNeedsAChangeIsReadWithinASecondOfFrames() throws {
        // The first pass over a frame does not read light on dark.
        let symbol = try Picture(fixture: "data-matrix").enlarged.inverted
        let picture = Picture(width: 640, height: 480, grey: 0).with(symbol, x: 400, y: 90)
        let reader = SymbolReader()
        let frames = (0..<30).map { _ in picture.read(reader, effort: .live(budget: .milliseconds(30))).symbols.count }
        #expect(frames.first == 0)
        #expect(frames.contains(1))
    }
}
