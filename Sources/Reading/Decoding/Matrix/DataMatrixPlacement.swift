/// Where the codewords of a Data Matrix symbol lie.
extension DataMatrixSize {
    /// The modules of each codeword, the highest bit first, by the placement of ISO/IEC 16022, Annex F: diagonals up and down, a
    /// codeword's eight modules in an L of three rows. Row by row from 0; nil for one that no size of ECC 200 has.
    var codewordModules: [[Int?]] {
        var walk = Placement(self)
        var (row, column) = (4, 0)
        let (rows, columns) = (dataRows, dataColumns)
        repeat {
            if row == rows && column == 0 { walk.corner(Self.corner1) }
            if row == rows - 2 && column == 0 && columns % 4 != 0 { walk.corner(Self.corner2) }
            if row == rows - 2 && column == 0 && columns % 8 == 4 { walk.corner(Self.corner3) }
            if row == rows + 4 && column == 2 && columns % 8 == 0 { walk.corner(Self.corner4) }
            repeat {
                if row < rows && column >= 0 { walk.codeword(row, column) }
                row -= 2
                column += 2
            } while row >= 0 && column < columns
            row += 1
            column += 3
            repeat {
                if row >= 0 && column < columns { walk.codeword(row, column) }
                row += 2
                column -= 2
            } while row < rows && column >= 0
            row += 3
            column += 1
        } while row < rows || column < columns
        return walk.words
    }

    // Modules of the codewords that are cut by corners, from the first row and column or, negative, from behind the
    // last.
    private static let corner1 = [(-1, 0), (-1, 1), (-1, 2), (0, -2), (0, -1), (1, -1), (2, -1), (3, -1)]
    private static let corner2 = [(-3, 0), (-2, 0), (-1, 0), (0, -4), (0, -3), (0, -2), (0, -1), (1, -1)]
    private static let corner3 = [(-3, 0), (-2, 0), (-1, 0), (0, -2), (0, -1), (1, -1), (2, -1), (3, -1)]
    private static let corner4 = [(-1, 0), (-1, -1), (0, -3), (0, -2), (0, -1), (1, -3), (1, -2), (1, -1)]

    /// One walk over the data modules.
    private struct Placement {
        let size: DataMatrixSize
        var isTaken: [Bool]
        var words: [[Int?]] = []

        init(_ size: DataMatrixSize) {
            self.size = size
            isTaken = Array(repeating: false, count: size.dataRows * size.dataColumns)
        }

        /// The codeword whose last module is at `row`, `column`, unless it was taken.
        mutating func codeword(_ row: Int, _ column: Int) {
            guard !isTaken[row * size.dataColumns + column] else { return }
            words.append(
                [(2, 2), (2, 1), (1, 2), (1, 1), (1, 0), (0, 2), (0, 1), (0, 0)].map { take(row - $0, column - $1) })
        }

        mutating func corner(_ modules: [(Int, Int)]) {
            words.append(
                modules.map { row, column in
                    take(row < 0 ? row + size.dataRows : row, column < 0 ? column + size.dataColumns : column)
                })
        }

        /// The module at a place, which may lie outside: then it is on the other side, shifted.
        private mutating func take(_ row: Int, _ column: Int) -> Int? {
            var (row, column) = (row, column)
            if row < 0 {
                row += size.dataRows
                column += 4 - (size.dataRows + 4) % 8
            }
            if column < 0 {
                column += size.dataColumns
                row += 4 - (size.dataColumns + 4) % 8
            }
            // Sizes of the extension wrap further than those of the first edition.
            if row >= size.dataRows { row -= size.dataRows }
            guard row >= 0, row < size.dataRows, column >= 0, column < size.dataColumns else { return nil }
            isTaken[row * size.dataColumns + column] = true
            let (height, width) = (size.dataRows / size.regionRows, size.dataColumns / size.regionColumns)
            let y = row + 2 * (row / height) + 1
            let x = column + 2 * (column / width) + 1
            return y * size.columns + x
        }
    }
}
