import Artwork
import Encoding
import Files

/// What is drawn on a label, in whole dots of a printer from its upper left corner.
package struct LabelDrawing: Hashable, Sendable {
    /// The label's sides in dots.
    let width, height: Int
    let codes: [Code]
    let lines: [Line]
    let pictures: [Picture]
    let hasFrame: Bool

    /// The dots of the narrowest and the widest module.
    package var dotsPerModule: ClosedRange<Int> {
        let dots = codes.map(\.dotsPerModule)
        return (dots.min() ?? 1)...(dots.max() ?? 1)
    }

    /// A code.
    struct Code: Hashable, Sendable {
        let symbol: MadeSymbol
        let outline: SymbolOutline
        /// The same for all of its modules.
        let dotsPerModule: Int
        /// Where its quiet zone begins.
        var x = 0
        var y = 0

        var width: Int { Int((outline.width * Double(dotsPerModule)).rounded(.up)) }
        var height: Int { Int((outline.height * Double(dotsPerModule)).rounded(.up)) }
    }

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
        case plain([UInt8], isBold: Bool)
        case outline(TextOutline)
        /// A picture, and how many of its rows lie above the baseline.
        case dots(MonoBitmap, above: Int)
    }

    /// A picture, such as a logo.
    struct Picture: Hashable, Sendable {
        /// Its number in the template.
        let index: Int
        let dots: MonoBitmap
        var x = 0
        var y = 0
    }

    /// The light dots around a code and its quiet zone, up to what stands next to it or the label's edge.
    func space(around code: Code) -> Int {
        let codes = codes.filter { $0 != code }.map { ($0.x, $0.y, $0.width, $0.height) }
        let lines = lines.map { ($0.x, $0.y, Int($0.width), Int($0.height)) }
        let pictures = pictures.map { ($0.x, $0.y, $0.dots.width, $0.dots.height) }
        let gaps = (codes + lines + pictures).map { x, y, wide, high in
            max(x - code.x - code.width, code.x - x - wide, y - code.y - code.height, code.y - y - high)
        }
        let edges = [code.x, code.y, width - code.x - code.width, height - code.y - code.height]
        return max(0, (gaps + edges).min() ?? 0)
    }

    var missing: [Unicode.Scalar] { lines.flatMap(\.missing) }

    /// The same, moved by dots.
    ///
    /// - Parameter bounds: the part of the page, from the label's corner, that codes must stay in.
    /// - Throws: `UserError` where a code would be cut off.
    func moved(
        by offset: (x: Int, y: Int), within bounds: (x: ClosedRange<Int>, y: ClosedRange<Int>)
    ) throws(UserError) -> LabelDrawing {
        guard offset != (0, 0) else { return self }
        func moved<Part>(_ parts: [Part], _ x: WritableKeyPath<Part, Int>, _ y: WritableKeyPath<Part, Int>) -> [Part] {
            parts.map { part in
                var part = part
                part[keyPath: x] += offset.x
                part[keyPath: y] += offset.y
                return part
            }
        }
        let codes = moved(codes, \.x, \.y)
        let isCut = codes.contains { code in
            code.x < bounds.x.lowerBound || code.y < bounds.y.lowerBound
                || code.x + code.width > bounds.x.upperBound || code.y + code.height > bounds.y.upperBound
        }
        guard !isCut else { throw UserError("the offset moves its code over the edge: use a smaller --offset") }
        return LabelDrawing(
            width: width, height: height, codes: codes, lines: moved(lines, \.x, \.y),
            pictures: moved(pictures, \.x, \.y), hasFrame: hasFrame)
    }
}
