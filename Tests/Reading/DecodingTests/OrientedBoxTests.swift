import Foundation
import Symbols
import Testing

@testable import Decoding

@Suite struct OrientedBoxTests {
    /// End points of scan lines over bars of 100 × 40 that are turned clockwise by `degrees` about (200, 200).
    private func cloud(degrees: Double) -> [Point] {
        let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        return (0...40).map { i in
            let (x, y) = (i % 2 == 0 ? -50.0 : 50, Double(i) - 20)
            return Point(x: 200 + c * x - s * y, y: 200 + s * x + c * y)
        }
    }

    @Test(arguments: [
        (0.0, ReadingDirection.right), (25, .right), (-30, .right), (90, .down), (70, .down), (180, .left), (-90, .up),
    ])
    func enclosesAnOrientedCloud(_ degrees: Double, _ direction: ReadingDirection) throws {
        let box = try #require(OrientedBox.enclosing(cloud(degrees: degrees), direction: direction))
        let angle = atan2(box.topRight.y - box.topLeft.y, box.topRight.x - box.topLeft.x) * 180 / .pi
        #expect(abs(remainder(angle - degrees, 360)) < 2)
        #expect(abs(box.area - 4000) < 150)
        #expect(box.center.distance(to: Point(x: 200, y: 200)) < 1)
    }

    @Test func makesABoxOfFewPoints() throws {
        #expect(OrientedBox.enclosing([], direction: .right) == nil)
        let dot = try #require(OrientedBox.enclosing([Point(x: 5, y: 5)], direction: .down))
        #expect(dot.area == 4)
        #expect(dot.center == Point(x: 5, y: 5))
        let line = try #require(OrientedBox.enclosing([Point(x: 0, y: 5), Point(x: 50, y: 5)], direction: .right))
        #expect(line.area == 100)
        #expect(line.topLeft == Point(x: 0, y: 4))
    }
}
