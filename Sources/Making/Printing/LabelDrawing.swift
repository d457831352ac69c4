import Artwork
import Encoding

/// What is drawn on a label, in whole dots of a printer from its upper left corner.
package struct LabelDrawing: Hashable, Sendable {
    /// The label's sides in dots.
    let width, height: Int
    /// The code, and how many dots a module takes.
    let outline: SymbolOutline
    /// The same for all of its modules.
    package let dotsPerModule: Int
    /// Where the code's quiet zone begins.
    let x, y: Int
    let lines: [Line]
    let hasFrame: Bool

    /// A line of text.
    struct Line: Hashable, Sendable {
        let letters: Letters
        var x = 0
        /// Its upper edge.
        var y = 0
        /// The size of its font.
        let size: Double
        let width: Double
        /// With what lies between lines.
        let height: Double
        /// From the upper edge.
        let baseline: Double
        /// Characters that are drawn as boxes, because no font has them.
        var missing: [Unicode.Scalar] = []
    }

    /// What letters are drawn by.
    enum Letters: Hashable, Sendable {
        /// A font of equal widths that every printer has; bytes of WinAnsiEncoding.
        case plain([UInt8])
        case outline(TextOutline)
        /// A picture, and how many of its rows lie above the baseline.
        case dots(MonoBitmap, above: Int)
    }

    var missing: [Unicode.Scalar] { lines.flatMap(\.missing) }
}
