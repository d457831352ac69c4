import Symbols

/// Dots that lie on a lattice, as those of a DotCode symbol do: every other place of a chessboard, about half of them filled.
struct DotLattice {
    /// A place: columns and rows of the chessboard from some dot of the lattice, which is at 0 of both.
    struct Place: Hashable {
        let x: Int
        let y: Int
    }

    let dots: [Place: Point]

    /// How far dots are apart that touch at a corner of their squares, in pixels.
    /// Not measured: nearer ones run into each other in a picture; those farther apart are found in one of half the size.
    static let pitches = 2.6...10.0
    /// How far from its place a dot may lie, as a share of the distance between dots.
    /// Not measured: less than half of the distance to a place that stays empty.
    private static let tolerance = 0.33
    /// The same around the dot that a lattice begins with, and how many of the eight places there must hold dots: two do, as they give the
    /// directions. Not measured: of textures few dots have as many.
    private static let toleranceOfFirst = 0.2
    private static let minimumAround = 4
    /// After how many dots a lattice is given up if they lie far from their places, as shares of `tolerance`: in textures two thirds.
    /// Not measured: noise of a camera moves dots of two pixels a module by a third.
    private static let (countToJudge, maximumOffset) = (20, 0.48)
    /// How alike two directions must be to span the lattice: their lengths, and how square they are (a cosine).
    /// Not measured: a symbol seen at 45° is narrower by 1.4; more would take two columns for one.
    private static let alike = (lengths: 1.38, cosine: 0.4)
    /// The part of a step by which what is known of the lattice's directions changes. Not measured.
    private static let following = 0.3
    /// Dots that neighbours lead to, at least, before others are looked for. Not measured: groups of fewer are not a symbol's largest.
    private static let minimumMet = 10
    /// Dots of a symbol of 5 × 16 places at least; half of the places.
    private static let minimumCount = 16
    /// Lattices of a picture at most. Not measured: a bound for textures.
    private static let maximumLattices = 12
    /// Dots from which a lattice is looked for, at most. Not measured: nearly every dot of a symbol leads to its lattice.
    private static let maximumStarts = 100

    /// The lattices of `dots`, which lie in a picture of the size given, the ones of most dots first.
    static func all(of dots: [Point], width: Int, height: Int) -> [DotLattice] {
        guard dots.count >= minimumCount else { return [] }
        let near = Neighbours(dots, width: width, height: height)
        var found: [DotLattice] = []
        var isKnown = [Bool](repeating: false, count: dots.count)
        // Short steps first: a dot that has no neighbours at its corners takes the dots beyond them for neighbours.
        let starts = dots.indices.compactMap { start in
            directions(at: start, dots, near).map { (start: start, steps: $0, length: $0.0.length + $0.1.length) }
        }.sorted { $0.length < $1.length }
        var tried = 0
        for (start, steps, _) in starts where !isKnown[start] {
            tried += 1
            if tried > maximumStarts { break }
            let places = grown(from: start, steps.0, steps.1, dots, near)
            guard places.count >= minimumCount else { continue }
            for (index, _) in places { isKnown[index] = true }
            found.append(
                DotLattice(dots: Dictionary(uniqueKeysWithValues: places.map { ($1, dots[$0]) })))
            if found.count == maximumLattices { break }
        }
        return found.sorted { $0.dots.count > $1.dots.count }
    }

    /// The steps from a dot to two neighbours that touch it at corners, square to each other; nil if there are none.
    private static func directions(at start: Int, _ dots: [Point], _ near: Neighbours) -> (Point, Point)? {
        let steps = near.within(pitches.upperBound, of: dots[start]).map { dots[$0] - dots[start] }
            .filter { $0.length >= pitches.lowerBound }
            .sorted { $0.length < $1.length }.prefix(8)
        for (index, along) in steps.enumerated() {
            for across in steps.dropFirst(index + 1) {
                guard across.length <= alike.lengths * along.length else { break }
                let cosine = along.dot(across) / (along.length * across.length)
                guard abs(cosine) <= alike.cosine, isSpanned(at: dots[start], along, across, near) else { continue }
                return along.cross(across) > 0 ? (along, across) : (across, along)
            }
        }
        return nil
    }

