/// Where MaxiCode's modules lie (ISO/IEC 16023, 4.11), in modules: hexagons one module apart, each second row shifted by half of one.
enum MaxiCodeGeometry {
    /// The distance of rows: √3 ÷ 2.
    private static let pitch = 0.866_025_403_784_438_6
    /// From the upper edge to the centres of the first row: 1 ÷ √3.
    private static let top = 0.577_350_269_189_625_8
    private static let rows = 33

    static let height = Double(rows - 1) * pitch + 2 * top

    /// Hexagons and the bull's eye.
    ///
    /// - Parameter shift: what lies left of the symbol and above it.
    static func marks(of grid: ModuleGrid, shift: (x: Int, y: Int)) -> [SymbolOutline.Mark] {
        let (left, upper) = (Double(shift.x), Double(shift.y))
        var marks: [SymbolOutline.Mark] = []
        for row in 0..<grid.rows {
            for x in 0..<grid.width where grid.isDark(x, row: row) {
                marks.append(
                    .hexagon(x: left + Double(x) + (row % 2 == 0 ? 0.5 : 1), y: upper + top + Double(row) * pitch))
            }
        }
        // The radii of 0.51, 1.18, 1.86, 2.53, 3.20 and 3.87 mm, where modules are 0.88 mm apart.
        let edges = [0.51, 1.18, 1.86, 2.53, 3.20, 3.87].map { $0 / 0.88 }
        for ring in stride(from: 0, to: edges.count, by: 2) {
            marks.append(
                .ring(
                    x: left + 14.5, y: upper + top + 16 * pitch, radius: (edges[ring] + edges[ring + 1]) / 2,
                    lineWidth: edges[ring + 1] - edges[ring]))
        }
        return marks
    }
}
