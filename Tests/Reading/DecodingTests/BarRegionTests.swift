import Foundation
import SeededRandomness
import Symbols
import Testing

@testable import Decoding

@Suite struct BarRegionTests {
    private static let digits = "4006381333931"
    private static let ean = Picture(modules: EAN13Drawing.modules(digits), height: 80)

    private func regions(_ picture: Picture) -> [BarRegion] {
        picture.withView { BarRegions.of(GradientGrid($0), maxCount: 8) }
    }

    @Test(arguments: [0.0, 12, 30, 45, 70, 90, 133])
    func findsTheBarsAndTheirAngle(_ degrees: Double) throws {
        let picture = Self.ean.tilted(degrees: degrees)
        let region = try #require(regions(picture).first)
        let angle = atan2(region.along.y, region.along.x) * 180 / .pi
        let off = (angle - degrees).remainder(dividingBy: 180)
        #expect(abs(off) < 1, "\(angle)°")
        let middle = Point(x: Double(picture.width) / 2, y: Double(picture.height) / 2)
        #expect(region.center.distance(to: middle) < 16)
        #expect(abs(region.length - 190) < 56, "\(region)")
        #expect(abs(region.height - 80) < 56, "\(region)")
    }

    @Test func paperAndNoiseHaveNoBars() {
        #expect(regions(Picture(width: 300, height: 200, grey: 128)).isEmpty)
        var noise = SplitMix(state: 7)
        var picture = Picture(width: 300, height: 200)
        for i in picture.pixels.indices { picture.pixels[i] = UInt8.random(in: 90...160, using: &noise) }
        #expect(regions(picture).isEmpty)
        #expect(regions(Picture(width: 5, height: 3)).isEmpty)
    }

    @Test func anEdgeIsNoBars() {
        var picture = Picture(width: 300, height: 200)
        for y in 0..<200 { for x in 0..<150 { picture[x, y] = 0 } }
        #expect(regions(picture).isEmpty)
    }

    @Test(arguments: [18.0, 27, 38, 52, 63, 151])
    func aTiltedCodeIsReadInOneLiveFrame(_ degrees: Double) {
        let picture = Self.ean.tilted(degrees: degrees)
        let result = picture.read(effort: .live(budget: .milliseconds(30)))
        #expect(result.symbols.map(\.content.text) == [Self.digits])
    }

    @Test func placesOfWhatIsReadInARegionAreThoseOfTheFrame() throws {
        let label = Self.ean.tilted(degrees: 28)
        let picture = Picture(width: 900, height: 500).with(label, x: 520, y: 180)
        let symbol = try #require(picture.read().symbols.first)
        let middle = Point(x: 520 + Double(label.width) / 2, y: 180 + Double(label.height) / 2)
        #expect(symbol.corners.center.distance(to: middle) < 30, "\(symbol.corners)")
    }

    /// Bars that stay upright but start lower and lower, as on a bottle photographed from above.
    private func sheared(_ picture: Picture, slope: Double) -> Picture {
        let added = Int(abs(slope) * Double(picture.width))
        var result = Picture(width: picture.width, height: picture.height + added)
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                let moved = y + Int(slope * Double(x)) + (slope < 0 ? added : 0)
                if result.height > moved { result[x, moved] = picture[x, y] }
            }
        }
        return result
    }

    @Test(arguments: [0.25, -0.4]) func aRegionFollowsBarsThatBeginLowerAndLower(_ slope: Double) throws {
        let label = sheared(Picture(modules: EAN13Drawing.modules(Self.digits), height: 50), slope: slope)
        let region = try #require(regions(label).first)
        #expect(abs(region.slope - slope) < 0.08)
        #expect(abs(region.height - 50) < 40, "\(region)")
        #expect(abs(region.along.x) > 0.99)
        let middle = Point(x: Double(label.width) / 2, y: Double(label.height) / 2)
        #expect(region.contains(middle))
        #expect(!region.contains(Point(x: middle.x + 80, y: middle.y - slope * 160)), "not the rectangle around it")
        let symbol = try #require(label.read().symbols.first)
        #expect(symbol.content.text == Self.digits)
    }

    @Test func offsetsAndPointsAreInverse() {
        let region = BarRegion(
            center: Point(x: 30, y: 20), along: Point(x: 0.8, y: 0.6), length: 100, height: 40, slope: 0.3)
        for (u, v) in [(0.0, 0.0), (12, -7), (-40, 15)] {
            let offsets = region.offsets(to: region.point(across: u, along: v))
            #expect(abs(offsets.across - u) < 1e-9 && abs(offsets.along - v) < 1e-9)
        }
    }

    @Test func bandsAverageNoiseAwayAndKeepPlaces() {
        var noise = SplitMix(state: 1)
        var picture = Self.ean
        for i in picture.pixels.indices {
            picture.pixels[i] = UInt8(
                clamping: Int(picture.pixels[i]) / 2 + 60 + Int.random(in: -50...50, using: &noise))
        }
        let plane = picture.withView { TransformedPlane(plane: $0.packed(), toSource: Affine()) }
        let bands = Rectification.bands(ofUpright: plane)
        #expect(bands.plane.width == picture.width)
        #expect(bands.plane.height == 12)
        let spread = bands.plane.withView { view in
            let margin = (0..<20).map { Double(view.base[6 * view.rowStride + $0]) }
            return (margin.max() ?? 0) - (margin.min() ?? 0)
        }
        #expect(spread < 60, "of 100 in the picture")
        let middle = bands.toSource(Point(x: 100, y: 6))
        #expect(middle.distance(to: Point(x: 100, y: Double(picture.height) / 2)) < 1e-9)
    }
}
