import Surface

/// The modules of a code, for a screen: rows of dark and light, its quiet zone included.
package struct CodeModules: Sendable, Hashable {
    package let width: Int
    package let height: Int
    /// Whether it has bars alone, whose height says nothing.
    package let isLinear: Bool
    /// Whether it has rows of bars, which may be higher than they are.
    package let isStacked: Bool
    private let dark: [Bool]

    /// - Parameter isDark: whether the module at a column and a row is dark.
    package init(width: Int, height: Int, isLinear: Bool = false, isStacked: Bool = false, isDark: (Int, Int) -> Bool) {
        (self.width, self.height, self.isLinear) = (max(0, width), max(0, height), isLinear)
        self.isStacked = isStacked
        dark = (0..<self.width * self.height).map { isDark($0 % width, $0 / width) }
    }

    /// Whether a module is dark; false outside.
    func isDark(_ x: Int, _ y: Int) -> Bool { x >= 0 && y >= 0 && x < width && y < height && dark[y * width + x] }
}
