import Glibc
import Symbols

/// A straight line: all points at a distance from the origin along a normal.
package struct Line {
    let normal: Point
    let distance: Double

    /// Two points are on a line whatever they are.
    private static let minPoints = 3
    /// The nearest of the points that a line is fitted to once more.
    /// Not measured: fewer than a quarter are dirt or belong to another side.
    private static let kept = (part: 3, of: 4)
    /// The sine of the smallest angle between lines that cross: 15°.
    /// Not measured: where lines are nearly parallel, noise moves the place far along them.
    private static let minAngle = 0.26

    /// The line nearest to `points`, the farthest quarter left out; nil for fewer than three.
    package init?(fitting points: [Point]) {
        guard points.count >= Self.minPoints, let first = Line(through: points) else { return nil }
        let sorted = points.sorted { first.offset($0) < first.offset($1) }
        self = Line(through: sorted.prefix(max(Self.minPoints, points.count * Self.kept.part / Self.kept.of))) ?? first
    }

    /// The line through two points; nil when they are one.
    init?(from a: Point, to b: Point) { self.init(through: [a, b]) }

    private init?(through points: some Collection<Point>) {
        let count = Double(points.count)
        let (x, y) = (points.reduce(0) { $0 + $1.x } / count, points.reduce(0) { $0 + $1.y } / count)
        var (xx, yy, xy) = (0.0, 0.0, 0.0)
        for p in points {
            xx += (p.x - x) * (p.x - x)
            yy += (p.y - y) * (p.y - y)
            xy += (p.x - x) * (p.y - y)
        }
        guard xx + yy > 0 else { return nil }
        let angle = atan2(2 * xy, xx - yy) / 2
        normal = Point(x: -sin(angle), y: cos(angle))
        distance = Point(x: x, y: y).dot(normal)
    }

    private func offset(_ p: Point) -> Double { abs(p.dot(normal) - distance) }

    /// The point of the line that is nearest to `p`.
    func nearest(to p: Point) -> Point { p - normal * (p.dot(normal) - distance) }

    /// Where both cross; nil for lines less than 15° apart.
    package func crossing(with other: Line) -> Point? {
        let determinant = other.normal.cross(normal)
        guard abs(determinant) > Self.minAngle else { return nil }
        return Point(
            x: (distance * other.normal.y - other.distance * normal.y) / determinant,
            y: (normal.x * other.distance - other.normal.x * distance) / determinant)
    }
}
