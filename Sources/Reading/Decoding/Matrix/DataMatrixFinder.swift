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

    /// Places along a side at which its edge is looked for. Measured: 19 and 30 read as many.
    private static let samples = 24
    /// Where the first of them is, and how far it is to the last, as shares of the side: not at its ends, where other
    /// edges begin.
    private static let part = (first: 0.04, length: 0.92)
    /// Pixels from one place across the side to the next. Not measured: finer ones are interpolated.
    private static let step = 0.5
    /// Pixels to either side of such a place whose levels are compared.
    /// Not measured: an edge between two pixels is steepest there.
    private static let across = 0.7
    /// Grey levels that an edge must rise by between them. Not measured: less is noise.
    private static let minRise: Float = 2
    /// How much farther than an edge the corner may move. Not measured: where sides slant it moves more than they do.
    private static let reachOfCorner = 3.0

    /// The same with its sides on the steepest edges in the picture, which are at most `reach` pixels away.
    fileprivate func refined(_ view: LumaView, reach: Double) -> DataMatrixCorner {
        guard let left = edge(view, to: top, besides: right, reach),
            let bottom = edge(view, to: right, besides: top, reach),
            let meeting = left.crossing(with: bottom),
            meeting.distance(to: corner) < Self.reachOfCorner * reach
        else { return self }
        var result = self
        result.corner = meeting
        result.top = left.nearest(to: top)
        result.right = bottom.nearest(to: right)
        return result
    }

    /// The line of the steepest edges along the side that ends at `end`; dark is where `inside` is.
    private func edge(_ view: LumaView, to end: Point, besides inside: Point, _ reach: Double) -> Line? {
        let (side, length) = (end - corner, corner.distance(to: end))
        var out = Point(x: -side.y / length, y: side.x / length)
        if out.dot(inside - corner) > 0 { out = -out }
        let points = (0..<Self.samples).compactMap { i -> Point? in
            let share = Self.part.first + Self.part.length * Double(i) / Double(Self.samples - 1)
            let middle = corner + side * share
            var (best, highest) = (middle, Self.minRise)
            for step in stride(from: -reach, through: reach, by: Self.step) {
                func level(_ off: Double) -> Float {
                    view.level(at: Point(x: middle.x + out.x * (step + off), y: middle.y + out.y * (step + off)))
                }
                let rise = level(Self.across) - level(-Self.across)
                if rise > highest { (best, highest) = (middle + out * step, rise) }
            }
            return highest > Self.minRise ? best : nil
        }
        guard points.count > Self.samples / 2 else { return nil }
        return Line(fitting: points)
    }
}

/// Finds the solid sides of Data Matrix symbols in candidate regions.
enum DataMatrixFinder {
    /// Edges looked at for each side of a region. Measured: 2 reads 1 fewer, 4 reads as many.
    private static let edgesPerSide = 3
    /// The part of the longest corner's weight that another must have: the solid sides are longer than anything else in a
    /// symbol.
    private static let minWeight: Float = 0.6
    /// How far the sides of the patch may lie off those in the picture, in pixels of the patch.
    private static let pixelsOfReach = 2.0
    /// Pixels of a side, at least. Not measured: a pixel for each of the fewest modules, 8 (ISO/IEC 16022, table 7).
    private static let minLength = 8.0
    /// The longer side, in shorter ones, at most.
    /// Not measured: more than any symbol and slant, as the sizes and the alternating sides say more.
    private static let maxRatio = 20.0
    /// How far an edge may begin from the corner, as a part of the side.
    /// Not measured: dirt or blur may take the corner.
    private static let maxGap = 0.2

    /// The corners that may be a symbol's, at most `maxCount`, those with the longest sides first.
    static func corners(_ view: LumaView, _ region: MatrixRegion, maxCount: Int) -> [DataMatrixCorner] {
        let patch = EdgePatch(view, region)
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
        return found.filter { $0.weight > best * minWeight }.sorted { $0.weight > $1.weight }.prefix(maxCount).map {
            $0.refined(view, reach: pixelsOfReach * patch.scale)
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
        guard min(lengthA, lengthB) > minLength, max(lengthA, lengthB) < maxRatio * min(lengthA, lengthB),
            corner.distance(to: near) < maxGap * lengthA, corner.distance(to: nearB) < maxGap * lengthB
        else { return nil }
        // The order of top, corner and right is counter-clockwise, except in mirrored symbols.
        let (top, right) = (farB - corner).cross(far - corner) > 0 ? (far, farB) : (farB, far)
        return DataMatrixCorner(corner: corner, right: right, top: top, weight: min(a.weight, b.weight))
    }
}
