import Symbols

/// Reads QR Codes that are blurred, faint or creased, where the libraries no longer see modules.
///
/// Finder patterns are found by means over their rings, not by edges; the grid is fitted to all modules whose colour
/// is known, and follows creases; modules are judged by their neighbourhood with the blur taken back, and doubtful
/// ones are taken for lost.
struct QRReader {
    private var finders = QRFinders()

    /// Limits on what is tried for one picture.
    struct Effort: Equatable {
        /// Dark spots that are compared with the whole pattern, at most.
        var spots: Int
        /// Likely finder patterns that are fitted to the picture exactly, at most.
        var patterns: Int
        /// Triples of finder patterns, at most.
        var layouts: Int
        /// Grids that are fitted, of one size each, at most.
        var grids: Int

        /// Measured: spots 60 or 94 as many; patterns 13 or 20 as many; layouts 3 or 5 as many; grids 5 or 8 as many.
        static let sparing = Effort(spots: 75, patterns: 16, layouts: 4, grids: 6)
        /// Measured: 96 and 150 read as many.
        static let quick = Effort(spots: 120, patterns: 16, layouts: 4, grids: 6)
        /// For each level of a picture. Measured on pictures of other projects: more patterns, layouts and grids read as many.
        static let still = Effort(spots: 500, patterns: 40, layouts: 12, grids: 30)
        /// Not measured: limits for hostile pictures.
        static let thorough = Effort(spots: 1500, patterns: 100, layouts: 24, grids: 60)
    }

    /// Reads the QR Codes of `view` that are not `known`; corners in its pixels.
    mutating func read(_ view: LumaView, _ effort: Effort, except known: [Quadrilateral] = []) -> [RawSymbol] {
        let found = finders.find(in: view, maxSpots: effort.spots, refined: effort.patterns, except: known)
        guard found.count >= 3 else { return [] }
        var result: [RawSymbol] = []
        var grids = 0
        for layout in QRLayout.of(found, maxCount: effort.layouts) {
            let isTaken = result.contains { symbol in
                [layout.topLeft, layout.topRight, layout.bottomLeft].contains {
                    symbol.corners.boundsContain($0.center)
                }
            }
            guard !isTaken else { continue }
            for version in layout.versions {
                grids += 1
                guard grids <= effort.grids else { return result }
                let grid = QRGrid(view, version: version, isInverted: layout.topLeft.isInverted)
                guard let placed = grid.placed(layout.corners) else { continue }
                if let symbol = read(grid, placed) {
                    result.append(symbol)
                    break
                }
            }
        }
        return result
    }

    private func read(_ grid: QRGrid, _ corners: Quadrilateral) -> RawSymbol? {
        guard let homography = Homography(onto: corners) else { return nil }
        var modules = ModuleGrid(
            grid.view, columns: grid.template.size, rows: grid.template.size, homography: homography,
            isInverted: grid.isInverted)
        func symbol(_ messages: [QRMessage]) -> RawSymbol? {
            for message in messages {
                if let content = message.content() ?? message.mirrored.content() {
                    return RawSymbol(.qrCode, content, corners: corners)
                }
            }
            return nil
        }
        let messages = messages(of: modules, grid)
        if let symbol = symbol(messages) { return symbol }
        guard messages.contains(where: \.hasFormat) else { return nil }
        modules = grid.followed(homography)
        return symbol(self.messages(of: modules, grid))
    }

    private func messages(of modules: ModuleGrid, _ grid: QRGrid) -> [QRMessage] {
        ModuleGrid.sharpenings.map { QRMessage(template: grid.template, darkness: modules.darkness(sharpening: $0)) }
    }
}

extension ModuleGrid {
    /// How dark each module is, of the contrast around it: 1 as the darkest, -1 as the lightest neighbour.
    func darkness(sharpening: Float) -> [Float] {
        let (sharp, middles, ranges) = judged(sharpening: sharpening)
        return sharp.indices.map { (middles[$0] - sharp[$0]) / max(1, ranges[$0] / 2) }
    }
}
