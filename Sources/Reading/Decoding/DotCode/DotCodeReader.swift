import Symbols

/// Reads the DotCode symbol whose dots lie on a lattice.
struct DotCodeReader {
    private typealias Place = DotLattice.Place

    private let fit: LatticeFit
    /// Columns and rows that hold dots.
    private let columns: ClosedRange<Int>
    private let rows: ClosedRange<Int>
    /// How many dots there are in each column and each row.
    private let counts: (columns: [Int], rows: [Int])
    /// How dark the places of `columns` and `rows` and of a line around them are, row by row: 0 for as light as what is around it, to 1
    /// for most dots. Those that are never filled are 0.
    private let darkness: [Float]

    /// How far from the fitted place a dot may lie, in columns, to count as the symbol's. Not measured: half of the way to the next.
    private static let maximumOffset = 0.7
    /// How often the lattice is fitted, each time to the dots that lie near the fit before.
    private static let fits = 3
    /// The share of places that are filled, at least. Five of nine are, and a part of them may not be seen.
    private static let minimumFilling = 0.3
    /// A line at the edge that holds fewer of its places than one in this many may be dirt. Not measured.
    private static let sparse = 6
    /// By how many lines an outline may differ from that of the dots. Not measured: a speck of dirt at two sides.
    private static let maximumChanges = 2

    /// - Parameter isLight: whether the dots are lighter than what is around them.
    /// - Returns: nil if the dots do not lie on a lattice that was seen from some side.
    init?(_ lattice: DotLattice, in picture: DotPicture, isLight: Bool) {
        var dots = lattice.dots.map { (place: $0.key, point: $0.value) }
        var fit: LatticeFit?
        for _ in 0..<Self.fits {
            guard let next = LatticeFit(dots.map { ((Double($0.place.x), Double($0.place.y)), $0.point) }) else {
                return nil
            }
            fit = next
            dots = dots.filter { dot in
                let (x, y) = (Double(dot.place.x), Double(dot.place.y))
                let place = next(x, y)
                return place.distance(to: dot.point) <= Self.maximumOffset * place.distance(to: next(x + 1, y))
            }
        }
        guard let fit, let first = dots.first else { return nil }
        var (left, right, top, bottom) = (first.place.x, first.place.x, first.place.y, first.place.y)
        for (place, _) in dots {
            (left, right) = (min(left, place.x), max(right, place.x))
            (top, bottom) = (min(top, place.y), max(bottom, place.y))
        }
        let (width, height) = (right - left + 1, bottom - top + 1)
        guard max(width, height) <= DotCodeSymbol.sides.upperBound,
            min(width, height) >= DotCodeSymbol.sides.lowerBound - 1,
            Double(dots.count) >= Self.minimumFilling * Double(width * height / 2)
        else { return nil }
        (self.fit, columns, rows) = (fit, left...right, top...bottom)
        var counts = (columns: [Int](repeating: 0, count: width), rows: [Int](repeating: 0, count: height))
        for (place, _) in dots {
            counts.columns[place.x - left] += 1
            counts.rows[place.y - top] += 1
        }
        self.counts = counts
        let offsets = Dictionary(
            uniqueKeysWithValues: dots.map { ($0.place, $0.point - fit(Double($0.place.x), Double($0.place.y))) })
        func difference(_ place: Place) -> Float {
            let difference = Self.difference(at: place, picture, fit, Self.offset(at: place, offsets))
            return isLight ? -difference : difference
        }
        let differences = dots.map { difference($0.place) }.sorted()
        let contrast = differences[differences.count / 2]
        guard contrast > 0 else { return nil }
        var darkness: [Float] = []
        darkness.reserveCapacity((width + 2) * (height + 2))
        for y in top - 1...bottom + 1 {
            for x in left - 1...right + 1 {
                darkness.append((x + y).isMultiple(of: 2) ? difference(Place(x: x, y: y)) / contrast : 0)
            }
        }
        self.darkness = darkness
    }

    /// The symbol, its corners in pixels of the picture.
    func symbol() -> RawSymbol? {
        for (columns, rows) in outlines {
            guard let symbol = symbol(columns, rows) else { continue }
            return symbol
        }
        return nil
    }

