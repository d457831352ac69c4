import Encoding
import Files

extension ArtworkFormat {
    /// SVG 1.1, a unit for each module, as large as `moduleMillimetres` says.
    static let svg = ArtworkFormat("svg") { symbol, style throws(UserError) in
        let outline = symbol.outline
        let size = (decimal(outline.width), decimal(outline.height))
        let paper = (
            decimal(outline.width * style.moduleMillimetres), decimal(outline.height * style.moduleMillimetres)
        )
        var lines = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
            "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"\(paper.0)mm\" height=\"\(paper.1)mm\" "
                + "viewBox=\"0 0 \(size.0) \(size.1)\">",
            "<rect width=\"\(size.0)\" height=\"\(size.1)\" fill=\"\(style.light.hexadecimal)\"/>",
        ]
        let path = outline.marks.compactMap(pathData).joined()
        if !path.isEmpty {
            lines.append("<path fill=\"\(style.dark.hexadecimal)\" shape-rendering=\"crispEdges\" d=\"\(path)\"/>")
        }
        lines += outline.marks.compactMap { element(of: $0, style.dark.hexadecimal) }
        lines += outline.texts.map { element(of: $0, style.dark.hexadecimal) }
        return Array((lines + ["</svg>", ""]).joined(separator: "\n").utf8)
    }

    private static func pathData(of mark: SymbolOutline.Mark) -> String? {
        guard case .rectangle(let x, let y, let width, let height) = mark else { return nil }
        return "M\(x) \(y)h\(width)v\(height)h-\(width)z"
    }

    private static func element(of mark: SymbolOutline.Mark, _ ink: String) -> String? {
        switch mark {
        case .rectangle: return nil
        case .disc(let x, let y, let diameter):
            return "<circle cx=\"\(decimal(x))\" cy=\"\(decimal(y))\" r=\"\(decimal(diameter / 2))\" fill=\"\(ink)\"/>"
        case .ring(let x, let y, let radius, let line):
            return "<circle cx=\"\(decimal(x))\" cy=\"\(decimal(y))\" r=\"\(decimal(radius))\" fill=\"none\" "
                + "stroke=\"\(ink)\" stroke-width=\"\(decimal(line))\"/>"
        case .hexagon:
            let points = mark.corners.map { "\(decimal($0.x)),\(decimal($0.y))" }.joined(separator: " ")
            return "<polygon points=\"\(points)\" fill=\"\(ink)\"/>"
        }
    }

    private static func element(of text: SymbolOutline.PlacedText, _ ink: String) -> String {
        let type = VectorText(text)
        let escaped = text.text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        // Each character has its own place, so that every font fits.
        let places = (0..<text.text.utf8.count).map { decimal(type.x + Double($0) * text.cell) }.joined(separator: " ")
        return "<text x=\"\(places)\" y=\"\(decimal(type.baseline))\" font-family=\"Courier, monospace\" "
            + "font-size=\"\(decimal(type.size))\" fill=\"\(ink)\" xml:space=\"preserve\">\(escaped)</text>"
    }
}

extension SymbolOutline.Mark {
    /// The corners of a hexagon, from the upper one clockwise; empty for what is none.
    var corners: [(x: Double, y: Double)] {
        guard case .hexagon(let x, let y) = self else { return [] }
        let side = 0.433_012_7
        return [
            (x, y - 0.5), (x + side, y - 0.25), (x + side, y + 0.25), (x, y + 0.5), (x - side, y + 0.25),
            (x - side, y - 0.25),
        ]
    }
}

/// Text in Courier, whose characters are 0.6 of its size wide.
struct VectorText {
    /// The size of the font, in modules.
    let size: Double
    let x: Double
    /// The line that it stands on.
    let baseline: Double
    /// What lies between two characters, besides their own width.
    let spacing: Double

    init(_ text: SymbolOutline.PlacedText) {
        size = 10 * text.scale
        spacing = text.cell - 0.6 * size
        x = text.x + spacing / 2
        baseline = text.y + 6.5 * text.scale
    }
}
