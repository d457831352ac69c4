import Formats
import Surface
import Widgets

/// The basket: what was scanned at a place, and what it costs.
package struct BasketReport: Report {
    private let basket: Basket

    package init(_ basket: Basket) { self.basket = basket }

    package var export: Effect? { basket.isEmpty ? nil : .places(.askExport) }
    /// Asks what to do with it.
    package var change: Effect? { basket.isEmpty ? nil : .places(.showReceipt) }

    /// A line for each code, and the sum.
    package func blocks(width: Int, _ context: RenderContext) -> [TextBlock] {
        guard !basket.isEmpty else {
            return [TextBlock("Nothing of this place's collection was scanned yet.", .faint)]
        }
        var blocks = basket.lines.map { line in
            let title = line.title.isEmpty ? line.code : line.title
            return TextBlock([title, "×\(line.quantity)", line.price ?? "no price"].joined(separator: "  "), indent: 2)
        }
        let pieces = basket.pieces == 1 ? "1 piece" : "\(basket.pieces) pieces"
        let missing = basket.piecesWithoutPrice
        blocks += [.empty, TextBlock("\(pieces)  \(basket.sum.map { "sum \($0)" } ?? "no sum")", .strong)]
        if missing > 0 {
            blocks.append(TextBlock("\(missing == 1 ? "1 piece has" : "\(missing) pieces have") no price.", .warning))
        }
        return blocks
    }
}
