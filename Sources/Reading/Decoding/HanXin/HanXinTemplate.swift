/// The function of each module of a Han Xin Code (ISO/IEC 20830, 5.3 and annex A).
struct HanXinTemplate {
    enum Module: UInt8 { case data, dark, light, information }

    /// 1...84.
    let version: Int
    /// Modules along a side.
    let size: Int
    private var modules: [Module]

    static let versions = 1...84
    /// Modules along the sides of a finder pattern.
    private static let finder = 7

    subscript(row: Int, column: Int) -> Module { modules[row * size + column] }

    /// Modules along a side of `version`.
    static func size(of version: Int) -> Int { 2 * version + 21 }

    /// - Parameter version: 1...84.
    init(version: Int) {
        self.version = version
        size = Self.size(of: version)
        modules = [Module](repeating: .data, count: size * size)
        setFinders()
        for copy in Self.information(size: size) { for (row, column) in copy { set(row, column, .information) } }
        if version > 3 { setAlignment() }
    }

    /// Where the 34 bits of the function information are, in order; the second copy is the first turned by half (5.3.4).
    static func information(size: Int) -> [[(row: Int, column: Int)]] {
        let far = size - 9
        let left = (0...8).map { (8, $0) } + (1...8).map { (8 - $0, 8) }
        let right = (0...8).map { ($0, far) } + (1...8).map { (8, far + $0) }
        let first = left + right
        return [first, first.map { (size - 1 - $0.0, size - 1 - $0.1) }]
    }

    /// Whether a module of a finder pattern is dark: nested angles, whose corner is that of the pattern, around a square of three modules.
    ///
    /// - Parameters:
    ///   - row: 0...6 from the corner of the angles.
    ///   - column: the same.
    static func isDarkInFinder(_ row: Int, _ column: Int) -> Bool {
        let angle = min(row, column)
        return angle >= 4 || angle.isMultiple(of: 2)
    }

    /// Calls `body` with the modules of the four finder patterns: the corner of three is that of the symbol, that of the one at the bottom
    /// left is its own top right.
    static func forEachFinderModule(size: Int, _ body: (_ row: Int, _ column: Int, _ isDark: Bool) -> Void) {
        let last = size - 1
        for row in 0..<finder {
            for column in 0..<finder {
                let isDark = isDarkInFinder(row, column)
                body(row, column, isDark)
                body(row, last - column, isDark)
                body(last - row, last - column, isDark)
                body(size - finder + row, finder - 1 - column, isDark)
            }
        }
    }

    /// Sets a module inside of the symbol that has no function yet.
    private mutating func set(_ row: Int, _ column: Int, _ module: Module) {
        guard (0..<size).contains(row), (0..<size).contains(column), self[row, column] == .data else { return }
        modules[row * size + column] = module
    }

    /// The finder patterns and the light modules around them.
    private mutating func setFinders() {
        Self.forEachFinderModule(size: size) { set($0, $1, $2 ? .dark : .light) }
        let (last, around) = (size - 1, Self.finder)
        for i in 0...around {
            for (row, column) in [(i, around), (around, i)] {
                set(row, column, .light)
                set(row, last - column, .light)
                set(last - row, column, .light)
                set(last - row, last - column, .light)
            }
        }
    }

    /// Lines of dark modules with light ones inside, in steps from the top right, and single dark modules where a step meets an edge
    /// without a line (annex A).
    private mutating func setAlignment() {
        let (step, count) = Self.steps[version - 1]
        let last = size - 1
        // How far from the top, and from the right, steps begin; and how long they are.
        let starts = (0...count).map { $0 * step } + [last]
        let lengths = [Int](repeating: step, count: count) + [Int](repeating: last - count * step, count: 2)
        for (i, start) in starts.enumerated() {
            let isOdd = !i.isMultiple(of: 2)
            if isOdd == count.isMultiple(of: 2) {
                setSingle(start, 0)
                setSingle(last, last - start)
            }
            if isOdd {
                setSingle(start, last)
                setSingle(0, last - start)
            }
        }
        for (i, top) in starts.enumerated() {
            for (j, right) in starts.enumerated() where (i + j).isMultiple(of: 2) && i + j > 0 {
                let column = last - right
                for k in 0...lengths[j] {
                    set(top, column - k, .dark)
                    set(top + 1, column - k - 1, .light)
                }
                for k in 1..<lengths[i] {
                    set(top + k, column, .dark)
                    set(top + k + 1, column - 1, .light)
                }
            }
        }
    }

    /// A dark module in light ones.
    private mutating func setSingle(_ row: Int, _ column: Int) {
        set(row, column, .dark)
        for y in -1...1 { for x in -1...1 { set(row + y, column + x, .light) } }
    }

    /// Calls `use` with the data modules in the order of their bits, row by row (5.8.2).
    func eachDataModule(_ use: (_ row: Int, _ column: Int) -> Void) {
        for row in 0..<size { for column in 0..<size where self[row, column] == .data { use(row, column) } }
    }

    /// Whether mask `mask`, 0...3, swaps the colour of a data module (table 11).
    static func isSwapped(_ mask: Int, _ row: Int, _ column: Int) -> Bool {
        let (i, j) = (row + 1, column + 1)
        return switch mask {
        case 1: (i + j) % 2 == 0
        case 2: ((i + j) % 3 + j % 3) % 2 == 0
        case 3: (i % j + j % i + i % 3 + j % 3) % 2 == 0
        default: false
        }
    }

    /// The length of a step of the alignment lines, and how many of them there are before a last one of what is left, for each version
    /// (table A.1).
    private static let steps: [(length: Int, count: Int)] = [
        (0, 0), (0, 0), (0, 0), (14, 1), (16, 1), (16, 1), (17, 1), (18, 1), (19, 1), (20, 1), (14, 2), (15, 2),
        (16, 2), (16, 2),
        (17, 2), (17, 2), (18, 2), (19, 2), (20, 2), (20, 2), (21, 2), (16, 3), (17, 3), (17, 3), (18, 3), (18, 3),
        (19, 3), (19, 3),
        (20, 3), (20, 3), (21, 3), (17, 4), (17, 4), (18, 4), (18, 4), (19, 4), (19, 4), (19, 4), (20, 4), (20, 4),
        (17, 5), (17, 5),
        (18, 5), (18, 5), (18, 5), (19, 5), (19, 5), (19, 5), (17, 6), (17, 6), (18, 6), (18, 6), (18, 6), (18, 6),
        (19, 6), (19, 6),
        (19, 6), (17, 7), (17, 7), (18, 7), (18, 7), (18, 7), (18, 7), (19, 7), (19, 7), (17, 8), (17, 8), (17, 8),
        (18, 8), (18, 8),
        (18, 8), (18, 8), (19, 8), (19, 8), (17, 9), (17, 9), (17, 9), (18, 9), (18, 9), (18, 9), (18, 9), (18, 9),
        (17, 10), (17, 10),
    ]
}
