import Symbols

/// Places of linear symbols: quadrilaterals whose top runs along the reading direction.
extension Quadrilateral {
    /// Whether both are parts of the same bars, one further along the bars than the other: the same width at the same
    /// position, with a gap of at most half a part's height. Equal labels one above the other lie further apart.
    func isStacked(with other: Quadrilateral) -> Bool {
        guard let axes else { return false }
        let (mine, others) = (extent(along: axes), other.extent(along: axes))
        let common = min(mine.right, others.right) - max(mine.left, others.left)
        let gap = max(mine.top, others.top) - min(mine.bottom, others.bottom)
        return common >= Self.sameWidth * max(mine.right - mine.left, others.right - others.left)
            && gap <= Self.maxGap * max(mine.bottom - mine.top, others.bottom - others.top)
    }

    /// Whether `other` lies along the same bars at one end of them, `part` as wide, with a gap of at most half this one's
    /// height or a fifth of its width.
    func holdsAtAnEnd(_ other: Quadrilateral, part: Double) -> Bool {
        guard let axes else { return false }
        let (mine, others) = (extent(along: axes), other.extent(along: axes))
        let (width, height) = (mine.right - mine.left, mine.bottom - mine.top)
        let gap = max(mine.top, others.top) - min(mine.bottom, others.bottom)
        // Along bars that are not quite upright the ends move.
        let ends = min(abs(others.left - mine.left), abs(others.right - mine.right))
        return abs((others.right - others.left) / width - part) <= Self.tolerance && ends <= Self.tolerance * width
            && gap <= max(Self.maxGap * height, Self.maxGapOfPart * width)
    }

    /// The corners around both parts of the same bars; where their widths differ much, the larger part alone.
    func covering(_ other: Quadrilateral) -> Quadrilateral {
        guard let axes else { return other }
        let (mine, others) = (extent(along: axes), other.extent(along: axes))
        let widths = (mine.right - mine.left, others.right - others.left)
        guard min(widths.0, widths.1) >= Self.sameWidth * max(widths.0, widths.1) else {
            return area >= other.area ? self : other
        }
        // The other may have been read against this one's direction.
        let turned = other.axes.map { $0.along.x * axes.along.x + $0.along.y * axes.along.y < 0 } ?? false
        let same =
            turned
            ? Quadrilateral(
                topLeft: other.bottomRight, topRight: other.bottomLeft, bottomRight: other.topLeft,
                bottomLeft: other.topRight) : other
        let upper = mine.top <= others.top ? self : same
        let lower = mine.bottom >= others.bottom ? self : same
        return Quadrilateral(
            topLeft: upper.topLeft, topRight: upper.topRight, bottomRight: lower.bottomRight,
            bottomLeft: lower.bottomLeft)
    }

    /// Two widths of which the smaller is this share of the larger are the same: engines mark ends to within a
    /// character.
    /// Not measured.
    private static let sameWidth = 0.8
    /// The gap between two parts of the same bars, as a share of the higher one's height.
    /// Not measured: less than the space between labels.
    private static let maxGap = 0.5
    /// The same as a share of the width, for places that are lines without height.
    /// Not measured: less than the usual height of bars.
    private static let maxGapOfPart = 0.2
    /// By how much a part's width, and its end, may be off, as a share of the whole width.
    /// Not measured: nearly ten of the 95 modules of an EAN-13.
    private static let tolerance = 0.1

    /// Whether the corners run counter-clockwise on the screen.
    var isCounterClockwise: Bool {
        let (dx, dy) = (bottomRight.x - topLeft.x, bottomRight.y - topLeft.y)
        return dx * (bottomLeft.y - topRight.y) - dy * (bottomLeft.x - topRight.x) < 0
    }

    private typealias Axes = (along: Point, across: Point)

    /// Unit vectors in reading direction and down the bars; nil for a place without width.
    private var axes: Axes? {
        let x = topRight.x - topLeft.x + bottomRight.x - bottomLeft.x
        let y = topRight.y - topLeft.y + bottomRight.y - bottomLeft.y
        let length = (x * x + y * y).squareRoot()
        guard length > 0 else { return nil }
        return (Point(x: x / length, y: y / length), Point(x: -y / length, y: x / length))
    }

    private func extent(along axes: Axes) -> (left: Double, right: Double, top: Double, bottom: Double) {
        var result = (left: Double.infinity, right: -Double.infinity, top: Double.infinity, bottom: -Double.infinity)
        for p in corners {
            let u = p.x * axes.along.x + p.y * axes.along.y
            let v = p.x * axes.across.x + p.y * axes.across.y
            result = (min(result.left, u), max(result.right, u), min(result.top, v), max(result.bottom, v))
        }
        return result
    }
}
