import Symbols

/// The bounds of points along a direction and across it.
struct Extent {
    private let axis: Point
    private(set) var (left, right) = (Double.infinity, -Double.infinity)
    private(set) var (top, bottom) = (Double.infinity, -Double.infinity)

    /// - Parameter axis: a unit vector.
    init(of points: [Point], along axis: Point) {
        self.axis = axis
        for point in points {
            let (u, v) = (point.dot(axis), point.cross(axis))
            (left, right, top, bottom) = (min(left, u), max(right, u), min(top, v), max(bottom, v))
        }
    }

    var width: Double { right - left }
    var height: Double { bottom - top }

    /// Makes both sides at least as long as `side`, about the same middle.
    mutating func widen(to side: Double) {
        let (across, down) = (max(0, side - width) / 2, max(0, side - height) / 2)
        (left, right, top, bottom) = (left - across, right + across, top - down, bottom + down)
    }

    var corners: Quadrilateral {
        Quadrilateral(
            topLeft: Point(left, along: axis, top), topRight: Point(right, along: axis, top),
            bottomRight: Point(right, along: axis, bottom), bottomLeft: Point(left, along: axis, bottom))
    }

    /// The middle of the rectangle.
    var center: Point { Point((left + right) / 2, along: axis, (top + bottom) / 2) }
}
