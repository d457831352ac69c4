import Symbols

/// Reads MicroPDF417 symbols whose rows run along those of a picture, or against them (ISO/IEC 24728).
///
/// Row Address Patterns at both ends show where rows are; the symbol's modules are then fitted to the grey levels, and
/// each codeword is the likeliest of its row's cluster.
enum MicroPDF417Reader {
    /// Places that are tried: rows may be those of several sizes. Measured: 6 and 10 read as many.
    private static let maxPlaces = 8
    /// Of the Row Address Patterns' modules, this share must be right.
    /// Measured: 0.68 reads as many, 1.06 reads 5 fewer.
    private static let minAgreement = 0.85
    /// The same before modules are fitted; of random ones a half is right; tilted and thick print
    /// (zxing-micropdf417-1/4x6-thick-1.png) has less than 0.65. Measured: 0.44 reads as many, 0.688 reads 1 fewer.
    private static let minRoughAgreement = 0.55
    /// Ways in which a symbol may lie that are tried, where several agree as well with its patterns. Not measured: the codewords
    /// at an end without patterns tell them apart.
    private static let maxWays = 12
    private static let sameAgreement = 0.03
    /// Shares of the check words that are spent on erasures, the most doubtful codewords.
    /// Not measured: each costs a correction.
    private static let lostShares = [0, 0.25, 0.5, 0.75]

    /// A symbol: what its data codewords say, check words left out, and where it lies.
    struct Found<Content> {
        let content: Content
        let corners: Quadrilateral

        /// The same with its corners moved by `transform`.
        func placed(_ transform: (Quadrilateral) -> Quadrilateral) -> Found {
            Found(content: content, corners: transform(corners))
        }
    }

    /// The MicroPDF417 symbols of `view`.
    ///
    /// - Parameter step: rows of pixels from one that is looked along to the next.
    static func read(_ view: LumaView, step: Int) -> [RawSymbol] {
        read(view, step: step, sizes: MicroPDF417Size.all) { _, codewords in
            PDF417Content(Array(codewords), kind: .microPDF417)
        }
        .map { RawSymbol(.microPDF417, $0.content, corners: $0.corners) }
    }

    /// The symbols of `view` that have one of `sizes`, and whose data codewords `content` understands.
    static func read<Content>(
        _ view: LumaView, step: Int, sizes: [MicroPDF417Size],
        content: (MicroPDF417Size, ArraySlice<Int>) -> Content?
    ) -> [Found<Content>] {
        let columns = RowAddressColumn.all(in: view, step: step)
        var found: [Found<Content>] = []
        for place in MicroPDF417Place.of(columns, sizes: sizes, maxCount: maxPlaces)
        where !found.contains(where: { $0.corners.boundsContain(place.corners.center) }) {
            if let symbol = read(view, place, content) { found.append(symbol) }
        }
        return found
    }

    private static func read<Content>(
        _ view: LumaView, _ place: MicroPDF417Place, _ content: (MicroPDF417Size, ArraySlice<Int>) -> Content?
    ) -> Found<Content>? {
        let ways = ([place.corners] + place.others)
            .map { (corners: $0, agreement: place.agreement(of: $0, in: view)) }
            .sorted { $0.agreement > $1.agreement }
        guard let best = ways.first, best.agreement >= minRoughAgreement else { return nil }
        for way in ways.prefix(maxWays) where way.agreement >= best.agreement - sameAgreement {
            if let symbol = symbol(view, place.size, way.corners, content) { return symbol }
        }
        let known = place.size.knownModules
        let fitted = view.fitted(best.corners, columns: place.size.modules, rows: place.size.rows) { column, row in
            known[row * place.size.modules + column]
        }
        return symbol(view, place.size, fitted, content)
    }

    private static func symbol<Content>(
        _ view: LumaView, _ size: MicroPDF417Size, _ corners: Quadrilateral,
        _ content: (MicroPDF417Size, ArraySlice<Int>) -> Content?
    ) -> Found<Content>? {
        guard let homography = Homography(onto: corners) else { return nil }
        let grid = ModuleGrid(view, columns: size.modules, rows: size.rows, homography: homography)
        for sharpening in ModuleGrid.sharpenings {
            let modules = MicroPDF417Modules(size: size, grid, sharpening: sharpening)
            guard modules.addressAgreement >= minAgreement else { continue }
            let read = modules.codewords()
            for share in lostShares {
                let lost = read.doubtful.prefix(Int(Double(size.checks) * share))
                if share > 0 && lost.isEmpty { continue }
                var codewords = read.codewords
                guard
                    PDF417Correction.correct(
                        &codewords, checks: size.checks, lost: Array(lost), isComponent: size.isComponentA) != nil
                else { continue }
                return content(size, codewords.dropLast(size.checks)).map { Found(content: $0, corners: corners) }
            }
        }
        return nil
    }
}

extension MicroPDF417Place {
    /// The share of the Row Address Patterns' modules that are darker or lighter than half of their pattern as they should
    /// be: a look at few of the symbol's modules.
    fileprivate func agreement(of corners: Quadrilateral, in view: LumaView) -> Double {
        guard let homography = Homography(onto: corners) else { return 0 }
        var (right, all) = (0, 0)
        for row in 0..<size.rows {
            let v = (Double(row) + 0.5) / Double(size.rows)
            for (start, pattern) in size.addresses(ofRow: row) {
                let levels = (0..<RowAddress.modules).map {
                    view.level(at: homography((Double(start + $0) + 0.5) / Double(size.modules), v))
                }
                let middle = ((levels.min() ?? 0) + (levels.max() ?? 0)) / 2
                for (i, level) in levels.enumerated() {
                    if (level < middle) == RowAddress.isDark(i, of: pattern) { right += 1 }
                    all += 1
                }
            }
        }
        return Double(right) / Double(max(1, all))
    }
}

extension MicroPDF417Size {
    /// Row by row, whether a module of a Row Address Pattern or of the last bar is dark; nil for those of codewords.
    var knownModules: [Bool?] {
        var known = [Bool?](repeating: nil, count: modules * rows)
        for row in 0..<rows {
            for (start, pattern) in addresses(ofRow: row) {
                for i in 0..<RowAddress.modules {
                    known[row * modules + start + i] = RowAddress.isDark(i, of: pattern)
                }
            }
            known[row * modules + modules - 1] = true
        }
        return known
    }
}
