import Symbols

/// Places of linear symbols: quadrilaterals whose top runs along the reading direction.
extension Quadrilateral {
    /// Whether both are parts of the same bars, one further along the bars than the other: the same width at the same
    /// position, with a gap of at most half a part's height. Equal labels one above the other lie further apart.
    func isStacked(with other: Quadrilateral) -> Bool {
        guard let direction else { return false }
        let (mine, others) = (extent(along: direction), other.extent(along: direction))
        let common = min(mine.right, others.right) - max(mine.left, others.left)
        let gap = max(mine.top, others.top) - min(mine.bottom, others.bottom)
        return common >= Self.sameWidth * max(mine.width, others.width)
            && gap <= Self.maxGap * max(mine.height, others.height)
    }

    /// Whether `other` lies along the same bars at one end of them, `part` as wide, with a gap of at most half this one's
    /// height or a fifth of its width.
    func holdsAtAnEnd(_ other: Quadrilateral, part: Double) -> Bool {
        guard let direction else { return false }
        let (mine, others) = (extent(along: direction), other.extent(along: direction))
        let gap = max(mine.top, others.top) - min(mine.bottom, others.bottom)
        // Along bars that are not quite upright the ends move.
        let ends = min(abs(others.left - mine.left), abs(others.right - mine.right))
        return abs(others.width / mine.width - part) <= Self.tolerance && ends <= Self.tolerance * mine.width
            && gap <= max(Self.maxGap * mine.height, Self.maxGapOfPart * mine.width)
    }

    /// The corners around both parts of the same bars; where their widths differ much, the larger part alone.
    func covering(_ other: Quadrilateral) -> Quadrilateral {
        guard let direction else { return other }
        let (mine, others) = (extent(along: direction), other.extent(along: direction))
        guard min(mine.width, others.width) >= Self.sameWidth * max(mine.width, others.width) else {
            return area >= other.area ? self : other
        }
        // The other may have been read against this one's direction.
        let isTurned = other.direction.map { $0.dot(direction) < 0 } ?? false
        let same = isTurned ? other.turned(by: 2) : other
        let upper = mine.top <= others.top ? self : same
        let lower = mine.bottom >= others.bottom ? self : same
        return Quadrilateral(
            topLeft: upper.topLeft, topRight: upper.topRight, bottomRight: lower.bottomRight,
            bottomLeft: lower.bottomLeft)
    }

    /// Two widths of which the smaller is this share of the larger are the same: engines mark ends to within a
    /// character.
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
    var isCounterClockwise: Bool { (bottomLeft - topRight).cross(bottomRight - topLeft) < 0 }

    /// The unit vector in reading direction; nil for a place without width.
    private var direction: Point? {
        let sum = topRight - topLeft + bottomRight - bottomLeft
        let length = sum.length
        return length > 0 ? sum / length : nil
    }

    private func extent(along direction: Point) -> Extent { Extent(of: corners, along: direction) }
}
