import Encoding
import Files

extension ArtworkFormat {
    /// Encapsulated PostScript, level 2.
    static let eps = ArtworkFormat("eps") { symbol, style throws(UserError) in
        let outline = symbol.outline
        let points = style.modulePoints
        let (width, height) = (outline.width * points, outline.height * points)
        var lines = [
            "%!PS-Adobe-3.0 EPSF-3.0",
            "%%BoundingBox: 0 0 \(Int(width.rounded(.up))) \(Int(height.rounded(.up)))",
            "%%HiResBoundingBox: 0 0 \(decimal(width)) \(decimal(height))",
            "%%LanguageLevel: 2", "%%EndComments", "gsave",
            // From here a unit is a module, and y runs downwards.
            // Many modules add up to what a module's width is off.
            "0 \(decimal(height, places: 8)) translate \(decimal(points, places: 8)) \(decimal(-points, places: 8)) scale",
            "\(colour(style.light)) setrgbcolor 0 0 \(decimal(outline.width)) \(decimal(outline.height)) rectfill",
            "\(colour(style.dark)) setrgbcolor",
        ]
        lines += outline.marks.map(operators) + outline.texts.map(operators)
        return Array((lines + ["grestore", "%%EOF", ""]).joined(separator: "\n").utf8)
    }

    static func colour(_ ink: Ink) -> String {
        [ink.red, ink.green, ink.blue].map { decimal(Double($0) / 255) }.joined(separator: " ")
    }

    private static func operators(of mark: SymbolOutline.Mark) -> String {
        switch mark {
        case .rectangle(let x, let y, let width, let height):
            // As in PDF, what touches a dot darkens all of it: see `VectorInset`.
            let (x, y, width, height) = (Double(x), Double(y), Double(width), Double(height))
            let inset = VectorInset.modules
            return [x + inset, y + inset, width - 2 * inset, height - 2 * inset].map { decimal($0) }
                .joined(separator: " ") + " rectfill"
        case .disc(let x, let y, let diameter):
            return "newpath \(decimal(x)) \(decimal(y)) \(decimal(diameter / 2)) 0 360 arc fill"
        case .ring(let x, let y, let radius, let line):
            return
                "newpath \(decimal(line)) setlinewidth \(decimal(x)) \(decimal(y)) \(decimal(radius)) 0 360 arc closepath stroke"
        case .hexagon:
            let corners = mark.corners.enumerated().map { index, corner in
                "\(decimal(corner.x)) \(decimal(corner.y)) \(index == 0 ? "moveto" : "lineto")"
            }
            return "newpath \(corners.joined(separator: " ")) closepath fill"
        }
    }

    private static func operators(of text: SymbolOutline.PlacedText) -> String {
        let type = VectorText(text)
        return "gsave \(decimal(type.x)) \(decimal(type.baseline)) translate 1 -1 scale "
            + "/Courier findfont \(decimal(type.size)) scalefont setfont 0 0 moveto "
            + "\(decimal(type.spacing)) 0 (\(escaped(text.text))) ashow grestore"
    }

    /// Text between parentheses, in PostScript and PDF alike.
    static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("(", with: "\\(").replacing(")", with: "\\)")
    }
}