    /// What may be the columns and rows of the symbol, the likeliest first. Their numbers are an odd and an even one.
    private var outlines: [(ClosedRange<Int>, ClosedRange<Int>)] {
        func choices(_ range: ClosedRange<Int>, _ counts: [Int], places: Int) -> [(
            range: ClosedRange<Int>, changes: Int
        )] {
            func isSparse(_ count: Int) -> Bool { count <= max(1, places / 2 / Self.sparse) }
            guard range.count > DotCodeSymbol.sides.lowerBound + 2 else { return [(range, 0)] }
            let starts = [0] + (isSparse(counts[0]) ? [1] : []) + [-1]
            let ends = [0] + (isSparse(counts[counts.count - 1]) ? [-1] : []) + [1]
            return starts.flatMap { start in
                ends.map { end in (range.lowerBound + start...range.upperBound + end, abs(start) + abs(end)) }
            }
        }
        let wide = choices(columns, counts.columns, places: rows.count)
        let high = choices(rows, counts.rows, places: columns.count)
        var found: [(columns: ClosedRange<Int>, rows: ClosedRange<Int>, changes: Int)] = []
        for wide in wide {
            for high in high where (wide.range.count + high.range.count) % 2 == 1 {
                let changes = wide.changes + high.changes
                if changes <= Self.maximumChanges { found.append((wide.range, high.range, changes)) }
            }
        }
        return found.sorted { $0.changes < $1.changes }.map { ($0.columns, $0.rows) }
    }

    /// The symbol that fills `columns` and `rows`, seen from either side.
    private func symbol(_ columns: ClosedRange<Int>, _ rows: ClosedRange<Int>) -> RawSymbol? {
        let (width, height) = (columns.count, rows.count)
        // Two corners of a side of odd length are places of dots.
        let isAtStart = (columns.lowerBound + rows.lowerBound).isMultiple(of: 2)
        let isAlongRows = height % 2 == 1
        for isMirrored in [false, true] {
            // From columns and rows of the symbol, which run from that side, to the lattice's.
            func place(_ column: Double, _ row: Double) -> (x: Double, y: Double) {
                let across = isAtStart ? column : Double((isAlongRows ? width : height) - 1) - column
                let last = Double((isAlongRows ? height : width) - 1)
                let isReversed = isAlongRows == isAtStart
                let along = isReversed == isMirrored ? row : last - row
                return isAlongRows
                    ? (Double(columns.lowerBound) + across, Double(rows.lowerBound) + along)
                    : (Double(columns.lowerBound) + along, Double(rows.lowerBound) + across)
            }
            let (across, along) = isAlongRows ? (width, height) : (height, width)
            let content = DotCodeSymbol.content(columns: across, rows: along) { column, row in
                let (x, y) = place(Double(column), Double(row))
                return darkness(x: Int(x), y: Int(y))
            }
            guard let content else { continue }
            let (end, top) = (Double(across) - 0.5, Double(along) - 0.5)
            // Turned by a quarter a symbol says the same: its upper side is one of the longer ones.
            let upright = [(-0.5, top), (end, top), (end, -0.5), (-0.5, -0.5)]
            let corners = (across > along ? upright : [upright[3], upright[0], upright[1], upright[2]]).map {
                let (x, y) = place($0.0, $0.1)
                return fit(x, y)
            }
            return RawSymbol(.dotCode, content, corners: Quadrilateral(corners))
        }
        return nil
    }

    /// How dark a place in `columns`, `rows` or a line around them is.
    private func darkness(x: Int, y: Int) -> Float {
        darkness[(y - rows.lowerBound + 1) * (columns.count + 2) + x - columns.lowerBound + 1]
    }

    /// By how many grey levels a place is darker than the four places beside it, which are never filled.
    private static func difference(at place: Place, _ picture: DotPicture, _ fit: LatticeFit, _ offset: Point) -> Float
    {
        func level(_ dx: Int, _ dy: Int) -> Float {
            picture.level(at: fit(Double(place.x + dx), Double(place.y + dy)) + offset)
        }
        return (level(1, 0) + level(-1, 0) + level(0, 1) + level(0, -1)) / 4 - level(0, 0)
    }

    /// How far a place lies from where it is fitted to: as its dot does, or the dots beside it.
    private static func offset(at place: Place, _ offsets: [Place: Point]) -> Point {
        if let own = offsets[place] { return own }
        let beside = [(1, 1), (1, -1), (-1, 1), (-1, -1), (2, 0), (-2, 0), (0, 2), (0, -2)].compactMap {
            offsets[Place(x: place.x + $0.0, y: place.y + $0.1)]
        }
        return beside.isEmpty ? Point(x: 0, y: 0) : beside.reduce(Point(x: 0, y: 0), +) / Double(beside.count)
    }
}
