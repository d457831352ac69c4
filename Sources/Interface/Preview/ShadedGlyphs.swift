/// Which glyph shows a cell best, and in which two greys.
///
/// Of many greys: the look of the least squared error to the cell's samples. Of a few, whose least error is often a
/// pattern that drowns the bars: the look whose structure is most like the cell's.
struct ShadedGlyphs {
    /// A glyph of `GlyphTable`, and its greys as places in `GreyScale.values`.
    struct Look: Equatable {
        var glyph = 0
        var foreground = 0
        var background = 0
    }

    private let table: GlyphTable
    private let values: [Float]
    private let nearest: [UInt8]
    /// The looks of a cell that is all of one brightness: for each brightness as many as there are `thresholds`.
    private let flat: [Look]
    /// How many looks a brightness has: one, or as many as the tile of the dither has cells.
    private let thresholds: Int

    /// Cells that differ by less are taken for one brightness: what a camera's noise leaves in means of some pixels.
    private static let minimumContrast = 20
    /// How much lighter than its background a character of a flat cell is: it is seen, and disturbs little.
    private static let grain: Float = 8

    /// - Parameter ramp: glyphs of `table` by growing light, for cells without structure.
    init(_ table: GlyphTable, greys: GreyScale, ramp: [Int]) {
        self.table = table
        values = greys.values.map { Float($0) }
        nearest = greys.nearest
        thresholds = greys.values.count == 2 ? Self.tile.count : 1
        flat =
            switch greys.values.count {
            case 2: Self.dithered(greys, ramp: ramp, table)
            case ...4: Self.mixed(greys, ramp: ramp, table)
            default: Self.grained(greys, ramp: ramp, table)
            }
    }

    /// The look of the cell in a column and a row.
    @inline(__always)
    func look(of cell: inout CellComparison, _ column: Int, _ row: Int) -> Look {
        let flat = flat(cell.mean, column, row)
        guard cell.contrast >= Self.minimumContrast else { return flat }
        cell.compare()
        return values.count > 4 ? shaded(cell) : mixed(cell, orElse: flat)
    }

    @inline(__always)
    private func flat(_ mean: Float, _ column: Int, _ row: Int) -> Look {
        let luma = Int(mean + 0.5)
        return thresholds == 1 ? flat[luma] : flat[luma * thresholds + Self.tile[(row & 3) * 4 + column & 3]]
    }

    /// Of many greys: foreground and background by least squares for each glyph that is nearly as much alike as any.
    @inline(__always)
    private func shaded(_ cell: CellComparison) -> Look {
        if let look = plainlyBest(cell) { return look }
        var best = (look: Look(), error: Float.infinity)
        let least = Int16(Float(cell.mostAlike) * Self.nearlyAsMuch)
        for glyph in 0..<table.count where abs(cell.products[glyph]) >= least {
            let facts = table.facts[glyph]
            guard facts.variance > 0 else { continue }
            let product = Float(cell.products[glyph]) * cell.unit * facts.templateScale
            let (ink, paper) = Self.leastSquares(cell.mean, product, facts)
            let look = Look(
                glyph: glyph, foreground: Int(nearest[Int(ink + 0.5)]),
                background: Int(nearest[Int(paper + 0.5)]))
            let error = error(of: look, cell.mean, product, facts)
            if error < best.error { best = (look, error) }
        }
        return best.look
    }

    /// The glyph that is most alike, where neither black nor white bounds what it can show: its error is the least then.
    @inline(__always)
    private func plainlyBest(_ cell: CellComparison) -> Look? {
        let most = cell.mostAlike
        guard let glyph = cell.products.firstIndex(where: { $0 == most || $0 == 0 &- most }) else { return nil }
        let facts = table.facts[glyph]
        guard facts.variance > 0 else { return nil }
        let difference = Float(cell.products[glyph]) * cell.unit * facts.templateScale / facts.variance
        let paper = cell.mean - difference * facts.mean
        let ink = paper + difference
        guard min(paper, ink) >= 0, max(paper, ink) <= 255 else { return nil }
        return Look(
            glyph: glyph, foreground: Int(nearest[Int(ink + 0.5)]), background: Int(nearest[Int(paper + 0.5)]))
    }

