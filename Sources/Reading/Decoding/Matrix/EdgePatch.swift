import Symbols

/// A small upright picture of a candidate region, and the long straight edges in it.
struct EdgePatch {
    let columns: Int
    let rows: Int
    /// From pixels of the patch to the picture.
    private let toPicture: Affine
    /// Pixels of the picture in one of the patch.
    let scale: Double
    private var levels: [Float]
    /// What an edge of half the patch's contrast has.
    private var strong: Float = 1

    /// Pixels along the longer side, at most; a symbol's finder is thinner than a pixel in none that can be read.
    /// Measured: 88 and 138 read as many.
    private static let side = 110.0
    /// A patch is drawn this much larger than the picture, at most.
    /// Not measured: more adds nothing that interpolation knows.
    private static let largestScale = 2.0
    /// Pixels along the shorter side, at least. Not measured: less holds no symbol.
    private static let shortest = 8
    /// The part of the patch's contrast that counts as a strong edge between neighbouring pixels, and grey levels at least.
    /// Not measured: a little less than half, as an edge may fall between pixels.
    private static let shareOfContrast: Float = 0.4
    private static let minStrong: Float = 4
    /// How far an edge may slant across the patch, as a part of its length along it.
    /// Not measured: tan 22°, as regions are turned along their modules.
    private static let slant = (part: 2, of: 5)
    /// The edge that a line has on it, at least: parts of the patch, and of the line from its first to its last edge.
    private static let minEdge: (ofPatch: Float, ofLine: Float) = (0.15, 0.3)
    /// Lines whose ends are this many pixels apart together, or fewer, are one edge.
    /// Not measured: an edge blurred over three pixels at either end.
    private static let sameEdge = 6

    /// Marks pixels outside of the picture: no level is below 0.
    private static let outside: Float = -1

    /// The patch of `region` with a margin around it.
    init(_ view: LumaView, _ region: MatrixRegion) {
        let region = region.withMargin
        let (width, height) = (region.width, region.height)
        scale = 1 / min(Self.largestScale, Self.side / max(width, height))
        columns = max(Self.shortest, Int(width / scale))
        rows = max(Self.shortest, Int(height / scale))
        let (ux, uy) = (region.along.x * scale, region.along.y * scale)
        let mapping = Affine(a: ux, b: -uy, c: uy, d: ux)
            .mapping(Point(x: Double(columns) / 2, y: Double(rows) / 2), to: region.center)
        toPicture = mapping
        levels = []
        var paper: Float = 0
        levels.reserveCapacity(columns * rows)
        // A pixel of the patch that is larger than the picture's is the mean of four samples.
        let offsets = scale > 1 ? [0.25, 0.75] : [0.5]
        let share = 1 / Float(offsets.count * offsets.count)
        for row in 0..<rows {
            for column in 0..<columns {
                guard view.contains(mapping(Point(x: Double(column) + 0.5, y: Double(row) + 0.5))) else {
                    levels.append(Self.outside)
                    continue
                }
                var sum: Float = 0
                for dy in offsets {
                    for dx in offsets {
                        sum += view.level(at: mapping(Point(x: Double(column) + dx, y: Double(row) + dy)))
                    }
                }
                levels.append(sum * share)
                paper = max(paper, sum * share)
            }
        }
        // Behind the edge of the picture is paper, for symbols that fill it.
        for i in levels.indices where levels[i] == Self.outside { levels[i] = paper }
        strong = max(Self.minStrong, contrast() * Self.shareOfContrast)
    }

    /// How far the lightest tenth is above the darkest.
    private func contrast() -> Float {
        var counts = [Int](repeating: 0, count: 256)
        for level in levels { counts[Int(min(max(level, 0), 255))] += 1 }
        func level(below share: Int) -> Int {
            var sum = 0
            return counts.firstIndex {
                sum += $0
                return sum * 10 >= levels.count * share
            } ?? 255
        }
        return Float(level(below: 9) - level(below: 1))
    }

    /// Which side of a symbol an edge is.
    enum Side: Int, CaseIterable {
        case left, top, right, bottom
    }

    /// An edge with what is dark on one side, from where it begins to where it ends, in pixels of the picture.
    struct Edge {
        var start: Point
        var end: Point
        /// How long it is in patch pixels, gaps taken off.
        var weight: Float
    }

    /// The strongest edges that may be the `side` of a symbol, at most `maxCount`: from top to bottom or left to right.
    func edges(of side: Side, maxCount: Int) -> [Edge] {
        let isUpright = side == .left || side == .right
        // Columns across the edge, rows along it.
        let (across, along) = isUpright ? (columns, rows / 2) : (rows, columns / 2)
        let lines = EdgeLines(gradients(across: across, along: along, side: side), across: across, along: along)
        let slant = along * Self.slant.part / Self.slant.of
        var found: [EdgeLines.Run] = []
        for shift in stride(from: -slant, through: slant, by: 2) {
            lines.forEach(shift: shift) { run in
                if run.weight > Float(along) * Self.minEdge.ofPatch,
                    run.weight > Float(run.end - run.start) * Self.minEdge.ofLine
                {
                    found.append(run)
                }
            }
        }
        found.sort { $0.weight > $1.weight }
        var best: [EdgeLines.Run] = []
        for run in found where best.count < maxCount {
            if !best.contains(where: { abs($0.low - run.low) + abs($0.high - run.high) <= Self.sameEdge }) {
                best.append(run)
            }
        }
        return best.map { run in
            func point(_ i: Int) -> Point {
                let x = Double(run.low) + Double(run.high - run.low) * Double(i) / Double(along - 1) + 0.5
                let y = Double(2 * i) + 1
                return toPicture(isUpright ? Point(x: x, y: y) : Point(x: y, y: x))
            }
            return Edge(start: point(run.start), end: point(run.end), weight: run.weight)
        }
    }

    /// How fast it gets darker towards the inside, 0...1, transposed for edges that lie.
    private func gradients(across width: Int, along: Int, side: Side) -> [Float] {
        let isUpright = side == .left || side == .right
        let sign: Float = side == .left || side == .top ? 1 : -1
        var result = [Float](repeating: 0, count: width * along + EdgeLines.padding)
        for j in 0..<along {
            for i in 1..<(width - 1) {
                // Two pixels along the edge together: half the work, and less noise.
                let at = isUpright ? 2 * j * columns + i : i * columns + 2 * j
                let (across, along) = isUpright ? (1, columns) : (columns, 1)
                let before = levels[at - across] + levels[at - across + along]
                let after = levels[at + across] + levels[at + across + along]
                result[j * width + i] = min(max(sign * (before - after) / (2 * strong), 0), 1)
            }
        }
        return result
    }
}
