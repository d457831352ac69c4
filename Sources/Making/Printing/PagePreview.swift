import Artwork
import Encoding

/// A page in a small grid of points, for a terminal: two rows of points to a line of half blocks.
package struct PagePreview: Hashable, Sendable {
    package let width: Int
    package let height: Int
    private var ink: [Float]
    private let millimetresPerPoint: Double

    /// An empty page.
    ///
    /// - Parameters:
    ///   - size: the page.
    ///   - columns: the most points across, at least 10.
    ///   - rows: the most points down.
    init(_ size: PaperSize, columns: Int, rows: Int) {
        millimetresPerPoint = max(size.width / Double(max(10, columns)), size.height / Double(max(10, rows)))
        width = max(1, Int((size.width / millimetresPerPoint).rounded(.up)))
        height = max(1, Int((size.height / millimetresPerPoint).rounded(.up)))
        ink = [Float](repeating: 0, count: width * height)
    }

    /// Whether a point is dark; false outside.
    package func isDark(_ x: Int, _ y: Int) -> Bool {
        (0..<width).contains(x) && (0..<height).contains(y) && ink[y * width + x] >= 0.45
    }

    /// Half blocks: █ where it is dark, as on paper.
    package var lines: [String] { TextBlocks.halfRows(width, height, isDark) }

    /// Draws a label whose upper left corner is at a place in millimetres.
    mutating func draw(_ drawing: LabelDrawing, x: Double, y: Double, dot: Double) {
        for code in drawing.codes { draw(code, x: x + Double(code.x) * dot, y: y + Double(code.y) * dot, dot: dot) }
        for picture in drawing.pictures {
            for row in 0..<picture.dots.height {
                for column in 0..<picture.dots.width where picture.dots.isDark(column, row) {
                    darken(x + Double(picture.x + column) * dot, y + Double(picture.y + row) * dot, dot, dot)
                }
            }
        }
        for line in drawing.lines {
            // A line of text is a grey stroke.
            let (wide, high) = (line.width * dot, 0.5 * line.height * dot)
            darken(x + Double(line.x) * dot, y + (Double(line.y) + 0.2 * line.height) * dot, wide, high, share: 0.6)
        }
    }

    private mutating func draw(_ code: LabelDrawing.Code, x left: Double, y top: Double, dot: Double) {
        let module = Double(code.dotsPerModule) * dot
        for mark in code.outline.marks {
            let box =
                switch mark {
                case .rectangle(let x, let y, let width, let height):
                    (Double(x), Double(y), Double(width), Double(height))
                case .disc(let x, let y, let diameter): (x - diameter / 2, y - diameter / 2, diameter, diameter)
                case .ring(let x, let y, let radius, _): (x - radius / 2, y - radius / 2, radius, radius)
                case .hexagon(let x, let y): (x - 0.45, y - 0.45, 0.9, 0.9)
                }
            darken(left + box.0 * module, top + box.1 * module, box.2 * module, box.3 * module)
        }
    }

    /// Draws the edge of a label.
    mutating func outline(x: Double, y: Double, width: Double, height: Double) {
        let thin = millimetresPerPoint / 2
        for (left, top, wide, high) in [
            (x, y, width, thin), (x, y + height - thin, width, thin), (x, y, thin, height),
            (x + width - thin, y, thin, height),
        ] { darken(left, top, wide, high) }
    }

    /// Adds ink to points by how much of each a rectangle covers.
    private mutating func darken(_ x: Double, _ y: Double, _ wide: Double, _ high: Double, share: Double = 1) {
        let scale = 1 / millimetresPerPoint
        let (left, right) = (max(0, x * scale), min(Double(width), (x + wide) * scale))
        let (top, bottom) = (max(0, y * scale), min(Double(height), (y + high) * scale))
        guard left < right, top < bottom else { return }
        for row in Int(top)..<Int(bottom.rounded(.up)) {
            let vertical = min(bottom, Double(row + 1)) - max(top, Double(row))
            for column in Int(left)..<Int(right.rounded(.up)) {
                let horizontal = min(right, Double(column + 1)) - max(left, Double(column))
                ink[row * width + column] += Float(vertical * horizontal * share)
            }
        }
    }
}