    /// Of few greys: all pairs of them for each such glyph, and what a cell without structure would be.
    @inline(__always)
    private func mixed(_ cell: CellComparison, orElse flat: Look) -> Look {
        let variance = cell.variance
        var best = (look: flat, difference: Float.infinity)
        best.difference = difference(of: best.look, cell.mean, variance, 0, table.facts[best.look.glyph])
        let least = Int16(Float(cell.mostAlike) * Self.nearlyAsMuch)
        for glyph in 0..<table.count where abs(cell.products[glyph]) >= least {
            let facts = table.facts[glyph]
            let product = Float(cell.products[glyph]) * cell.unit * facts.templateScale
            for ink in values.indices {
                for paper in values.indices where paper != ink && (ink > paper) == (product > 0) {
                    let look = Look(glyph: glyph, foreground: ink, background: paper)
                    let difference = difference(of: look, cell.mean, variance, product, facts)
                    if difference < best.difference { best = (look, difference) }
                }
            }
        }
        return best.look
    }

    /// How unlike the cell a look is: 1 less the structural part of their similarity (Wang, Bovik, Sheikh and Simoncelli,
    /// Image Quality Assessment, 2004), and how far their means are apart.
    @inline(__always)
    private func difference(
        of look: Look, _ mean: Float, _ variance: Float, _ product: Float, _ facts: GlyphTable.Facts
    ) -> Float {
        let paper = values[look.background]
        let contrast = values[look.foreground] - paper
        let own = contrast * contrast * facts.variance / 32
        let alike = (contrast * product / 16 + Self.steadiness) / (variance + own + Self.steadiness)
        return 1 - alike + Self.brightness * Self.squaredShare(mean - paper - contrast * facts.mean)
    }

    /// What differences of brightness weigh beside those of structure, and what keeps small structures from counting as
    /// large ones do (the c₂ of the similarity).
    ///
    /// By `quietzone-bench preview-quality`, 16 colours at 100 columns: 0.58 like the picture; 0.41 by the least squared error.
    private static let (brightness, steadiness): (Float, Float) = (3, 400)

    private static func squaredShare(_ luma: Float) -> Float { luma * luma / (255 * 255) }

    /// Glyphs that are less alike than this share of the most are not tried: black and white bound what they can show, so
    /// the most alike alone is not always the best.
    private static let nearlyAsMuch: Float = 0.6

    /// The squared error of a look, less what is the same for all: that of what is around the mean, and of the mean.
    @inline(__always)
    private func error(of look: Look, _ mean: Float, _ product: Float, _ facts: GlyphTable.Facts) -> Float {
        let paper = values[look.background]
        let difference = values[look.foreground] - paper
        let rest = mean - paper - difference * facts.mean
        return difference * (difference * facts.variance - 2 * product) + 32 * rest * rest
    }

    /// The foreground and the background, 0–255, of the least squared error.
    ///
    /// - Parameter product: the samples' differences from their mean times the coverage's, added up.
    @inline(__always)
    private static func leastSquares(_ mean: Float, _ product: Float, _ facts: GlyphTable.Facts) -> (Float, Float) {
        func limited(_ value: Float) -> Float { min(255, max(0, value)) }
        let difference = product / facts.variance
        let paper = mean - difference * facts.mean
        // Beyond black or white one of the two stays there, and the other is the best beside it.
        if paper != limited(paper) {
            let paper = limited(paper)
            let best =
                (product + 32 * (mean - paper) * facts.mean) / (facts.variance + 32 * facts.mean * facts.mean)
            return (limited(paper + best), paper)
        }
        let ink = paper + difference
        guard ink != limited(ink) else { return (ink, paper) }
        let (end, rest) = (limited(ink), 1 - facts.mean)
        let best = (32 * (mean - end) * rest - product) / (facts.variance + 32 * rest * rest)
        return (end, limited(end + best))
    }

