import Symbols

/// A symbol as a grid of dark and light modules, with its quiet zone around it.
package struct SymbolImage: Hashable, Sendable {
    /// What readers of this program call the symbol; nil where none reads it.
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

    /// Adds the quiet zone to the packed rows of `modules`, each `columns` long; true is dark.
    init(
        symbology: Symbology?, columns: Int, modules symbol: [Bool], horizontalQuietZone: Int, verticalQuietZone: Int
    ) {
        let rows = symbol.count / columns
        self.symbology = symbology
        self.horizontalQuietZone = horizontalQuietZone
        self.verticalQuietZone = verticalQuietZone
        width = columns + 2 * horizontalQuietZone
        height = rows + 2 * verticalQuietZone
        var modules = [Bool](repeating: false, count: width * height)
        for y in 0..<rows {
            for x in 0..<columns where symbol[y * columns + x] {
                modules[(y + verticalQuietZone) * width + x + horizontalQuietZone] = true
            }
        }
        self.modules = modules
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
