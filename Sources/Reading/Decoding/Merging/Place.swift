import Symbols

/// Where a symbol is, as an upright rectangle: good enough to decide whether two readings are of one place.
struct Place {
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double

    init(_ corners: Quadrilateral) {
        let (a, b, c, d) = (corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft)
        left = min(min(a.x, b.x), min(c.x, d.x))
        right = max(max(a.x, b.x), max(c.x, d.x))
        top = min(min(a.y, b.y), min(c.y, d.y))
        bottom = max(max(a.y, b.y), max(c.y, d.y))
    }

    var area: Double { max(0, right - left) * max(0, bottom - top) }

    /// Linear readings are often a single scan line: grown, they have an area to compare.
    func grown(by margin: Double) -> Place {
        var result = self
        result.left -= margin
        result.right += margin
        result.top -= margin
        result.bottom += margin
        return result
    }

    func intersection(_ other: Place) -> Double {
        max(0, min(right, other.right) - max(left, other.left))
            * max(0, min(bottom, other.bottom) - max(top, other.top))
    }

    /// Pixels by which places are grown before they are compared: scan lines have no area.
    static let margin = 4.0

    /// How much of the smaller of the two lies in the other, 0...1, both grown by `margin`.
    func overlap(_ other: Place) -> Double {
        let (a, b) = (grown(by: Self.margin), other.grown(by: Self.margin))
        return a.intersection(b) / min(a.area, b.area)
    }

    /// How much of this lies in `other`, 0...1, both grown by `margin`.
    func share(in other: Place) -> Double {
        let (a, b) = (grown(by: Self.margin), other.grown(by: Self.margin))
        return a.intersection(b) / a.area
    }

    /// The area of the intersection over that of the union, 0...1.
    func likeness(_ other: Place) -> Double {
        let common = intersection(other)
        return common == 0 ? 0 : common / (area + other.area - common)
    }
}
