import Encoding

extension ArtworkFormat {
    /// PDF 1.4 of one page, without a date, so that the same symbol gives the same bytes.
    static let pdf = ArtworkFormat("pdf") { symbol, style throws(ArtworkError) in
        let outline = symbol.outline
        let points = style.modulePoints
        let (width, height) = (outline.width * points, outline.height * points)
        var lines = [
            // From here a unit is a module, and y runs downwards.
            "\(decimal(points)) 0 0 \(decimal(-points)) 0 \(decimal(height)) cm",
            "\(colour(style.light)) rg 0 0 \(decimal(outline.width)) \(decimal(outline.height)) re f",
            "\(colour(style.dark)) rg \(colour(style.dark)) RG",
        ]
        let rectangles = outline.marks.compactMap(rectangle)
        if !rectangles.isEmpty { lines += rectangles + ["f"] }
        lines += outline.marks.compactMap(shape) + outline.texts.map(operators)
        var document = PDFDocument()
        document.addPage(width: width, height: height, content: lines.joined(separator: "\n") + "\n")
        return document.bytes
    }

    private static func rectangle(of mark: SymbolOutline.Mark) -> String? {
        guard case .rectangle(let x, let y, let width, let height) = mark else { return nil }
        return "\(x) \(y) \(width) \(height) re"
    }

    private static func shape(of mark: SymbolOutline.Mark) -> String? {
        switch mark {
        case .rectangle: return nil
        case .disc(let x, let y, let diameter): return circle(x, y, diameter / 2) + " f"
        case .ring(let x, let y, let radius, let line): return "\(decimal(line)) w \(circle(x, y, radius)) S"
        case .hexagon:
            let corners = mark.corners.enumerated().map { index, corner in
                "\(decimal(corner.x)) \(decimal(corner.y)) \(index == 0 ? "m" : "l")"
            }
            return corners.joined(separator: " ") + " h f"
        }
    }

    /// Four curves, which are off a circle by less than 0.03 % of its radius.
    private static func circle(_ x: Double, _ y: Double, _ radius: Double) -> String {
        let pull = radius * 0.552_284_75
        func point(_ dx: Double, _ dy: Double) -> String { "\(decimal(x + dx)) \(decimal(y + dy))" }
        return [
            point(radius, 0), "m", point(radius, pull), point(pull, radius), point(0, radius), "c",
            point(-pull, radius), point(-radius, pull), point(-radius, 0), "c", point(-radius, -pull),
            point(-pull, -radius),
            point(0, -radius), "c", point(pull, -radius), point(radius, -pull), point(radius, 0), "c h",
        ].joined(separator: " ")
    }

    private static func operators(of text: SymbolOutline.PlacedText) -> String {
        let type = VectorText(text)
        return "BT /F1 \(decimal(type.size)) Tf \(decimal(type.spacing)) Tc "
            + "1 0 0 -1 \(decimal(type.x)) \(decimal(type.baseline)) Tm (\(escaped(text.text))) Tj ET"
    }
}
