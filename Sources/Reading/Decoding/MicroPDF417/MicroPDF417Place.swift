import Symbols

/// Where a symbol may lie: a size, and corners in a picture.
struct MicroPDF417Place {
    let size: MicroPDF417Size
    let corners: Quadrilateral
    /// Other corners that may be its own: of few rows it is not known well how they are seen, and the left end of rows without a
    /// pattern there only from the width of modules at the other.
    private(set) var others: [Quadrilateral] = []
    /// The share of the size's rows that was found at both ends.
    let share: Double

    /// Columns at either end that are combined. Measured: 10 and 15 read as many.
    private static let maxColumns = 12
    /// The rows that must be found at either end, as a share of all. Measured: 0.24 and 0.375 read as many.
    private static let minShare = 0.3
    /// Of the patterns at an end, those that are of rows that the size has.
    /// Bars below a component of three rows may look like a fourth. Measured: 0.75 reads as many, 0.938 reads 1 fewer.
    private static let minAgreement = 0.6
    /// Of the patterns at an end, those that lie on a line. Not measured: a component of three rows with as many of bars below it.
    private static let minNear = 0.5
    /// Rows that have to be seen at a side. Geometry: a line through two of them shows nothing of a third.
    private static let minRows = 3
    /// How far off such a line a sighting may be: in modules along rows, and in rows across them.
    /// Not measured: a line of pixels says where a row is to within half of one; what is off by more is something else.
    private static let maxOff = (modules: 1.2, rows: 0.9)
    /// The width between two columns in modules, over that of the size: a symbol is seen at a slant.
    /// Measured: lower 0.64: as many, 1: 4 fewer; upper 1: 1 fewer, 1.56: as many.
    private static let widths = 0.8...1.25
    /// Rows of which the heights at both ends tell how a symbol is seen. Not measured: components of fewer are looked at upright.
    private static let rowsOfPerspective = 10
    /// The height of the rows at one end over that at the other.
    /// A slant at which one end is little more than half as high as the other. Measured: lower 0.44 or 0.688 as many; upper 1.44 or 2.25 as many.
    private static let heights = 0.55...1.8
    /// A row is two modules high or more; smaller where a symbol is seen at a slant, higher in none known.
    /// Measured: lower 0.72 or 1.12 as many; upper 12.8 or 20 as many.
    private static let rowHeights = 0.9...16.0

    /// The places of symbols of `sizes` that pairs of `columns` allow, the likeliest first.
    static func of(_ columns: [RowAddressColumn], sizes: [MicroPDF417Size], maxCount: Int) -> [MicroPDF417Place] {
        var places: [MicroPDF417Place] = []
        // The longest columns are the likeliest; more of them than these is a picture full of something else.
        let longest = columns.sorted { $0.height > $1.height }
        let (lefts, rights) = (longest.filter { !$0.side.isRight }, longest.filter(\.side.isRight))
        for left in lefts.prefix(maxColumns) {
            for right in rights.prefix(maxColumns) where left.side.isReversed == right.side.isReversed {
                let (a, b) = (left.sightings[0].start, right.sightings[0].start)
                guard left.side.isReversed ? b < a : a < b else { continue }
                for size in sizes where size.hasLeft {
                    if let place = MicroPDF417Place(size, left, right) { places.append(place) }
                }
            }
        }
        for right in rights.prefix(maxColumns) {
            for size in sizes where !size.hasLeft {
                if let place = MicroPDF417Place(size, right: right) { places.append(place) }
            }
        }
        return Array(places.sorted { $0.share > $1.share }.prefix(maxCount))
    }

    private init?(_ size: MicroPDF417Size, _ left: RowAddressColumn, _ right: RowAddressColumn) {
        // The cheap question first.
        let (first, last) = (left.sightings[0], right.sightings[0])
        let modules = abs(last.end - first.start) / ((first.module + last.module) / 2) / Double(size.modules - 1)
        guard (0.6...1.6).contains(modules),
            let start = Side(left, size, first: size.left, atEnd: false),
            let end = Side(right, size, first: size.right, atEnd: true)
        else { return nil }
        let middle = Double(size.rows) / 2
        let (from, to) = (start.place(at: middle), end.place(at: middle))
        let module = (start.module + end.module) / 2
        guard Self.widths.contains(from.distance(to: to) / module / Double(size.modules)),
            Self.heights.contains(start.step.y / end.step.y),
            Self.rowHeights.contains((abs(start.step.y) + abs(end.step.y)) / 2 / module)
        else { return nil }
        self.size = size
        share = min(start.share, end.share)
        let bottom = Double(size.rows)
        corners = Quadrilateral(
            topLeft: start.place(at: 0), topRight: end.place(at: 0), bottomRight: end.place(at: bottom),
            bottomLeft: start.place(at: bottom))
        // A little more height at one end than at the other means that modules get wider from there.
        guard size.rows < Self.rowsOfPerspective else { return }
        let down = (start.step + end.step) / 2 * middle
        others = [
            Quadrilateral(topLeft: from - down, topRight: to - down, bottomRight: to + down, bottomLeft: from + down)
        ]
    }

