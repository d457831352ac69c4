@testable import Decoding
import Frames
import Symbols
import Testing

/// Pictures with more pixels than a camera's frame.
@Suite struct LargePictureTests {
    @Test(arguments: [(2400, 1500, 2), (4032, 3024, 3), (3000, 701, 2)])
    func theWholeIsReduced(width: Int, height: Int, side: Int) throws {
        Picture(width: width + 60, height: height + 40).withView { view in
            let area = PixelRect(x: 60, y: 40, width: width, height: height)
            var work = SymbolReader.Work(view: view, area: area, isStill: true)
            for change in [Transform.none, .inverted, .localContrast] {
                let whole = work.whole(changedBy: change)
                #expect(whole?.plane.width == width / side)
                #expect(whole?.plane.height == height / side)
                #expect(whole?.toSource(Point(x: 10, y: 20)) == Point(x: Double(10 * side), y: Double(20 * side)))
            }
        }
    }

    @Test func aCamerasFrameIsNot() {
        Picture(width: 1920, height: 1080).withView { view in
            var work = SymbolReader.Work(view: view, area: view.bounds, isStill: true)
            #expect(work.whole(changedBy: .none) == nil)
            #expect(work.whole(changedBy: .inverted)?.plane.width == 1920)
        }
    }

    /// Only a look at the changed picture shows light bars on dark to the engines.
    @Test(arguments: [Effort.normal, .thorough])
    func whatIsReadInAReducedPictureHasItsPlaceInTheWhole(effort: Effort) throws {
        let bars = try Picture(fixture: "code-128").enlarged.enlarged.inverted
        let picture = Picture(width: 2600, height: 1800, grey: 0).with(bars, x: 700, y: 900)
        let symbols = picture.read(effort: effort).symbols
        #expect(symbols.map(\.content.symbology) == [.code128])
        let corners = try #require(symbols.first).corners
        let (middle, expected) = (
            corners.center, Point(x: 700 + Double(bars.width) / 2, y: 900 + Double(bars.height) / 2)
        )
        #expect(abs(middle.x - expected.x) < 30 && abs(middle.y - expected.y) < Double(bars.height) / 2)
        #expect(corners.diameter > 0.7 * Double(bars.width))
    }

    @Test func thoroughReadsAllThatNormalDoes() throws {
        let small = try Picture(fixture: "data-matrix").enlarged
        var picture = Picture(width: 2600, height: 1800)
        for row in 0..<6 {
            for column in 0..<8 { picture = picture.with(small, x: 60 + column * 310, y: 60 + row * 290) }
        }
        picture = picture.with(try Picture(fixture: "ean-13"), x: 1200, y: 1690)
        let normal = picture.read(effort: .normal).symbols.map(\.corners.center)
        let thorough = picture.read(effort: .thorough).symbols.map(\.corners.center)
        #expect(normal.count >= 48)
        #expect(normal.allSatisfy { place in thorough.contains { $0.distance(to: place) < 10 } })
    }
}
