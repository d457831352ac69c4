import Symbols

/// Which way a linear symbol is read in the frame, roughly.
enum ReadingDirection {
    case right, down, left, up

    var vector: Point {
        switch self {
        case .right: Point(x: 1, y: 0)
        case .down: Point(x: 0, y: 1)
        case .left: Point(x: -1, y: 0)
        case .up: Point(x: 0, y: -1)
        }
    }
}

/// The smallest rectangle around a cloud of points.
enum OrientedBox {
    /// The smallest rectangle around `points`, at least 2 pixels high and wide, its top left where reading in
    /// `direction` starts; nil without points.
    ///
    /// zbar marks a linear symbol by one point for each scan line that read it, where that line left the symbol:
    /// lines alternate in direction, so the points lie along the first and the last bar.
    static func enclosing(_ points: [Point], direction: ReadingDirection) -> Quadrilateral? {
        guard !points.isEmpty else { return nil }
        let (hull, wanted) = (convexHull(points), direction.vector)
        // A side of the smallest rectangle lies on a side of the hull (Freeman and Shapira, 1975).
        var best: (area: Double, axis: Point)?
        for i in hull.indices {
            let side = hull[(i + 1) % hull.count] - hull[i]
            let length = side.length
            guard length > 0 else { continue }
            let axis = side / length
            let size = Extent(of: hull, along: axis)
            let area = max(2, size.width) * max(2, size.height)
            if best.map({ area < $0.area }) ?? true { best = (area, axis) }
        }
        guard var axis = best?.axis else { return box(hull, axis: wanted) }
        // Of the rectangle's four directions, the one nearest to the reading direction.
        var nearest = -Double.infinity
        var turned = axis
        for _ in 0..<4 {
            turned = Point(x: -turned.y, y: turned.x)
            let agreement = turned.dot(wanted)
            if agreement > nearest + 1e-9 {
                nearest = agreement
                axis = turned
            }
        }
        return box(hull, axis: axis)
    }

    private static func box(_ points: [Point], axis: Point) -> Quadrilateral {
        var extent = Extent(of: points, along: axis)
        extent.widen(to: 2)
        return extent.corners
    }

    /// Andrew's monotone chain; without doubled points.
    private static func convexHull(_ points: [Point]) -> [Point] {
        let sorted = Set(points).sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        guard sorted.count > 2 else { return sorted }
        func half(_ points: some Sequence<Point>) -> [Point] {
            var chain: [Point] = []
            for p in points {
                while chain.count >= 2 {
                    let a = chain[chain.count - 2]
                    guard (p - a).cross(chain[chain.count - 1] - a) <= 0 else { break }
                    chain.removeLast()
                }
                chain.append(p)
            }
            chain.removeLast()
            return chain
        }
        return half(sorted) + half(sorted.reversed())
    }
}
