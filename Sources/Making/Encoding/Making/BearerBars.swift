extension MadeSymbol {
    /// How thick bearer bars are: 4.83 mm where modules are 1.016 mm wide (GS1 General Specifications, 5.3.2.4).
    private static let bearerThickness = 5

    /// The symbol with bearer bars, which are a part of its modules from then on: over the bars with their quiet zones, and for a box
    /// around these too.
    func bordered(by bearer: MakeOptions.Bearer) -> MadeSymbol {
        let side = bearer == .box ? Self.bearerThickness : 0
        let margin = horizontalQuietZone + side
        let full = [Bool](repeating: true, count: grid.width + 2 * margin)
        let edge = [Bool](repeating: true, count: side)
        let quiet = [Bool](repeating: false, count: horizontalQuietZone)
        var dark = full
        for row in 0..<grid.rows {
            let bars = (0..<grid.width).map { grid.isDark($0, row: row) }
            dark += edge + quiet + bars + quiet + edge
        }
        let heights = [Self.bearerThickness] + grid.rowHeights + [Self.bearerThickness]
        return MadeSymbol(
            kind: kind, source: source, options: options,
            grid: ModuleGrid(width: full.count, rowHeights: heights, dark: dark + full),
            texts: texts.map { $0.moved(by: margin) },
            // What lies outside of a frame only sets it off.
            horizontalQuietZone: verticalQuietZone, verticalQuietZone: verticalQuietZone)
    }
}
