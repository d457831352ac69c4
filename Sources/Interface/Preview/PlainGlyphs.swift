/// Which glyph shows a cell best where there is one ink only: by how much it covers, and where.
struct PlainGlyphs {
    private let table: GlyphTable
    private let ramp: [Int]
    /// 1 where ink is light, −1 where it is dark.
    private let polarity: Float
    /// The coverage of each glyph as brightness: 0–255 between the least and the most of the ramp's.
    private let brightness: [Float]

    /// Cells that differ by less have a character of the ramp.
    private static let minimumContrast = 32
    /// What a glyph's shape counts beside its brightness.
    private static let structure: Float = 1

    /// - Parameters:
    ///   - ramp: glyphs of `table` by growing light.
    ///   - isInkDark: whether more ink is less light.
    init(_ table: GlyphTable, ramp: [Int], isInkDark: Bool) {
        self.table = table
        self.ramp = ramp
        polarity = isInkDark ? -1 : 1
        let coverages = ramp.map { table.facts[$0].mean }
        let least = coverages.min() ?? 0
        let range = max(0.01, (coverages.max() ?? 1) - least)
        brightness = table.facts.map { facts in
            let share = (facts.mean - least) / range
            return 255 * (isInkDark ? 1 - share : share)
        }
    }

    /// The glyph of a cell: of the least squared error of its brightness, less the variance that its shape explains.
    @inline(__always)
    func glyph(of cell: inout CellComparison) -> Int {
        guard cell.contrast >= Self.minimumContrast else {
            return ramp[min(ramp.count - 1, Int(cell.mean) * ramp.count / 255)]
        }
        cell.compare()
        let scale = polarity * cell.unit / GlyphTable.length
        var best = (glyph: 0, error: Float.infinity)
        for glyph in 0..<table.count {
            let alike = max(0, Float(cell.products[glyph]) * scale)
            let off = cell.mean - brightness[glyph]
            let error = off * off - Self.structure / 32 * alike * alike
            if error < best.error { best = (glyph, error) }
        }
        return best.glyph
    }
}
