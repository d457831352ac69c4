/// One of the 34 sizes of MicroPDF417 symbols (ISO/IEC 24728, table 1), or of the 17 of the smallest component of a GS1 Composite
/// symbol, CC-A (ISO/IEC 24723, tables 9 and 10).
struct MicroPDF417Size: Hashable {
    /// Codewords a row, 1...4.
    let columns: Int
    let rows: Int
    /// How many of the codewords are check words.
    let checks: Int
    /// The numbers, from 0, of the Row Address Patterns of the first row; `center` where there are three columns or more.
    let left: Int
    let center: Int
    let right: Int
    /// Whether rows begin with a Row Address Pattern: not those of a CC-A of three columns, whose `left` gives the cluster only.
    let hasLeft: Bool

    var codewords: Int { columns * rows }
    var hasCenter: Bool { columns >= 3 }
    /// Modules a row, with the bar that ends it.
    var modules: Int {
        RowAddress.modules * ((hasLeft ? 1 : 0) + (hasCenter ? 2 : 1)) + PDF417Patterns.modules * columns + 1
    }
    /// The first module of the centre and of the right Row Address Pattern.
    var centerStart: Int { firstStart + PDF417Patterns.modules * (columns == 3 ? 1 : 2) }
    var rightStart: Int { modules - 1 - RowAddress.modules }

    /// Whether it is one of a CC-A component.
    var isComponentA: Bool { Self.componentsA.contains(self) }

    /// The first module of the first codeword.
    private var firstStart: Int { hasLeft ? RowAddress.modules : 0 }

    /// The first module of the codeword in `column`.
    func start(ofColumn column: Int) -> Int {
        let start = firstStart + PDF417Patterns.modules * column
        return hasCenter && start >= centerStart ? start + RowAddress.modules : start
    }

    /// The cluster of `row`, 0...2: by the left Row Address Pattern.
    func cluster(ofRow row: Int) -> Int { (left + row) % RowAddress.count % 3 }

    /// The patterns of `row` with their first modules.
    func addresses(ofRow row: Int) -> [(start: Int, pattern: UInt32)] {
        let sides = hasLeft ? [(0, RowAddress.side[(left + row) % RowAddress.count])] : []
        let end = [(rightStart, RowAddress.side[(right + row) % RowAddress.count])]
        return sides + (hasCenter ? [(centerStart, RowAddress.center[(center + row) % RowAddress.count])] : []) + end
    }

    /// All of them, the smallest first.
    static let all: [MicroPDF417Size] = [
        .init(1, 11, checks: 7, 1, 0, 9), .init(1, 14, checks: 7, 8, 0, 8), .init(1, 17, checks: 7, 36, 0, 36),
        .init(1, 20, checks: 8, 19, 0, 19), .init(1, 24, checks: 8, 9, 0, 17), .init(1, 28, checks: 8, 25, 0, 33),
        .init(2, 8, checks: 8, 1, 0, 1), .init(2, 11, checks: 9, 1, 0, 9), .init(2, 14, checks: 9, 8, 0, 8),
        .init(2, 17, checks: 10, 36, 0, 36), .init(2, 20, checks: 11, 19, 0, 19), .init(2, 23, checks: 13, 9, 0, 17),
        .init(2, 26, checks: 15, 27, 0, 35),
        .init(3, 6, checks: 12, 1, 1, 1), .init(3, 8, checks: 14, 7, 7, 7), .init(3, 10, checks: 16, 15, 15, 15),
        .init(3, 12, checks: 18, 25, 25, 25), .init(3, 15, checks: 21, 37, 37, 37), .init(3, 20, checks: 26, 1, 17, 33),
        .init(3, 26, checks: 32, 1, 9, 17), .init(3, 32, checks: 38, 21, 29, 37), .init(3, 38, checks: 44, 15, 31, 47),
        .init(3, 44, checks: 50, 1, 25, 49),
        .init(4, 4, checks: 8, 47, 19, 43), .init(4, 6, checks: 12, 1, 1, 1), .init(4, 8, checks: 14, 7, 7, 7),
        .init(4, 10, checks: 16, 15, 15, 15), .init(4, 12, checks: 18, 25, 25, 25),
        .init(4, 15, checks: 21, 37, 37, 37), .init(4, 20, checks: 26, 1, 17, 33), .init(4, 26, checks: 32, 1, 9, 17),
        .init(4, 32, checks: 38, 21, 29, 37), .init(4, 38, checks: 44, 15, 31, 47), .init(4, 44, checks: 50, 1, 25, 49),
    ]

    /// Those of CC-A components.
    static let componentsA: [MicroPDF417Size] = [
        .init(2, 5, checks: 4, 39, 0, 19), .init(2, 6, checks: 4, 1, 0, 33), .init(2, 7, checks: 5, 32, 0, 12),
        .init(2, 8, checks: 5, 8, 0, 40), .init(2, 9, checks: 6, 14, 0, 46), .init(2, 10, checks: 6, 43, 0, 23),
        .init(2, 12, checks: 7, 20, 0, 52),
        .init(3, 4, checks: 4, 11, 43, 23, hasLeft: false), .init(3, 5, checks: 5, 1, 33, 13, hasLeft: false),
        .init(3, 6, checks: 6, 5, 37, 17, hasLeft: false), .init(3, 7, checks: 7, 15, 47, 27, hasLeft: false),
        .init(3, 8, checks: 7, 21, 1, 33, hasLeft: false),
        .init(4, 3, checks: 4, 40, 20, 52), .init(4, 4, checks: 5, 43, 23, 3), .init(4, 5, checks: 6, 46, 26, 6),
        .init(4, 6, checks: 7, 34, 14, 46), .init(4, 7, checks: 8, 29, 9, 41),
    ]

    /// - Parameters: the numbers of the Row Address Patterns are those of the standard, from 1.
    private init(
        _ columns: Int, _ rows: Int, checks: Int, _ left: Int, _ center: Int, _ right: Int, hasLeft: Bool = true
    ) {
        (self.columns, self.rows, self.checks, self.hasLeft) = (columns, rows, checks, hasLeft)
        (self.left, self.center, self.right) = (left - 1, max(0, center - 1), right - 1)
    }
}