    /// Flat cells in many greys: a character of the ramp, a little lighter than its background.
    private static func grained(_ greys: GreyScale, ramp: [Int], _ table: GlyphTable) -> [Look] {
        (0..<256).map { luma in
            let glyph = ramp[luma * ramp.count / 256]
            let mean = table.facts[glyph].mean
            let paper = Int(greys.nearest[max(0, Int((Float(luma) - grain * mean).rounded()))])
            let ink = Int(greys.nearest[min(255, Int(greys.values[paper]) + Int(grain))])
            return Look(glyph: glyph, foreground: ink, background: paper)
        }
    }

    /// Flat cells in two greys: of the two densities around the brightness the darker one in so many of a tile's cells that their
    /// mean is the brightness (ordered dithering: Bayer, An Optimum Method for Two-Level Rendition, 1973).
    private static func dithered(_ greys: GreyScale, ramp: [Int], _ table: GlyphTable) -> [Look] {
        let values = greys.values.map { Float($0) }
        let blanks = [Look(glyph: 0, foreground: 0, background: 0), Look(glyph: 0, foreground: 1, background: 1)]
        let mixtures = ramp.flatMap { glyph in
            [Look(glyph: glyph, foreground: 1, background: 0), Look(glyph: glyph, foreground: 0, background: 1)]
        }
        let densities = (blanks + mixtures.filter { table.facts[$0.glyph].mean > 0 }).map { look in
            let (ink, paper) = (values[look.foreground], values[look.background])
            return (value: paper + (ink - paper) * table.facts[look.glyph].mean, look: look)
        }.sorted { $0.value < $1.value }
        return (0..<256).flatMap { luma in
            // What is nearly black or white is solid: modules and paper have no grain.
            let light = min(1, max(0, (Float(luma) / 255 - solid) / (1 - 2 * solid)))
            let target = values[0] + (values[1] - values[0]) * light
            let above = densities.firstIndex { $0.value >= target } ?? densities.count - 1
            let (low, high) = (densities[max(0, above - 1)], densities[above])
            let share = (target - low.value) / max(1, high.value - low.value)
            return (0..<tile.count).map { share > (Float($0) + 0.5) / Float(tile.count) ? high.look : low.look }
        }
    }

    /// The share of the brightness at each end that is not dithered.
    private static let solid: Float = 0.18
    /// Bayer's thresholds, row by row.
    private static let tile = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

    /// Flat cells in few greys: mostly one of these alone, and a character of the ramp between them where both are far.
    private static func mixed(_ greys: GreyScale, ramp: [Int], _ table: GlyphTable) -> [Look] {
        (0..<256).map { luma in
            var best = (look: Look(), difference: Float.infinity)
            for glyph in ramp {
                let facts = table.facts[glyph]
                for ink in greys.values.indices {
                    for paper in greys.values.indices {
                        let contrast = Float(greys.values[ink]) - Float(greys.values[paper])
                        let off = squaredShare(Float(luma) - Float(greys.values[paper]) - contrast * facts.mean)
                        let difference = brightness * off + grainCost * abs(contrast) * facts.variance.squareRoot()
                        if difference < best.difference {
                            // A blank where both are one: the terminal's own two cannot be told to be the same.
                            let glyph = ink == paper ? 0 : glyph
                            best = (Look(glyph: glyph, foreground: ink, background: paper), difference)
                        }
                    }
                }
            }
            return best.look
        }
    }

    /// What a pattern that is not in the picture weighs, by its contrast.
    private static let grainCost: Float = 0.0025
}
