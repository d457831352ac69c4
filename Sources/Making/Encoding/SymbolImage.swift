import Symbols

/// A symbol as a grid of dark and light modules, with its quiet zone around it.
package struct SymbolImage: Hashable, Sendable {
    /// What readers of this program call the symbol; nil if none reads it.
    package let symbology: Symbology?
    /// Modules per row, quiet zone included.
    package let width: Int
    /// Rows of modules, quiet zone included.
    package let height: Int
    /// Light modules left and right of the symbol.
    package let horizontalQuietZone: Int
    /// Light modules above and below the symbol.
    package let verticalQuietZone: Int
    private let modules: [Bool]

    /// The modules of `symbol` with its quiet zone around them.
    init(_ symbol: MadeSymbol) {
        let grid = symbol.grid
        symbology = symbol.kind.symbology
        (horizontalQuietZone, verticalQuietZone) = (symbol.horizontalQuietZone, symbol.verticalQuietZone)
        width = grid.width + 2 * horizontalQuietZone
        height = grid.height + 2 * verticalQuietZone
        let side = [Bool](repeating: false, count: horizontalQuietZone)
        let margin = [Bool](repeating: false, count: verticalQuietZone * width)
        var modules = margin
        for row in 0..<grid.rows {
            let line = side + (0..<grid.width).map { grid.isDark($0, row: row) } + side
            for _ in 0..<grid.rowHeights[row] { modules += line }
        }
        self.modules = modules + margin
    }

    /// Whether the module at column `x`, row `y` is dark; false outside the image.
    package func isDark(_ x: Int, _ y: Int) -> Bool {
        (0..<width).contains(x) && (0..<height).contains(y) && modules[y * width + x]
    }

    /// Renders a luma plane: 0 for dark, 255 for light, rows packed.
    ///
    /// - Parameter scale: pixels per module along each axis, at least 1.
    package func pixels(scale: Int) -> (width: Int, height: Int, luma: [UInt8]) {
        let scale = max(1, scale)
        var luma: [UInt8] = []
        luma.reserveCapacity(width * height * scale * scale)
        for y in 0..<height {
            var row: [UInt8] = []
            row.reserveCapacity(width * scale)
            for x in 0..<width { row += repeatElement(isDark(x, y) ? 0 : 255, count: scale) }
            for _ in 0..<scale { luma += row }
        }
        return (width * scale, height * scale, luma)
    }
}
