import Symbols
import Testing

@testable import Decoding

@Suite struct BarExtentTests {
    private let region = BarRegion(center: Point(x: 200, y: 100), along: Point(x: 1, y: 0), length: 190, height: 80)

    private func line(from x0: Double, to x1: Double, y: Double) -> Quadrilateral {
        let (a, b) = (Point(x: x0, y: y), Point(x: x1, y: y))
        return Quadrilateral(topLeft: a, topRight: b, bottomRight: b, bottomLeft: a)
    }

    @Test func aScanLineBecomesAsHighAsTheBars() {
        let place = region.extent(of: line(from: 110, to: 290, y: 90))
        #expect(
            place
                == Quadrilateral(
                    topLeft: Point(x: 110, y: 60), topRight: Point(x: 290, y: 60), bottomRight: Point(x: 290, y: 140),
                    bottomLeft: Point(x: 110, y: 140)))
    }

    @Test func aSymbolRotatedBy180DegreesKeepsItsTop() {
        let place = region.extent(of: line(from: 290, to: 110, y: 90))
        #expect(place?.topLeft == Point(x: 290, y: 140))
        #expect(place?.bottomRight == Point(x: 110, y: 60))
    }

    @Test func whatReachesFurtherKeepsItsReach() {
        let tall = Quadrilateral(
            topLeft: Point(x: 110, y: 40), topRight: Point(x: 290, y: 40), bottomRight: Point(x: 290, y: 120),
            bottomLeft: Point(x: 110, y: 120))
        #expect(region.extent(of: tall)?.topLeft.y == 40)
        #expect(region.extent(of: tall)?.bottomLeft.y == 140)
    }

    @Test func whatLiesAcrossTheRegionIsLeftAlone() {
        let upright = Quadrilateral(
            topLeft: Point(x: 200, y: 60), topRight: Point(x: 200, y: 140), bottomRight: Point(x: 190, y: 140),
            bottomLeft: Point(x: 190, y: 60))
        #expect(region.extent(of: upright) == nil)
    }

    @Test(arguments: [0.0, 12, 40, -33, 90]) func outlinesOfATiltedCodeCoverItsBars(_ degrees: Double) throws {
        let code = try Picture(fixture: "code-128").enlarged
        let label = code.tilted(degrees: degrees)
        let picture = Picture(width: label.width + 200, height: label.height + 200).with(label, x: 100, y: 100)
        let symbol = try #require(picture.read().symbols.first)
        let all = Double(code.width * code.height)
        let share = symbol.corners.area / all
        #expect(share > 0.5, "\(symbol.corners)")
        #expect(share < 1.3, "\(symbol.corners)")
    }
}
