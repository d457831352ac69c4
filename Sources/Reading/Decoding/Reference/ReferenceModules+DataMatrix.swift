import Symbols

extension ReferenceModules {
    /// Sizes that are looked at closely: those whose finder patterns look best at first.
    private static let maximumSizes = 4

    /// The modules of a Data Matrix, at `corners` about.
    static func dataMatrix(_ corners: Quadrilateral, _ view: LumaView) -> ReferenceModules? {
        for corners in [corners, corners.mirrored.turned(by: 2)] {
            for isInverted in [false, true] {
                let guesses = DataMatrixSize.all.map { ($0, $0.agreement(view, corners, isInverted)) }
                    .sorted { $0.1 > $1.1 }
                for (size, _) in guesses.prefix(maximumSizes) {
                    let placed = view.fitted(
                        corners, columns: size.columns, rows: size.rows, isInverted: isInverted, known: size.finder)
                    guard let homography = Homography(onto: placed) else { continue }
                    let grid = ModuleGrid(
                        view, columns: size.columns, rows: size.rows, homography: homography, isInverted: isInverted)
                    guard let corrected = corrected(grid, by: size.corrected) else { continue }
                    return ReferenceModules(
                        symbology: .dataMatrix, columns: size.columns, rows: size.rows,
                        corners: fitted(
                            placed, view, columns: size.columns, rows: size.rows, isInverted: isInverted, to: corrected),
                        isInverted: isInverted, fixed: size.fixedModules, segments: size.segments, quietZone: 1,
                        corrected: size.corrected)
                }
            }
        }
        return nil
    }
}

extension DataMatrixSize {
    /// The share of the finder patterns' modules that are what they should be.
    fileprivate func agreement(_ view: LumaView, _ corners: Quadrilateral, _ isInverted: Bool) -> Double {
        guard let homography = Homography(onto: corners) else { return 0 }
        let grid = ModuleGrid(view, columns: columns, rows: rows, homography: homography, isInverted: isInverted)
        return DataMatrixModules(size: self, dark: grid.dark(sharpening: 0)).finderAgreement
    }

    fileprivate var fixedModules: [Bool?] {
        (0..<rows * columns).map { finder(column: $0 % columns, row: $0 / columns) }
    }

    fileprivate func corrected(_ dark: [Bool]) -> ReferenceModules.Corrected? {
        guard dark.count == rows * columns else { return nil }
        let places = codewordModules
        guard places.count == dataWords + checkWords else { return nil }
        let words = places.map { $0.reduce(0) { $0 << 1 | ($1.map { dark[$0] } == true ? 1 : 0) } }
        let code = ReedSolomon(field: .of256)
        let parity = checkWords / self.blocks
        var isDark = fixedModules.enumerated().map { $1 ?? unusedModule($0) }
        var blocks: [ReferenceModules.Block] = []
        for block in 0..<self.blocks {
            let codewords = Array(stride(from: block, to: words.count, by: self.blocks))
            guard let corrected = code.corrected(codewords.map { words[$0] }, parity: parity, capacity: parity)
            else { return nil }
            for (codeword, word) in zip(codewords, corrected) {
                for (bit, place) in places[codeword].enumerated() {
                    if let place { isDark[place] = word >> (7 - bit) & 1 == 1 }
                }
            }
            blocks.append(ReferenceModules.Block(codewords: codewords, capacity: parity))
        }
        return ReferenceModules.Corrected(
            isDark: isDark, codewords: places.map { $0.compactMap(\.self) }, blocks: blocks, segments: [])
    }

    /// Whether a module that no codeword has is dark: four in the last corner of some sizes, two of them dark (ISO/IEC 16022, Annex F).
    private func unusedModule(_ place: Int) -> Bool {
        let (row, column) = (place / columns, place % columns)
        return (rows - 1 - row + columns - 1 - column) % 2 == 0
    }

    // MARK: - Fixed patterns

    /// The sides of the symbol with the quiet zones beside them, and the patterns between its regions (ISO/IEC 16022, Annex M).
    fileprivate var segments: [ReferenceModules.Segment] {
        typealias Module = ReferenceModules.Module
        typealias Segment = ReferenceModules.Segment
        var result = [
            Segment(
                kind: .solid, name: "left side", modules: (0..<rows).map { Module(row: $0, column: 0, isDark: true) }),
            Segment(
                kind: .solid, name: "bottom side",
                modules: (0..<columns).map { Module(row: rows - 1, column: $0, isDark: true) }),
            Segment(
                kind: .solid, name: "left quiet zone",
                modules: (0...rows).map { Module(row: $0, column: -1, isDark: false) }),
            Segment(
                kind: .solid, name: "bottom quiet zone",
                modules: (-1..<columns).map { Module(row: rows, column: $0, isDark: false) }),
        ]
        let (height, width) = (rows / regionRows, columns / regionColumns)
        // Each row of clock track has light modules above it: the quiet zone, or the solid line of the regions above.
        for region in 0..<regionRows {
            let row = region * height
            let isOutside = region == 0
            result.append(
                Segment(
                    kind: .clockTrack, name: isOutside ? "top clock track" : "inner clock track",
                    modules: (0..<columns).map { Module(row: row, column: $0, isDark: $0 % width % 2 == 0) }
                        + (0..<columns).map { Module(row: row - 1, column: $0, isDark: !isOutside) }))
        }
        for region in 0..<regionColumns {
            let column = (region + 1) * width - 1
            let isOutside = region == regionColumns - 1
            result.append(
                Segment(
                    kind: .clockTrack, name: isOutside ? "right clock track" : "inner clock track",
                    modules: (0..<rows).map { Module(row: $0, column: column, isDark: $0 % height % 2 == 1) }
                        + (0..<rows).map { Module(row: $0, column: column + 1, isDark: !isOutside) }))
        }
        return result
    }
}