    /// Whether some places around a dot hold dots, and none is where a lattice has none.
    private static func isSpanned(at dot: Point, _ along: Point, _ across: Point, _ near: Neighbours) -> Bool {
        let reach = min(along.length, across.length) * toleranceOfFirst
        let empty = [(0.5, 0.5), (0.5, -0.5), (-0.5, 0.5), (-0.5, -0.5)]
        guard empty.allSatisfy({ near.nearest(to: dot + along * $0.0 + across * $0.1, within: reach) == nil }) else {
            return false
        }
        let filled = nearSteps.count {
            near.nearest(to: dot + along * Double($0.0) + across * Double($0.1), within: reach) != nil
        }
        return filled >= minimumAround
    }

    /// The dots that are met from one on in steps of the lattice, which change a little from dot to dot, and their places.
    private static func grown(
        from start: Int, _ along: Point, _ across: Point, _ dots: [Point], _ near: Neighbours
    ) -> [(Int, Place)] {
        var taken: [Int: Place] = [start: Place(x: 0, y: 0)]
        var isUsed: Set<Place> = [Place(x: 0, y: 0)]
        var met = [(index: start, along: along, across: across)]
        var offset = 0.0
        // All that neighbours lead to, then what lies beyond places without dots.
        for steps in [nearSteps, farSteps] where met.count >= minimumMet || steps.count == nearSteps.count {
            var next = 0
            while next < met.count {
                let (index, along, across) = met[next]
                next += 1
                let place = taken[index]!
                for (a, b) in steps {
                    // A step along is a column and a row, one across is a column and a row back.
                    let target = Place(x: place.x + a + b, y: place.y + a - b)
                    guard !isUsed.contains(target) else { continue }
                    let step = along * Double(a) + across * Double(b)
                    let reach = min(along.length, across.length) * tolerance
                    guard let other = near.nearest(to: dots[index] + step, within: reach), taken[other] == nil else {
                        continue
                    }
                    taken[other] = target
                    isUsed.insert(target)
                    let way = dots[other] - dots[index]
                    offset += (way - step).length / reach
                    if met.count == countToJudge, offset > maximumOffset * Double(met.count) { return [] }
                    met.append(
                        (
                            other, b == 0 ? along.part(following, to: way / Double(a)) : along,
                            a == 0 ? across.part(following, to: way / Double(b)) : across
                        ))
                }
            }
        }
        return taken.map { ($0.key, $0.value) }
    }

    private static let nearSteps = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)]
    /// Over up to two places without dots.
    private static let farSteps =
        nearSteps
        + (-3...3).flatMap { a in
            (-3...3).compactMap { b in max(abs(a), abs(b)) > 1 ? (a, b) : nil }
        }.sorted { max(abs($0.0), abs($0.1)) < max(abs($1.0), abs($1.1)) }
}

/// Points by the cells that they lie in.
private struct Neighbours {
    private static let cell = 8.0
    private let points: [Point]
    private let columns: Int
    private let rows: Int
    private var cells: [[Int32]]

    init(_ points: [Point], width: Int, height: Int) {
        self.points = points
        (columns, rows) = (width / Int(Self.cell) + 1, height / Int(Self.cell) + 1)
        cells = [[Int32]](repeating: [], count: columns * rows)
        for (index, point) in points.enumerated() { cells[cell(point.x, point.y)].append(Int32(index)) }
    }

    private func column(_ x: Double) -> Int { min(max(0, Int(x / Self.cell)), columns - 1) }
    private func row(_ y: Double) -> Int { min(max(0, Int(y / Self.cell)), rows - 1) }
    private func cell(_ x: Double, _ y: Double) -> Int { row(y) * columns + column(x) }

    func within(_ reach: Double, of point: Point) -> [Int] {
        var found: [Int] = []
        visit(reach, around: point) { index, distance in if distance > 0 { found.append(index) } }
        return found
    }

    func nearest(to point: Point, within reach: Double) -> Int? {
        var best: (index: Int, distance: Double)?
        visit(reach, around: point) { if $1 < best?.distance ?? .infinity { best = ($0, $1) } }
        return best?.index
    }

    private func visit(_ reach: Double, around point: Point, _ body: (Int, Double) -> Void) {
        for row in row(point.y - reach)...row(point.y + reach) {
            for column in column(point.x - reach)...column(point.x + reach) {
                for index in cells[row * columns + column] {
                    let distance = points[Int(index)].distance(to: point)
                    if distance <= reach { body(Int(index), distance) }
                }
            }
        }
    }
}
