import Frames
import Symbols

/// Points as vectors.
extension Point {
    /// The sum of both coordinates.
    package static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }
    /// The vector from `b` to `a`.
    package static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y) }
    package static prefix func - (a: Point) -> Point { Point(x: -a.x, y: -a.y) }
    /// Both coordinates times `factor`.
    package static func * (a: Point, factor: Double) -> Point { Point(x: a.x * factor, y: a.y * factor) }
    /// Both coordinates divided by `divisor`.
    package static func / (a: Point, divisor: Double) -> Point { Point(x: a.x / divisor, y: a.y / divisor) }

    var length: Double { dot(self).squareRoot() }

    /// How far it lies along `axis`, times the length of that.
    func dot(_ axis: Point) -> Double { x * axis.x + y * axis.y }

    /// The same across it, clockwise on the screen.
    func cross(_ axis: Point) -> Double { y * axis.x - x * axis.y }

    /// The point that lies `u` along the unit vector `axis` and `v` across it.
    init(_ u: Double, along axis: Point, _ v: Double) {
        self.init(x: u * axis.x - v * axis.y, y: u * axis.y + v * axis.x)
    }

    /// The point at a share of the way to `other`.
    package func part(_ share: Double, to other: Point) -> Point { self + (other - self) * share }
}

extension Quadrilateral {
    /// - Parameter corners: four, clockwise from the top left.
    init(_ corners: [Point]) {
        self.init(topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
    }

    /// The lengths of the sides, the top first, clockwise.
    var sides: [Double] {
        let all = corners
        return (0..<4).map { all[$0].distance(to: all[($0 + 1) % 4]) }
    }

    func moved(by offset: Point) -> Quadrilateral { map { $0 + offset } }

    /// The same with top right and bottom left swapped.
    var mirrored: Quadrilateral {
        Quadrilateral(topLeft: topLeft, topRight: bottomLeft, bottomRight: bottomRight, bottomLeft: topRight)
    }

    /// The same corners from the one at `first` on, clockwise.
    func turned(by first: Int) -> Quadrilateral { Quadrilateral((0..<4).map { corners[(first + $0) % 4] }) }
}

extension PixelRect {
    /// Its top left corner.
    var origin: Point { Point(x: Double(x), y: Double(y)) }
}
