/// The modules of a Data Matrix symbol, and the codewords in them.
struct DataMatrixModules {
    let size: DataMatrixSize
    /// Row by row; true is dark.
    let dark: [Bool]

    /// The corrected data codewords; nil when too many are wrong.
    func data() -> [UInt8]? {
        guard dark.count == size.rows * size.columns else { return nil }
        let words = codewords()
        guard words.count == size.dataWords + size.checkWords else { return nil }
        let code = ReedSolomon(field: .of256)
        let parity = size.checkWords / size.blocks
        var data = [UInt8](repeating: 0, count: size.dataWords)
        for block in 0..<size.blocks {
            let places = stride(from: block, to: words.count, by: size.blocks)
            var part = places.map { words[$0] }
            guard code.correct(&part, parity: parity) != nil else { return nil }
            for (place, word) in zip(places, part) where place < size.dataWords { data[place] = UInt8(word) }
        }
        return data
    }

    /// How many modules of the finder patterns are what they should be, as a share.
    var finderAgreement: Double {
        var (right, count) = (0, 0)
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                guard let expected = size.finder(column: column, row: row) else { continue }
                count += 1
                if dark[row * size.columns + column] == expected { right += 1 }
            }
        }
        return Double(right) / Double(count)
    }

    /// The codewords by the placement of ISO/IEC 16022, Annex F: diagonals up and down, a codeword's eight modules in
    /// an L of three rows.
    private func codewords() -> [Int] {
        var walk = Placement(self)
        var (row, column) = (4, 0)
        let (rows, columns) = (size.dataRows, size.dataColumns)
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
        let symbol: DataMatrixModules
        var isTaken: [Bool]
        var words: [Int] = []

        init(_ symbol: DataMatrixModules) {
            self.symbol = symbol
            isTaken = Array(repeating: false, count: symbol.size.dataRows * symbol.size.dataColumns)
        }

        /// The codeword whose last module is at `row`, `column`, unless it was taken.
        mutating func codeword(_ row: Int, _ column: Int) {
            guard !isTaken[row * symbol.size.dataColumns + column] else { return }
            var word = 0
            for (up, left) in [(2, 2), (2, 1), (1, 2), (1, 1), (1, 0), (0, 2), (0, 1), (0, 0)] {
                word = word << 1 | take(row - up, column - left)
            }
            words.append(word)
        }

        mutating func corner(_ modules: [(Int, Int)]) {
            var word = 0
            for (row, column) in modules {
                word =
                    word << 1
                    | take(
                        row < 0 ? row + symbol.size.dataRows : row,
                        column < 0 ? column + symbol.size.dataColumns : column)
            }
            words.append(word)
        }

        /// The module at a place, which may lie outside: then it is on the other side, shifted.
        private mutating func take(_ row: Int, _ column: Int) -> Int {
            let size = symbol.size
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
            guard row >= 0, row < size.dataRows, column >= 0, column < size.dataColumns else { return 0 }
            isTaken[row * size.dataColumns + column] = true
            let (height, width) = (size.dataRows / size.regionRows, size.dataColumns / size.regionColumns)
            let y = row + 2 * (row / height) + 1
            let x = column + 2 * (column / width) + 1
            return symbol.dark[y * size.columns + x] ? 1 : 0
        }
    }
}
