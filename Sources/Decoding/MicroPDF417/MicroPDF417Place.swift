import Symbols

/// Where a symbol lies, from the rows of it that were found.
struct MicroPDF417Place {
    let size: MicroPDF417Size
    let corners: Quadrilateral
    /// How many found rows lie where they should.
    let support: Int

    /// How far a found row may lie from where the others say, in rows: it is known to within half of one, and a line
    /// that runs from row to row is known by less.
    private static let mostRowsOff = 1.0
    /// The same along the row, in modules.
    private static let mostModulesOff = 1.5
    /// Pairs of found rows that are tried.
    private static let mostPairs = 60
    /// A row is two modules high or more; smaller where a symbol is seen at a slant, higher in none known.
    private static let rowHeights = 0.9...16.0

    /// The place that most rows of `group` agree on; nil when these are too few, or no symbol's.
    init?(_ group: MicroPDF417RowFinder.Group) {
        let (size, rows) = (group.size, group.rows)
        guard Self.distinct(rows) >= Self.leastRows(of: size) else { return nil }
        // Rows far apart say more about the place than neighbours do.
        var best: [MicroPDF417RowFinder.Row] = []
        var tried = 0
        for gap in [2, 4, 8].map({ max(1, rows.count / $0) }) {
            let step = max(1, rows.count * 3 / Self.mostPairs)
            for first in stride(from: 0, to: rows.count - gap, by: step) where tried < Self.mostPairs {
                tried += 1
                guard let sides = Sides([rows[first], rows[first + gap]], size, isReversed: group.isReversed) else {
                    continue
                }
                let agreeing = rows.filter(sides.holds)
                if agreeing.count > best.count { best = agreeing }
            }
        }
        guard Self.distinct(best) >= Self.leastRows(of: size),
            let sides = Sides(best, size, isReversed: group.isReversed)
        else { return nil }
        (self.size, corners, support) = (size, sides.corners, best.count)
    }

    /// Rows that must be found: a third, and three at least.
    private static func leastRows(of size: MicroPDF417Size) -> Int { max(3, size.rows / 3) }

    private static func distinct(_ rows: [MicroPDF417RowFinder.Row]) -> Int { Set(rows.map(\.left)).count }

    /// The straight sides of a symbol, along which rows are equally high.
    private struct Sides {
        private let left: Side
        private let right: Side
        private let size: MicroPDF417Size
        private let module: Double
        private let rowHeight: Double

        init?(_ rows: [MicroPDF417RowFinder.Row], _ size: MicroPDF417Size, isReversed: Bool) {
            guard let left = Side(rows.map { (Double($0.left) + 0.5, $0.start) }),
                let right = Side(rows.map { (Double($0.right) + 0.5, $0.end) })
            else { return nil }
            (self.left, self.right, self.size) = (left, right, size)
            let height = Double(size.rows)
            module = left.place(at: height / 2).distance(to: right.place(at: height / 2)) / Double(size.modules)
            rowHeight = (left.step.y + right.step.y) / 2 * (isReversed ? -1 : 1)
            guard module > 0, MicroPDF417Place.rowHeights.contains(rowHeight / module) else { return nil }
        }

        var corners: Quadrilateral {
            let end = Double(size.rows)
            return Quadrilateral(
                topLeft: left.place(at: 0), topRight: right.place(at: 0), bottomRight: right.place(at: end),
                bottomLeft: left.place(at: end))
        }

        func holds(_ row: MicroPDF417RowFinder.Row) -> Bool {
            func isNear(_ side: Side, _ number: Int, _ point: Point) -> Bool {
                let place = side.place(at: Double(number) + 0.5)
                return abs(place.x - point.x) <= MicroPDF417Place.mostModulesOff * module
                    && abs(place.y - point.y) <= MicroPDF417Place.mostRowsOff * rowHeight
            }
            return isNear(left, row.left, row.start) && isNear(right, row.right, row.end)
        }
    }

    /// A straight line through places of rows, fitted by least squares.
    private struct Side {
        let start: Point
        /// From a row to the next.
        let step: Point

        init?(_ places: [(row: Double, point: Point)]) {
            let count = Double(places.count)
            let row = places.reduce(0) { $0 + $1.row } / count
            let x = places.reduce(0) { $0 + $1.point.x } / count
            let y = places.reduce(0) { $0 + $1.point.y } / count
            var (square, alongX, alongY) = (0.0, 0.0, 0.0)
            for place in places {
                let off = place.row - row
                square += off * off
                alongX += off * (place.point.x - x)
                alongY += off * (place.point.y - y)
            }
            guard square > 0 else { return nil }
            step = Point(x: alongX / square, y: alongY / square)
            start = Point(x: x - row * step.x, y: y - row * step.y)
        }

        func place(at row: Double) -> Point { Point(x: start.x + row * step.x, y: start.y + row * step.y) }
    }
}
