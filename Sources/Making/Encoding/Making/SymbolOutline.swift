import Symbols

/// What is drawn of a symbol, in modules from the upper left corner of its quiet zone: the one thing that every format draws.
package struct SymbolOutline: Hashable, Sendable {
    /// The width, quiet zone included.
    package let width: Double
    /// The height, quiet zone and text included.
    package let height: Double
    /// What is dark, row by row.
    package let marks: [Mark]
    package let texts: [PlacedText]

    /// Something dark.
    package enum Mark: Hashable, Sendable {
        /// From the upper left corner, in whole modules.
        case rectangle(x: Int, y: Int, width: Int, height: Int)
        case disc(x: Double, y: Double, diameter: Double)
        /// A ring around a centre; the radius is that of the middle of its line.
        case ring(x: Double, y: Double, radius: Double, lineWidth: Double)
        /// A hexagon that stands on a corner, half a module from its centre to each corner.
        case hexagon(x: Double, y: Double)
    }

    /// Characters in cells of equal width.
    package struct PlacedText: Hashable, Sendable {
        /// ASCII.
        package let text: String
        /// The left edge of the first cell.
        package let x: Double
        /// The upper edge of capitals and digits.
        package let y: Double
        package let cell: Double
        /// How large a character is: 1 for 5 modules in width and 7 in height.
        package let scale: Double
    }
}

extension MadeSymbol {
    package var outline: SymbolOutline {
        switch kind.layout {
        case .bars: barOutline
        case .rows, .squares: outline(height: Double(grid.height), marks: rectangles)
        case .dots: outline(height: Double(grid.height), marks: dots)
        case .hexagons: outline(height: MaxiCodeGeometry.height, marks: MaxiCodeGeometry.marks(of: grid, shift: quiet))
        }
    }

    private var quiet: (x: Int, y: Int) { (horizontalQuietZone, verticalQuietZone) }

    private func outline(
        height: Double, marks: [SymbolOutline.Mark], texts: [SymbolOutline.PlacedText] = []
    ) -> SymbolOutline {
        SymbolOutline(
            width: Double(grid.width + 2 * quiet.x), height: height + Double(2 * quiet.y), marks: marks, texts: texts)
    }

    /// Squares and bars, those above each other as one, so that no seam shows between them.
    private var rectangles: [SymbolOutline.Mark] {
        // By the column that it begins in: the mark that the row above ended with, and where it ends.
        var open = [(mark: Int, end: Int)?](repeating: nil, count: grid.width)
        var marks: [SymbolOutline.Mark] = []
        marks.reserveCapacity(grid.width * grid.rows / 4)
        var y = quiet.y
        for row in 0..<grid.rows {
            let height = grid.rowHeights[row]
            var next = [(mark: Int, end: Int)?](repeating: nil, count: grid.width)
            for run in grid.runs(row: row) {
                if let above = open[run.lowerBound], above.end == run.upperBound,
                    case .rectangle(let x, let top, let width, _) = marks[above.mark]
                {
                    marks[above.mark] = .rectangle(x: x, y: top, width: width, height: y + height - top)
                    next[run.lowerBound] = above
                } else {
                    next[run.lowerBound] = (marks.count, run.upperBound)
                    marks.append(.rectangle(x: quiet.x + run.lowerBound, y: y, width: run.count, height: height))
                }
            }
            open = next
            y += height
        }
        return marks
    }

    /// A dot takes four fifths of its place, so that dots side by side do not touch (AIM DotCode, 5.1.3).
    private var dots: [SymbolOutline.Mark] {
        (0..<grid.rows).flatMap { row in
            (0..<grid.width).filter { grid.isDark($0, row: row) }.map { x in
                .disc(x: Double(quiet.x + x) + 0.5, y: Double(quiet.y + row) + 0.5, diameter: 0.8)
            }
        }
    }

    private var barOutline: SymbolOutline {
        let bars = kind.linearName.flatMap(SymbolKind.named) ?? kind
        let left = kind.linearName == nil ? 0 : grid.runs(row: grid.rows - 1).first?.lowerBound ?? 0
        let guards = texts.isEmpty ? [] : bars.guards.map { $0.lowerBound + left..<$0.upperBound + left }
        let above = texts.filter(\.isAbove).map { $0.x..<$0.x + $0.width }
        let below = texts.contains { !$0.isAbove }
        var marks: [SymbolOutline.Mark] = []
        var y = quiet.y
        for row in 0..<grid.rows {
            for run in grid.runs(row: row) {
                var (top, bottom) = (y, y + grid.rowHeights[row])
                if row == grid.rows - 1 {
                    if above.contains(where: { $0.contains(run.lowerBound) }) {
                        top = min(bottom - 1, top + TextMeasure.height + 2)
                    }
                    if guards.contains(where: { $0.contains(run.lowerBound) }) { bottom += TextMeasure.guardDescent }
                }
                marks.append(.rectangle(x: quiet.x + run.lowerBound, y: top, width: run.count, height: bottom - top))
            }
            y += grid.rowHeights[row]
        }
        let placed = texts.map { TextMeasure.placed($0, quiet: quiet, bottom: y) }
        return outline(
            height: Double(grid.height + (below ? TextMeasure.height + 1 : 0)), marks: marks, texts: placed)
    }
}

/// The sizes of text beside bars, in modules.
private enum TextMeasure {
    /// Of capitals and digits.
    static let height = 7
    /// How far guard bars of EAN and UPC reach down between the digits (ISO/IEC 15420).
    static let guardDescent = 5
    /// Of a character with the gap behind it.
    static let cell = 6.0
    /// The widest place of a character that is filled.
    static let widest = 10.0

    /// Characters are spread over their place where it is a little wider than they are, as the digits of products are; else they
    /// stand in its middle, smaller where they are many.
    static func placed(_ part: SymbolText, quiet: (x: Int, y: Int), bottom: Int) -> SymbolOutline.PlacedText {
        let count = Double(part.text.utf8.count)
        let room = Double(part.width) / count
        let cell = room <= widest ? room : Self.cell
        let x = Double(part.x) + (Double(part.width) - cell * count) / 2
        return SymbolOutline.PlacedText(
            text: part.text, x: Double(quiet.x) + x, y: Double(part.isAbove ? quiet.y : bottom + 1), cell: cell,
            scale: min(1, cell / Self.cell))
    }
}

extension SymbolKind {
    /// The columns whose bars are longer, where digits stand between them.
    fileprivate var guards: [Range<Int>] {
        switch symbology {
        case .ean13: [0..<3, 45..<50, 92..<95]
        case .ean8: [0..<3, 31..<36, 64..<67]
        case .upcA: [0..<10, 45..<50, 85..<95]
        case .upcE: [0..<3, 45..<51]
        default: []
        }
    }
}
