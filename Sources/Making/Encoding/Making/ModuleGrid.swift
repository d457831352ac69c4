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

/// Lines of one module above, below and between the rows of a stacked symbol.
enum RowSeparators {
    /// Over the whole width (Code 16K, Code 49).
    case whole
    /// Between its start and stop characters, and over the whole width above the first row and below the last (Codablock F).
    case betweenFrames
}

extension ModuleGrid {
    /// The same with lines.
    func separated(by separators: RowSeparators) -> ModuleGrid {
        // Codablock F has the start character of Code 128, and its stop character with the bar behind.
        let inner = separators == .whole ? 0..<width : min(11, width)..<max(min(11, width), width - 13)
        let line = [Bool](repeating: true, count: width)
        var (heights, modules) = ([1], line)
        for row in 0..<rows {
            modules += (0..<width).map { isDark($0, row: row) }
            heights.append(rowHeights[row])
            let isLast = row == rows - 1
            modules += isLast ? line : (0..<width).map { inner.contains($0) || isDark($0, row: row) }
            heights.append(1)
        }
        return ModuleGrid(width: width, rowHeights: heights, dark: modules)
    }
}
