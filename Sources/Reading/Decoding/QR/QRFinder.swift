import Glibc
import Symbols

/// A finder pattern in a picture: the square of 7 × 7 modules at a corner of a QR Code.
struct QRFinder {
    /// The corners of the square, the first of them any.
    var corners: Quadrilateral
    /// Pixels a module, about.
    var module: Double
    /// Whether it is light on dark.
    var isInverted: Bool

    var center: Point { corners.center }

    /// How much the square looks like a finder pattern: 1 for one in black and white, 0 for no likeness.
    private(set) var likeness: Float

    /// The pattern around `center` of `module` pixels a module; nil when nothing there looks like one.
    ///
    /// Means over rings stay what they are in noise and blur that take every edge.
    init?(_ view: LumaView, around center: Point, module: Double, isInverted: Bool) {
        var (side, tilt, highest) = (0.0, 0.0, Self.minGuess)
        for scale in Self.scales {
            for step in 0..<Self.angles {
                let angle = Double.pi / 2 * Double(step) / Double(Self.angles)
                let value = Self.rings(view, center, module * scale, angle) * (isInverted ? -1 : 1)
                if value > highest { (side, tilt, highest) = (7 * module * scale, angle, value) }
            }
        }
        guard side > 0 else { return nil }
        corners = .square(about: center, side: side, angle: tilt)
        self.module = side / 7
        self.isInverted = isInverted
        likeness = highest
    }

    /// The same fitted to the picture exactly; nil when it is not a finder pattern.
    func refined(_ view: LumaView) -> QRFinder? {
        var result = self
        result.corners = corners.refined(step: module / Self.steps.first, last: module / Self.steps.last) {
            Self.rings($0, view, isInverted).difference
        }
        guard let homography = Homography(onto: result.corners) else { return nil }
        result.likeness = Self.rings(homography, view, isInverted).likeness
        let lengths = result.corners.sides
        guard result.likeness > Self.minLikeness, let shortest = lengths.min(), let longest = lengths.max(),
            shortest > Self.minSide, longest < Self.maxStretch * shortest
        else { return nil }
        result.module = lengths.reduce(0, +) / 28
        return result
    }

    /// Directions of a square that are tried: a right angle in steps of 15°. Measured: 5 and 8 read as many.
    private static let angles = 6
    /// Sizes that are tried, as parts of the one that was guessed.
    /// Not measured: between two of the sizes of `QRFinders`, about.
    private static let scales = [1, 0.82, 1.22]
    /// The first and the last step of corners that are moved, as parts of a module.
    /// Not measured: half a module, and what no longer changes levels much.
    private static let steps = (first: 2.0, last: 10.0)
    /// Pixels of the shortest side, at least. Not measured: a little less than one for each of seven modules.
    private static let minSide = 6.0
    /// How much longer one side may be than another. Not measured: more than any slant at which modules can be read.
    private static let maxStretch = 2.0
    /// How far the middles of two may lie apart that are one, in modules.
    /// Geometry: half of the dark middle, which is three modules wide.
    private static let sameFinder = 1.5
    /// The likeness that a first guess must have. Measured: 0.36 and 0.562 read as many.
    private static let minGuess: Float = 0.45
    /// The likeness of a finder pattern that was fitted. Measured: 0.48 and 0.75 read as many.
    private static let minLikeness: Float = 0.6

    /// The likeness of the square pattern around `center`, by the nearest pixels: for a first guess.
    private static func rings(_ view: LumaView, _ center: Point, _ module: Double, _ angle: Double) -> Float {
        let (dx, dy) = (Int(cos(angle) * module * 65536), Int(sin(angle) * module * 65536))
        let (x0, y0) = (Int(center.x * 65536), Int(center.y * 65536))
        var (light, dark, squares) = (0, 0, 0)
        for row in -4...4 {
            for column in -4...4 {
                let x = min(max((x0 + column * dx - row * dy) >> 16, 0), view.width - 1)
                let y = min(max((y0 + column * dy + row * dx) >> 16, 0), view.height - 1)
                // SAFETY: clamped to the view.
                let level = Int(view.base[y * view.rowStride + x])
                let ring = max(abs(row), abs(column))
                if ring == 2 || ring == 4 { light += level } else { dark += level }
                squares += level * level
            }
        }
        return likeness(light: Float(light), dark: Float(dark), squares: Float(squares)).likeness
    }

    /// Compares the light ring and the light around with the dark ring and the dark middle.
    private static func rings(
        _ homography: Homography, _ view: LumaView, _ isInverted: Bool
    ) -> (difference: Float, likeness: Float) {
        var (light, dark, squares) = (Float(0), Float(0), Float(0))
        for row in -4...4 {
            for column in -4...4 {
                let level = view.level(at: homography((Double(column) + 3.5) / 7, (Double(row) + 3.5) / 7))
                let ring = max(abs(row), abs(column))
                if ring == 2 || ring == 4 { light += level } else { dark += level }
                squares += level * level
            }
        }
        let found = likeness(light: light, dark: dark, squares: squares)
        return isInverted ? (-found.difference, -found.likeness) : found
    }

    /// From the sums over 16 + 32 light modules, over 24 + 9 dark ones, and of all squares.
    private static func likeness(light: Float, dark: Float, squares: Float) -> (difference: Float, likeness: Float) {
        let mean = (light + dark) / 81
        let deviation = max(1, squares / 81 - mean * mean).squareRoot()
        let difference = light / 48 - dark / 33
        return (difference, difference / (2 * deviation))
    }

    /// Whether `other` is this one found again.
    func isAlike(_ other: QRFinder) -> Bool {
        isInverted == other.isInverted
            && center.distance(to: other.center) < Self.sameFinder * max(module, other.module)
    }

    /// Pixels a module along `direction`, a unit vector: by the side nearest to that direction.
    func module(along direction: Point) -> Double {
        let sides = [(corners.topLeft, corners.topRight), (corners.topRight, corners.bottomRight)]
        let others = [(corners.bottomLeft, corners.bottomRight), (corners.topLeft, corners.bottomLeft)]
        let lengths = zip(sides, others).map { a, b in
            let side = (a.1 - a.0 + b.1 - b.0) / 2
            return (length: side.length, along: abs(side.dot(direction)))
        }
        let best = lengths.max { $0.along / max(1e-9, $0.length) < $1.along / max(1e-9, $1.length) }
        return (best?.length ?? 7 * module) / 7
    }
}

extension Quadrilateral {
    /// The square around `center`, turned by `angle`.
    fileprivate static func square(about center: Point, side: Double, angle: Double) -> Quadrilateral {
        let (x, y) = (cos(angle) * side / 2, sin(angle) * side / 2)
        return Quadrilateral(
            topLeft: Point(x: center.x - x + y, y: center.y - y - x),
            topRight: Point(x: center.x + x + y, y: center.y + y - x),
            bottomRight: Point(x: center.x + x - y, y: center.y + y + x),
            bottomLeft: Point(x: center.x - x - y, y: center.y - y + x))
    }
}
