import Symbols

/// Linear symbols of a sheet: read along its rows, turned upright.
extension SymbolReader {
    /// Rows of a strip, and how many of them two strips share, in pixels of the sheet.
    /// Not measured: a strip is six of the overlaps, so that a sixth is looked at twice.
    private static let stripHeight = 288
    /// Bars of 48 rows and fewer lie in one strip entirely.
    private static let stripOverlap = 48
    /// Rows that are averaged to one: noise averages out, and lines are the same along the bars.
    /// Not measured: labels of a sheet are a dozen rows high and more.
    private static let rowsPerMean = 3
    /// Pixels beyond the bars at both ends, for quiet zones.
    /// Not measured: four cells of 8 pixels, as much as `Rectification` adds to a candidate in all.
    private static let quiet = 32.0

    /// Looks along the rows of what is unread, turned so that bars stand upright.
    ///
    /// - Parameter first: the strip to begin with; the first one follows the last.
    /// - Returns: how many strips there are.
    @discardableResult
    func lookAlongRows(
        _ unread: UnreadPlaces, _ work: inout Work, from first: Int, _ limits: SheetLimits, by kind: ReaderKind
    ) -> Int {
        var strips: [(direction: Point, left: Double, top: Double, width: Int, height: Int)] = []
        for direction in unread.directions() {
            guard let extent = unread.extent(along: direction) else { continue }
            let width = Int(extent.along.upperBound - extent.along.lowerBound + 2 * Self.quiet)
            var top = extent.across.lowerBound
            repeat {
                let height = min(Self.stripHeight, Int(extent.across.upperBound - top))
                if height >= 2 * Self.rowsPerMean {
                    strips.append((direction, extent.along.lowerBound - Self.quiet, top, width, height))
                }
                top += Double(Self.stripHeight - Self.stripOverlap)
            } while top + Double(Self.stripOverlap) < extent.across.upperBound
        }
        for i in 0..<min(strips.count, limits.maxStrips) {
            guard i == 0 || !limits.isOver else { break }
            let strip = strips[(first + i) % strips.count]
            let d = strip.direction
            let mapping = Affine(
                a: d.x, b: -d.y, c: d.y, d: d.x, dx: d.x * strip.left - d.y * strip.top,
                dy: d.y * strip.left + d.x * strip.top)
            let upright = work.part.sampled(width: strip.width, height: strip.height, toSource: mapping)
            if kind == .barRows { forget(.barRows) }
            let before = work.readings.count
            look("rows", kind, upright.averaged(rows: Self.rowsPerMean), &work, .upright)
            work.stretch(from: before)
        }
        return strips.count
    }
}
