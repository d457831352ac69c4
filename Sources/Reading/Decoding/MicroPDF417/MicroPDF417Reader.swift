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
    /// Shares of the check words that are spent on erasures, the most doubtful codewords.
    /// Not measured: each costs a correction.
    private static let lostShares = [0, 0.25, 0.5, 0.75]

    /// The symbols of `view`.
    ///
    /// - Parameter step: rows of pixels from one that is looked along to the next.
    static func read(_ view: LumaView, step: Int) -> [RawSymbol] {
        let places = MicroPDF417Place.of(RowAddressColumn.all(in: view, step: step), maxCount: maxPlaces)
        var found: [RawSymbol] = []
        for place in places where !found.contains(where: { $0.corners.boundsContain(place.corners.center) }) {
            if let symbol = read(view, place) { found.append(symbol) }
        }
        return found
    }

    private static func read(_ view: LumaView, _ place: MicroPDF417Place) -> RawSymbol? {
        guard place.agreement(in: view) >= minRoughAgreement else { return nil }
        if let symbol = symbol(view, place.size, place.corners) { return symbol }
        let known = place.size.knownModules
        let fitted = view.fitted(place.corners, columns: place.size.modules, rows: place.size.rows) { column, row in
            known[row * place.size.modules + column]
        }
        return symbol(view, place.size, fitted)
    }

    private static func symbol(_ view: LumaView, _ size: MicroPDF417Size, _ corners: Quadrilateral) -> RawSymbol? {
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
                guard PDF417Correction.correct(&codewords, checks: size.checks, lost: Array(lost)) != nil else {
                    continue
                }
                guard let content = PDF417Content(codewords.dropLast(size.checks), kind: .microPDF417) else {
                    return nil
                }
                return RawSymbol(.microPDF417, content, corners: corners)
            }
        }
        return nil
    }
}

extension MicroPDF417Place {
    /// The share of the Row Address Patterns' modules that are darker or lighter than half of their pattern as they should
    /// be: a look at few of the symbol's modules.
    fileprivate func agreement(in view: LumaView) -> Double {
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
