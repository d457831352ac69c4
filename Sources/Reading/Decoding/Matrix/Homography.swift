import Symbols

/// A projective mapping from one plane to another.
package struct Homography {
    private let a: Double, b: Double, c: Double
    private let d: Double, e: Double, f: Double
    private let g: Double, h: Double

    /// Twice the area of a triangle in square pixels, below which its corners count as on one line.
    private static let nearlyZero = 1e-9
    /// How near a corner is, at least, where the top left one is at 1.
    /// Not measured: no symbol can be read that has one corner twenty times as far away as another.
    private static let minNearness = 0.05
    /// The same for points outside of the square, some of which lie on the horizon: only to keep numbers finite.
    private static let horizon = 1e-6

    /// Maps the square from 0 to 1 onto `quad`, (0, 0) to its top left; nil for corners of which three are on a line.
    ///
    /// Heckbert, Fundamentals of Texture Mapping and Image Warping, 1989, 2.2.3.
    package init?(onto quad: Quadrilateral) {
        let (p, q, r, s) = (quad.topLeft, quad.topRight, quad.bottomRight, quad.bottomLeft)
        let (dx1, dx2, sumX) = (q.x - r.x, s.x - r.x, p.x - q.x + r.x - s.x)
        let (dy1, dy2, sumY) = (q.y - r.y, s.y - r.y, p.y - q.y + r.y - s.y)
        let determinant = dx1 * dy2 - dx2 * dy1
        guard abs(determinant) > Self.nearlyZero else { return nil }
        g = (sumX * dy2 - dx2 * sumY) / determinant
        h = (dx1 * sumY - sumX * dy1) / determinant
        // The horizon must not cross the square.
        guard 1 + g > Self.minNearness, 1 + h > Self.minNearness, 1 + g + h > Self.minNearness else { return nil }
        (a, b, c) = (q.x - p.x + g * q.x, s.x - p.x + h * s.x, p.x)
        (d, e, f) = (q.y - p.y + g * q.y, s.y - p.y + h * s.y, p.y)
        guard [a, b, c, d, e, f, g, h].allSatisfy(\.isFinite) else { return nil }
    }

    /// Where (`u`, `v`) of the square's plane lies.
    @inline(__always)
    package func callAsFunction(_ u: Double, _ v: Double) -> Point {
        let w = 1 / max(Self.horizon, g * u + h * v + 1)
        return Point(x: (a * u + b * v + c) * w, y: (d * u + e * v + f) * w)
    }

    /// Where the square from (`low`, `low`) to (`high`, `high`) of the square's plane lies.
    func square(from low: Double, to high: Double) -> Quadrilateral {
        Quadrilateral(
            topLeft: self(low, low), topRight: self(high, low), bottomRight: self(high, high),
            bottomLeft: self(low, high))
    }
}

extension Quadrilateral {
    /// The first and the last step, in modules, of corners that are moved to where modules are sampled in their middles.
    /// Not measured: less than the half module that leads to a neighbour, and what no longer changes levels much.
    private static let moduleSteps = (first: 0.3, last: 0.05)

    /// This shape of modules of `module` pixels, moved by `moduleSteps` as long as `score` grows.
    func refined(module: Double, score: (Homography) -> Float) -> Quadrilateral {
        refined(step: Self.moduleSteps.first * module, last: Self.moduleSteps.last * module, score: score)
    }

    /// This shape with single corners, and all together, moved as long as `score` grows.
    ///
    /// - Parameters:
    ///   - step: pixels of the first moves; halved when none helps, until it is below `last`.
    ///   - score: what to make large.
    func refined(step: Double, last: Double, score: (Homography) -> Float) -> Quadrilateral {
        guard let start = Homography(onto: self) else { return self }
        var (best, highest, step) = (self, score(start), step)
        var sweeps = 0
        while step >= last && sweeps < Self.maxSweeps {
            var isBetter = false
            for corner in 0...4 {
                for (dx, dy) in [(step, 0), (-step, 0), (0, step), (0, -step)] {
                    let moved = best.moved(corner: corner, dx, dy)
                    guard let homography = Homography(onto: moved) else { continue }
                    let value = score(homography)
                    if value > highest { (best, highest, isBetter) = (moved, value, true) }
                }
            }
            if !isBetter { step /= 2 }
            sweeps += 1
        }
        return best
    }

    /// Not measured: a bound; each that helps moves a corner by a step, and steps are halved three times at most.
    private static let maxSweeps = 16

    /// With corner 0...3 moved, or for 4 all of them.
    private func moved(corner: Int, _ dx: Double, _ dy: Double) -> Quadrilateral {
        var result = self
        func move(_ p: inout Point) { p = Point(x: p.x + dx, y: p.y + dy) }
        if corner == 0 || corner == 4 { move(&result.topLeft) }
        if corner == 1 || corner == 4 { move(&result.topRight) }
        if corner == 2 || corner == 4 { move(&result.bottomRight) }
        if corner == 3 || corner == 4 { move(&result.bottomLeft) }
        return result
    }
}
