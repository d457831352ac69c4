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
}