    /// A symbol whose rows begin without a pattern: as wide as the modules at its right end say.
    private init?(_ size: MicroPDF417Size, right: RowAddressColumn) {
        guard let end = Side(right, size, first: size.right, atEnd: true),
            Self.rowHeights.contains(abs(end.step.y) / end.module)
        else { return nil }
        self.size = size
        share = end.share
        let (top, bottom) = (end.place(at: 0), end.place(at: Double(size.rows)))
        // Rows run at right angles to the ends or, as components are looked at upright, along those of the picture.
        let across = end.step / end.step.length
        let square = Point(x: across.y, y: -across.x)
        let upright = Point(x: end.step.y < 0 ? -1 : 1, y: 0)
        let width = Double(size.modules) * end.module
        corners = Quadrilateral(
            topLeft: top - square * width, topRight: top, bottomRight: bottom, bottomLeft: bottom - square * width)
        let left = [square, upright].flatMap { row in
            Self.stretches.flatMap { stretch in
                Self.falls.map { top - row * (width * stretch) + end.step * $0 }
            }
        }
        others = left.map {
            Quadrilateral(topLeft: $0, topRight: top, bottomRight: bottom, bottomLeft: $0 + bottom - top)
        }
    }

    /// How much longer than expected rows may be whose left end shows no pattern, and by how many rows they may fall. Steps of a
    /// module and of half a row: what is nearest is fitted to the modules.
    private static let stretches = stride(from: 0.93, through: 1.071, by: 0.014)
    private static let falls = stride(from: -3.0, through: 3, by: 0.5)

    /// One end of a symbol: a straight line along which rows are equally high.
    private struct Side {
        private(set) var start = Point(x: 0, y: 0)
        /// From a row to the next.
        private(set) var step = Point(x: 0, y: 0)
        /// A module's width there.
        let module: Double
        /// The share of the size's rows that was found.
        private(set) var share = 0.0

        /// - Parameters:
        ///   - first: the number of the first row's pattern.
        ///   - atEnd: whether the line runs where the bar behind the patterns ends, or where they begin.
        init?(_ column: RowAddressColumn, _ size: MicroPDF417Size, first: Int, atEnd: Bool) {
            let all = column.sightings
            var places: [(row: Double, point: Point)] = []
            module = column.module
            var found = Set<Int>()
            for sighting in all {
                let row = (sighting.number - first + RowAddress.count) % RowAddress.count
                guard row < size.rows else { continue }
                found.insert(row)
                let bar = (sighting.end - sighting.start) / Double(RowAddress.modules)
                let x = atEnd ? sighting.end + bar : sighting.start
                places.append((Double(row) + 0.5, Point(x: x, y: sighting.y)))
            }
            let minCount = MicroPDF417Place.minAgreement * Double(all.count)
            guard Double(places.count) >= minCount,
                Double(found.count) >= MicroPDF417Place.minShare * Double(size.rows),
                found.count >= MicroPDF417Place.minRows, fit(places)
            else { return nil }
            // Bars below a symbol may look like its last pattern. What lies farthest off goes first.
            let fewest = Int(MicroPDF417Place.minNear * Double(all.count))
            while let far = places.indices.max(by: { off(places[$0]) < off(places[$1]) }), off(places[far]) > 1 {
                places.remove(at: far)
                guard places.count >= fewest, fit(places) else { return nil }
            }
            found = Set(places.map { Int($0.row) })
            guard found.count >= MicroPDF417Place.minRows else { return nil }
            share = Double(found.count) / Double(size.rows)
        }

        /// How far off the line a pattern of a row was seen; 1 is the most.
        private func off(_ seen: (row: Double, point: Point)) -> Double {
            let off = place(at: seen.row) - seen.point
            return max(
                abs(off.x) / (MicroPDF417Place.maxOff.modules * module),
                abs(off.y) / (MicroPDF417Place.maxOff.rows * abs(step.y)))
        }

        func place(at row: Double) -> Point { start + step * row }

        /// By least squares; false where all are of one row.
        private mutating func fit(_ places: [(row: Double, point: Point)]) -> Bool {
            let count = Double(places.count)
            let row = places.reduce(0) { $0 + $1.row } / count
            let mean = places.reduce(Point(x: 0, y: 0)) { $0 + $1.point } / count
            var (square, along) = (0.0, Point(x: 0, y: 0))
            for place in places {
                let off = place.row - row
                square += off * off
                along = along + (place.point - mean) * off
            }
            guard square > 0, along.y != 0 else { return false }
            step = along / square
            start = mean - step * row
            return true
        }
    }
}
