extension MadeSymbol {
    /// The same with bars that are at most `height` modules high, where all of them stand in one row: any line through them sees the same.
    package func lowered(to height: Int) -> MadeSymbol {
        guard kind.layout == .bars, grid.rows == 1, grid.height > height, !texts.contains(where: \.isAbove) else {
            return self
        }
        let dark = (0..<grid.width).map { grid.isDark($0, row: 0) }
        return MadeSymbol(
            kind: kind, source: source, options: options,
            grid: ModuleGrid(width: grid.width, rowHeights: [height], dark: dark), texts: texts,
            horizontalQuietZone: horizontalQuietZone, verticalQuietZone: verticalQuietZone)
    }

    /// Where the bars of a composite begin in its drawing, in modules from the upper edge; 0 for other kinds.
    package var barsTop: Int {
        guard kind.linearName != nil else { return 0 }
        let heights = grid.rowHeights
        // Bars stand in one row, the last. Stacked ones begin below a separator of one module, the first: rows of components are higher.
        let rows = kind.layout == .bars ? heights.count - 1 : (heights.firstIndex(of: 1) ?? -1) + 1
        return verticalQuietZone + heights.prefix(rows).reduce(0, +)
    }
}
