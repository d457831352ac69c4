import Symbols

/// Three finder patterns that may be the corners of one QR Code.
struct QRLayout {
    let topLeft: QRFinder
    let topRight: QRFinder
    let bottomLeft: QRFinder
    /// Modules along a side, estimated from the distances; not rounded to a version's.
    let side: Double
    /// How far it is from a square; 0 for a square.
    let misfit: Double

    /// Cosine of the angle between the sides, at most: tilted away, a right angle looks like 63° to 117°.
    /// Measured: 0.36 and 0.562 read as many.
    private static let maxCosine = 0.45

    /// Estimated modules along a side: those of versions 1, 21, and 40, 177 (ISO/IEC 18004), with an error of a fifth
    /// and an eighth.
    private static let sides = 17.0...200
    /// How much longer one side may seem than the other. Not measured: a slant, and the error of both estimates.
    private static let maxStretch = 1.35
    /// How much larger one finder pattern of a symbol may be than another.
    /// Not measured: a slant; more than `maxStretch`, as a pattern is smaller than a side.
    private static let maxRatio = 1.7
    /// Modules of a side that weigh as much as a misfit of 1.
    /// Not measured: twice the largest side, so that a misfit counts more.
    private static let sideScale = 400.0
    /// How far the fourth corner may be from that of a parallelogram, as a share of a side.
    /// Not measured: as much as `maxStretch` allows.
    private static let maxShift = 0.35
    /// The side in modules below which the nearest version is off by one at most, above by two.
    /// Not measured: version 3 has 29 modules.
    private static let smallSide = 30.0

    private init?(_ corner: QRFinder, _ a: QRFinder, _ b: QRFinder) {
        let (p, q, r) = (corner.center, a.center, b.center)
        let (first, second) = (q - p, r - p)
        let (long, wide) = (p.distance(to: q), p.distance(to: r))
        guard long > 0, wide > 0 else { return nil }
        let cosine = first.dot(second) / (long * wide)
        guard abs(cosine) < Self.maxCosine else { return nil }
        // Clockwise on the screen, as it is read; what is seen in a mirror is turned over later.
        let isClockwise = second.cross(first) > 0
        (topLeft, topRight, bottomLeft) = (corner, isClockwise ? a : b, isClockwise ? b : a)
        let sides = [(a, first, long), (b, second, wide)].map { finder, direction, length in
            let unit = direction / length
            return 7 + 2 * length / (corner.module(along: unit) + finder.module(along: unit))
        }
        let (shorter, longer) = (min(sides[0], sides[1]), max(sides[0], sides[1]))
        guard shorter > Self.sides.lowerBound, longer < Self.sides.upperBound, longer < Self.maxStretch * shorter else {
            return nil
        }
        side = (sides[0] + sides[1]) / 2
        misfit = abs(cosine) + (longer / shorter - 1) * 2
    }

    /// Corners of the same symbol are about as large.
    private static func areAlike(_ a: QRFinder, _ b: QRFinder) -> Bool {
        a.isInverted == b.isInverted && max(a.module, b.module) < maxRatio * min(a.module, b.module)
    }

    /// The triples of `finders` that may be a symbol, the squarest first.
    static func of(_ finders: [QRFinder], maxCount: Int) -> [QRLayout] {
        var result: [QRLayout] = []
        for i in finders.indices {
            for j in finders.indices where j > i && areAlike(finders[i], finders[j]) {
                for k in finders.indices
                where k > j && areAlike(finders[i], finders[k]) && areAlike(finders[j], finders[k]) {
                    let (a, b, c) = (finders[i], finders[j], finders[k])
                    result += [QRLayout(a, b, c), QRLayout(b, a, c), QRLayout(c, a, b)].compactMap { $0 }
                }
            }
        }
        // Of two squares the smaller is a symbol, the larger has its corners in several.
        return Array(
            result.sorted { $0.misfit + $0.side / sideScale < $1.misfit + $1.side / sideScale }.prefix(maxCount))
    }

    /// The sizes that `side` may be, the nearest first.
    var versions: [QRVersion] {
        let nearest = Int(((side - 17) / 4).rounded())
        let reach = side < Self.smallSide ? 1 : 2
        return ((nearest - reach)...(nearest + reach)).compactMap { QRVersion(number: $0) }
            .sorted { abs(Double($0.size) - side) < abs(Double($1.size) - side) }
    }

    /// The outer corners of the symbol: those of the finder patterns, and two guesses at the fourth. Where sides are
    /// long enough they meet there; opposite the first corner it lies in any case, about.
    var corners: [Quadrilateral] {
        let (p, q, r) = (topLeft.center, topRight.center, bottomLeft.center)
        // Away from the middle of the symbol, which is half-way between the far corners.
        func outer(_ finder: QRFinder, _ direction: Point) -> Point {
            finder.corners.corners.max { $0.dot(direction) < $1.dot(direction) }!
        }
        let (inward, across) = ((q + r) / 2 - p, q - r)
        let corner = outer(topLeft, -inward)
        let right = outer(topRight, across)
        let bottom = outer(bottomLeft, -across)
        // The inner corners of the outer sides.
        let rightInner = outer(topRight, inward)
        let bottomInner = outer(bottomLeft, inward)
        let parallel = right + bottom - corner
        let reach = corner.distance(to: right)
        var guesses = [parallel]
        if let side = Line(from: right, to: rightInner), let base = Line(from: bottom, to: bottomInner),
            let meeting = side.crossing(with: base), meeting.distance(to: parallel) < Self.maxShift * reach
        {
            guesses.append(meeting)
        }
        return guesses.map {
            Quadrilateral(topLeft: corner, topRight: right, bottomRight: $0, bottomLeft: bottom)
        }
    }
}
