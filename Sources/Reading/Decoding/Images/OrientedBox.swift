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
        guard let first = points.first else { return nil }
        let hull = convexHull(points)
        let wanted = direction.vector
        guard hull.count >= 2 else { return box(hull, axis: wanted) ?? box([first], axis: wanted) }

        // A side of the smallest rectangle lies on a side of the hull (Freeman and Shapira, 1975).
        var best: (area: Double, axis: Point)?
        for i in hull.indices {
            let a = hull[i]
            let b = hull[(i + 1) % hull.count]
            let length = a.distance(to: b)
            guard length > 0 else { continue }
            let axis = Point(x: (b.x - a.x) / length, y: (b.y - a.y) / length)
            let size = extent(of: hull, axis: axis)
            let area = max(2, size.along.upper - size.along.lower) * max(2, size.across.upper - size.across.lower)
            if best.map({ area < $0.area }) ?? true { best = (area, axis) }
        }
        guard var axis = best?.axis else { return box(hull, axis: wanted) }
        // Of the rectangle's four directions, the one nearest to the reading direction.
        var nearest = -Double.infinity
        var turned = axis
        for _ in 0..<4 {
            turned = Point(x: -turned.y, y: turned.x)
            let agreement = turned.x * wanted.x + turned.y * wanted.y
            if agreement > nearest + 1e-9 {
                nearest = agreement
                axis = turned
            }
        }
        return box(hull, axis: axis)
    }

    private typealias Range = (lower: Double, upper: Double)

    private static func extent(of points: [Point], axis: Point) -> (along: Range, across: Range) {
        var along: Range = (.infinity, -.infinity)
        var across: Range = (.infinity, -.infinity)
        for p in points {
            let u = p.x * axis.x + p.y * axis.y
            let v = -p.x * axis.y + p.y * axis.x
            along = (min(along.lower, u), max(along.upper, u))
            across = (min(across.lower, v), max(across.upper, v))
        }
        return (along, across)
    }

    private static func box(_ points: [Point], axis: Point) -> Quadrilateral? {
        guard !points.isEmpty else { return nil }
        var (along, across) = extent(of: points, axis: axis)
        func widened(_ range: Range) -> Range {
            let missing = max(0, 2 - (range.upper - range.lower)) / 2
            return (range.lower - missing, range.upper + missing)
        }
        along = widened(along)
        across = widened(across)
        func corner(_ u: Double, _ v: Double) -> Point {
            Point(x: u * axis.x - v * axis.y, y: u * axis.y + v * axis.x)
        }
        return Quadrilateral(
            topLeft: corner(along.lower, across.lower), topRight: corner(along.upper, across.lower),
            bottomRight: corner(along.upper, across.upper), bottomLeft: corner(along.lower, across.upper))
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
                    let b = chain[chain.count - 1]
                    guard (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) <= 0 else { break }
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
