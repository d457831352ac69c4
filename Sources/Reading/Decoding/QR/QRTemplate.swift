/// The function of each module of a version.
struct QRTemplate {
    enum Module: UInt8 { case data, dark, light, format }

    let version: QRVersion
    let size: Int
    private var modules: [Module]
    /// The modules whose colour is known, to fit a grid to: row, column, and 1 for light or -1 for dark.
    private(set) var fixed: [(row: Double, column: Double, sign: Float)] = []

    subscript(row: Int, column: Int) -> Module { modules[row * size + column] }

    init(_ version: QRVersion) {
        self.version = version
        size = version.size
        modules = [Module](repeating: .data, count: size * size)
        // Timing patterns, under the finder patterns.
        for i in 0..<size {
            set(6, i, i % 2 == 0 ? .dark : .light)
            set(i, 6, i % 2 == 0 ? .dark : .light)
        }
        for (row, column) in version.alignmentCenters {
            for y in -2...2 { for x in -2...2 { set(row + y, column + x, max(abs(x), abs(y)) == 1 ? .light : .dark) } }
        }
        for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] {
            for y in -4...4 {
                for x in -4...4 {
                    let ring = max(abs(x), abs(y))
                    set(row + y, column + x, ring == 2 || ring == 4 ? .light : .dark)
                }
            }
        }
        for i in 0..<9 where i != 6 {
            set(8, i, .format)
            set(i, 8, .format)
        }
        for i in 0..<8 {
            set(8, size - 1 - i, .format)
            set(size - 1 - i, 8, .format)
        }
        set(size - 8, 8, .dark)
        if version.number >= 7 {
            for i in 0..<18 {
                set(i / 3, size - 11 + i % 3, .format)
                set(size - 11 + i % 3, i / 3, .format)
            }
        }
        for row in 0..<size {
            for column in 0..<size {
                let module = self[row, column]
                guard module == .dark || module == .light else { continue }
                fixed.append((Double(row) + 0.5, Double(column) + 0.5, module == .light ? 1 : -1))
            }
        }
    }

    private mutating func set(_ row: Int, _ column: Int, _ module: Module) {
        guard row >= 0, column >= 0, row < size, column < size else { return }
        modules[row * size + column] = module
    }

    /// Calls `use` with the data modules in the order of their bits (7.7.3): two columns wide, up and down, from the
    /// right.
    func eachDataModule(_ use: (_ row: Int, _ column: Int) -> Void) {
        var right = size - 1
        var isUpwards = true
        while right > 0 {
            if right == 6 { right -= 1 }
            for i in 0..<size {
                let row = isUpwards ? size - 1 - i : i
                for column in [right, right - 1] where self[row, column] == .data { use(row, column) }
            }
            isUpwards.toggle()
            right -= 2
        }
    }

    /// Whether `mask` swaps the colour of a data module (table 10).
    static func isSwapped(_ mask: Int, _ i: Int, _ j: Int) -> Bool {
        switch mask {
        case 0: (i + j) % 2 == 0
        case 1: i % 2 == 0
        case 2: j % 3 == 0
        case 3: (i + j) % 3 == 0
        case 4: (i / 2 + j / 3) % 2 == 0
        case 5: i * j % 2 + i * j % 3 == 0
        case 6: (i * j % 2 + i * j % 3) % 2 == 0
        default: ((i + j) % 2 + i * j % 3) % 2 == 0
        }
    }
}
