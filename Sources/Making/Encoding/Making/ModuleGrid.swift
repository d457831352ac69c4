/// The modules of a symbol without a quiet zone, rows packed.
package struct ModuleGrid: Hashable, Sendable {
    package let width: Int
    /// The height of each row in modules; 1 for each row of squares.
    package let rowHeights: [Int]
    private let dark: [Bool]

    /// Rows of `width` modules, one after another; true is dark.
    init(width: Int, rowHeights: [Int], dark: [Bool]) {
        precondition(dark.count == width * rowHeights.count)
        (self.width, self.rowHeights, self.dark) = (width, rowHeights, dark)
    }

    package var rows: Int { rowHeights.count }
    package var height: Int { rowHeights.reduce(0, +) }

    /// Whether the module at column `x` of row `row` is dark.
    package func isDark(_ x: Int, row: Int) -> Bool { dark[row * width + x] }

    /// The dark modules of a row that touch, as ranges of columns.
    package func runs(row: Int) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var start: Int?
        for x in 0..<width {
            if isDark(x, row: row) {
                start = start ?? x
            } else if let begun = start {
                runs.append(begun..<x)
                start = nil
            }
        }
        if let start { runs.append(start..<width) }
        return runs
    }
}
