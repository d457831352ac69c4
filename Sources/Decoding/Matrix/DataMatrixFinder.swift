import Symbols

/// Two solid sides of a Data Matrix symbol that meet in a corner, in pixels of a picture.
struct DataMatrixCorner {
    /// Where both meet: the symbol's bottom left.
    var corner: Point
    /// The end of the bottom side.
    var right: Point
    /// The end of the left side.
    var top: Point
    var weight: Float

    /// Places along a side at which its edge is looked for. Measured: 19 and 30 read as many of the corpus's Aztec and
    /// Data Matrix.
    private static let samples = 24

    /// The same with its sides on the steepest edges in the picture, which are at most `reach` pixels away.
    fileprivate func refined(_ view: LumaView, isInverted: Bool, reach: Double) -> DataMatrixCorner {
        guard let left = edge(view, to: top, besides: right, isInverted, reach),
            let bottom = edge(view, to: right, besides: top, isInverted, reach),
            let meeting = left.crossing(with: bottom),
            meeting.distance(to: corner) < 3 * reach
        else { return self }
        var result = self
        result.corner = meeting
        result.top = left.nearest(to: top)
        result.right = bottom.nearest(to: right)
        return result
    }

    /// The line of the steepest edges along the side that ends at `end`; dark is where `inside` is.
    private func edge(
        _ view: LumaView, to end: Point, besides inside: Point, _ isInverted: Bool, _ reach: Double
    ) -> Line? {
        let (side, length) = (end - corner, corner.distance(to: end))
        var out = Point(x: -side.y / length, y: side.x / length)
        if out.x * (inside.x - corner.x) + out.y * (inside.y - corner.y) > 0 { out = Point(x: -out.x, y: -out.y) }
        let sign: Float = isInverted ? -1 : 1
        let points = (0..<Self.samples).compactMap { i -> Point? in
            let share = 0.04 + 0.92 * Double(i) / Double(Self.samples - 1)
            let middle = corner + Point(x: side.x * share, y: side.y * share)
            var (best, highest) = (middle, Float(2))
            for step in stride(from: -reach, through: reach, by: 0.5) {
                func level(_ off: Double) -> Float {
                    view.level(at: Point(x: middle.x + out.x * (step + off), y: middle.y + out.y * (step + off)))
                }
                let rise = sign * (level(0.7) - level(-0.7))
                if rise > highest {
                    (best, highest) = (Point(x: middle.x + out.x * step, y: middle.y + out.y * step), rise)
                }
            }
            return highest > 2 ? best : nil
        }
        guard points.count > Self.samples / 2 else { return nil }
        return Line(fitting: points)
    }
}

/// Finds the solid sides of Data Matrix symbols in candidate regions.
enum DataMatrixFinder {
    /// Edges looked at for each side of a region.
    /// Measured on the corpus's Aztec and Data Matrix: 2 reads 1 fewer, 4 reads as many.
    private static let edgesPerSide = 3

    /// The corners that may be a symbol's, at most `maxCount`, those with the longest sides first.
    static func corners(_ view: LumaView, _ region: MatrixRegion, isInverted: Bool, maxCount: Int) -> [DataMatrixCorner]
    {
        let patch = EdgePatch(view, region, isInverted: isInverted)
        let edges = EdgePatch.Side.allCases.map { patch.edges(of: $0, maxCount: edgesPerSide) }
        var found: [DataMatrixCorner] = []
        for upright in [EdgePatch.Side.left, .right] {
            for lying in [EdgePatch.Side.top, .bottom] {
                for a in edges[upright.rawValue] {
                    for b in edges[lying.rawValue] {
                        if let corner = corner(a, isAtStart: lying == .top, b, isAtStart: upright == .left) {
                            found.append(corner)
                        }
                    }
                }
            }
        }
        let best = found.map(\.weight).max() ?? 0
        // The solid sides are longer than anything else in a symbol.
        return found.filter { $0.weight > best * 0.6 }.sorted { $0.weight > $1.weight }.prefix(maxCount).map {
            $0.refined(view, isInverted: isInverted, reach: 2 * patch.scale)
        }
    }

    /// The corner of an upright and a lying edge, when it lies near the end of both where it must.
    private static func corner(
        _ a: EdgePatch.Edge, isAtStart aStart: Bool, _ b: EdgePatch.Edge, isAtStart bStart: Bool
    ) -> DataMatrixCorner? {
        let (near, far) = aStart ? (a.start, a.end) : (a.end, a.start)
        let (nearB, farB) = bStart ? (b.start, b.end) : (b.end, b.start)
        guard let first = Line(from: near, to: far), let second = Line(from: nearB, to: farB),
            let corner = first.crossing(with: second)
        else { return nil }
        let (lengthA, lengthB) = (corner.distance(to: far), corner.distance(to: farB))
        guard min(lengthA, lengthB) > 8, max(lengthA, lengthB) < 20 * min(lengthA, lengthB),
            corner.distance(to: near) < 0.2 * lengthA, corner.distance(to: nearB) < 0.2 * lengthB
        else { return nil }
        // The order of top, corner and right is counter-clockwise, except in mirrored symbols.
        let cross = (far.x - corner.x) * (farB.y - corner.y) - (far.y - corner.y) * (farB.x - corner.x)
        let (top, right) = cross > 0 ? (far, farB) : (farB, far)
        return DataMatrixCorner(corner: corner, right: right, top: top, weight: min(a.weight, b.weight))
    }
}
