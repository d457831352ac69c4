/// How large a terminal is, bounded: it may report anything, and a cell takes about a hundred bytes here.
package struct TerminalSize: Hashable, Sendable {
    /// Cells beside each other, 1–1000.
    package let columns: Int
    /// Cells one above the other, 1–500.
    package let rows: Int
    /// A cell's pixels; nil if they are not known.
    package let cell: CellPixels?

    private static let maximumColumns = 1000
    private static let maximumRows = 500

    /// A size in cells, and in pixels or 0; nil for none.
    package init?(columns: Int, rows: Int, width: Int = 0, height: Int = 0) {
        guard columns > 0, rows > 0 else { return nil }
        (self.columns, self.rows) = (min(columns, Self.maximumColumns), min(rows, Self.maximumRows))
        cell = CellPixels(width: width / columns, height: height / rows)
    }
}
