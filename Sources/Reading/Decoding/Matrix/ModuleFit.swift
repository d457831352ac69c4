import Symbols

extension LumaView {
    /// `quad` moved to where its modules are sampled in their middles: where their levels are farthest from the level
    /// between dark and light, and known ones have their colour.
    ///
    /// - Parameter known: at a column and row, whether the module is dark; nil if that is data.
    func fitted(
        _ quad: Quadrilateral, columns: Int, rows: Int, isInverted: Bool = false, known: (Int, Int) -> Bool?
    ) -> Quadrilateral {
        guard columns > 0, rows > 0, let homography = Homography(onto: quad) else { return quad }
        let middles = ModuleGrid(self, columns: columns, rows: rows, homography: homography, isInverted: isInverted)
            .middles
        let sign: Float = isInverted ? -1 : 1
        let places = stride(from: 0, to: columns * rows, by: max(1, columns * rows / Self.maxPlaces)).map {
            // Its middle, as a share of the symbol's sides, the level between dark and light there, and its colour.
            i -> (u: Double, v: Double, middle: Float, isDark: Bool?) in
            let (column, row) = (i % columns, i / columns)
            let (u, v) = ((Double(column) + 0.5) / Double(columns), (Double(row) + 0.5) / Double(rows))
            return (u, v, middles[i], known(column, row))
        }
        let module = quad.diameter / Self.diameterOfSide / Double(max(columns, rows))
        return quad.refined(module: module) { homography in
            var sum: Float = 0
            for place in places {
                let over = sign * level(at: homography(place.u, place.v)) - place.middle
                if let isDark = place.isDark { sum += isDark ? -2 * over : 2 * over } else { sum += abs(over) }
            }
            return sum
        }
    }

    /// Modules that are compared, evenly spread. Measured: 320 reads 1 fewer, 500 reads as many.
    private static let maxPlaces = 400
    /// The diagonal of a square, in sides: √2, about.
    private static let diameterOfSide = 1.4
}
