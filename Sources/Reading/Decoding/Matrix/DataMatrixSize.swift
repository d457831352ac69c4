/// The sizes of Data Matrix symbols: ECC 200 (ISO/IEC 16022, table 7) and rectangular extension (ISO/IEC 21471).
struct DataMatrixSize: Hashable {
    /// Modules, finder patterns included.
    let rows: Int
    let columns: Int
    /// Data regions side by side and one below the other, each with a finder pattern around it.
    let regionRows: Int
    let regionColumns: Int
    let dataWords: Int
    let checkWords: Int
    /// Blocks among which the codewords are interleaved.
    let blocks: Int

    private init(
        _ rows: Int, _ columns: Int, _ regionRows: Int, _ regionColumns: Int, _ data: Int, _ check: Int,
        _ blocks: Int = 1
    ) {
        (self.rows, self.columns, self.regionRows, self.regionColumns) = (rows, columns, regionRows, regionColumns)
        (dataWords, checkWords, self.blocks) = (data, check, blocks)
    }

    /// Whether it is of the rectangular extension.
    var isExtended: Bool { Self.extended.contains(self) }

    /// Modules of data in all regions together.
    var dataRows: Int { rows - 2 * regionRows }
    var dataColumns: Int { columns - 2 * regionColumns }

    /// What a module of a finder pattern is, true for dark; nil for data.
    func finder(column: Int, row: Int) -> Bool? {
        let (height, width) = (rows / regionRows, columns / regionColumns)
        let (y, x) = (row % height, column % width)
        if x == 0 || y == height - 1 { return true }
        if y == 0 { return x % 2 == 0 }
        if x == width - 1 { return y % 2 == 1 }
        return nil
    }

    static let all: [DataMatrixSize] = squares + rectangles + extended

    private static let squares = [
        Self(10, 10, 1, 1, 3, 5), Self(12, 12, 1, 1, 5, 7), Self(14, 14, 1, 1, 8, 10), Self(16, 16, 1, 1, 12, 12),
        Self(18, 18, 1, 1, 18, 14), Self(20, 20, 1, 1, 22, 18), Self(22, 22, 1, 1, 30, 20), Self(24, 24, 1, 1, 36, 24),
        Self(26, 26, 1, 1, 44, 28), Self(32, 32, 2, 2, 62, 36), Self(36, 36, 2, 2, 86, 42),
        Self(40, 40, 2, 2, 114, 48), Self(44, 44, 2, 2, 144, 56), Self(48, 48, 2, 2, 174, 68),
        Self(52, 52, 2, 2, 204, 84, 2), Self(64, 64, 4, 4, 280, 112, 2), Self(72, 72, 4, 4, 368, 144, 4),
        Self(80, 80, 4, 4, 456, 192, 4), Self(88, 88, 4, 4, 576, 224, 4), Self(96, 96, 4, 4, 696, 272, 4),
        Self(104, 104, 4, 4, 816, 336, 6), Self(120, 120, 6, 6, 1050, 408, 6), Self(132, 132, 6, 6, 1304, 496, 8),
        Self(144, 144, 6, 6, 1558, 620, 10),
    ]

    private static let rectangles = [
        Self(8, 18, 1, 1, 5, 7), Self(8, 32, 1, 2, 10, 11), Self(12, 26, 1, 1, 16, 14), Self(12, 36, 1, 2, 22, 18),
        Self(16, 36, 1, 2, 32, 24), Self(16, 48, 1, 2, 49, 28),
    ]

    private static let extended = [
        Self(8, 48, 1, 2, 18, 15), Self(8, 64, 1, 4, 24, 18), Self(8, 80, 1, 4, 32, 22), Self(8, 96, 1, 4, 38, 28),
        Self(8, 120, 1, 6, 49, 32), Self(8, 144, 1, 6, 63, 36), Self(12, 64, 1, 4, 43, 27),
        Self(12, 88, 1, 4, 64, 36), Self(16, 64, 1, 4, 62, 36), Self(20, 36, 1, 2, 44, 28),
        Self(20, 44, 1, 2, 56, 34), Self(20, 64, 1, 4, 84, 42), Self(22, 48, 1, 2, 72, 38),
        Self(24, 48, 1, 2, 80, 41), Self(24, 64, 1, 4, 108, 46), Self(26, 40, 1, 2, 70, 38),
        Self(26, 48, 1, 2, 90, 42), Self(26, 64, 1, 4, 118, 50),
    ]
}
