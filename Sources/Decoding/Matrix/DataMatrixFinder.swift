import Symbols

/// Two solid sides of a Data Matrix symbol that meet in a corner, as they lie in a picture.
struct DataMatrixCorner {
    /// Where both meet: the symbol's bottom left.
    var corner: Point
    /// The end of the bottom side.
    var right: Point
    /// The end of the left side.
    var top: Point
    var weight: Float
}

/// Finds the solid sides of Data Matrix symbols in candidate regions.
enum DataMatrixFinder {
    /// Edges looked at for each side of a region.
    private static let edgesPerSide = 3

    /// The corners that may be a symbol's, at most `most`, those with the longest sides first.
    static func corners(_ view: LumaView, _ region: MatrixRegion, isInverted: Bool, most: Int) -> [DataMatrixCorner] {
        let patch = EdgePatch(view, region, isInverted: isInverted)
        let edges = EdgePatch.Side.allCases.map { patch.edges(of: $0, most: edgesPerSide) }
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
        return Array(found.sorted { $0.weight > $1.weight }.prefix(most))
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
        // From the left side's end to the bottom side's it goes against the clock, but for mirrored symbols.
        let turn = (far.x - corner.x) * (farB.y - corner.y) - (far.y - corner.y) * (farB.x - corner.x)
        let (top, right) = turn > 0 ? (far, farB) : (farB, far)
        return DataMatrixCorner(corner: corner, right: right, top: top, weight: min(a.weight, b.weight))
    }
}
