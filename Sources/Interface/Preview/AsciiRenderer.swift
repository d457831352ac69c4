import Surface

/// The picture in characters of ASCII, each chosen by the structure in its cell as well as by brightness.
///
/// Where the terminal has greys, foreground and background are shaded (`ShadedGlyphs`); without colours they are
/// exchanged where the picture is light; else there is ink and no ink (`PlainGlyphs`). The characters' shapes are those of
/// a common font (`GlyphShapes`).
package struct AsciiRenderer: PreviewRenderer {
    private let table: GlyphTable
    /// Glyphs of `table` by growing light.
    private let ramp: [Int]
    /// Whether `ramp` is one for dark ink: it begins with what covers more than its end.
    let isInkDark: Bool

    /// Nine characters of evenly growing ink, measured on DejaVu Sans Mono (0 to 28 % of the cell), without letters.
    package static let ramp = Array(" .:*={%#@")

    /// Draws cells without structure with the characters of `ramp`, darkest first; reversed for terminals with a light
    /// background, which a terminal without greys needs to know for all cells. Characters beyond ASCII are left out.
    ///
    /// - Parameter usesLetters: whether letters and digits, which fit more edges but look like text, are among the characters;
    ///   those of `ramp` always are.
    package init(usesLetters: Bool = false, ramp: [Character] = AsciiRenderer.ramp) {
        (name, title) = usesLetters ? ("letters", "letters and signs") : ("ascii", "characters")
        table = (usesLetters ? GlyphTable.letters : GlyphTable.strokes).adding(ramp)
        let glyphs = ramp.compactMap(table.glyph)
        self.ramp = glyphs.isEmpty ? [0] : glyphs
        isInkDark = table.facts[self.ramp.first ?? 0].mean > table.facts[self.ramp.last ?? 0].mean
    }

    package let name: String
    package let title: String
    /// As many for each cell as glyphs have parts.
    package let samples = GlyphTable.parts

    /// None: every terminal has these characters.
    package func obstacle(on terminal: TerminalTraits) -> String? { nil }

    /// A character for each cell: in two of the terminal's greys, or of the theme's style and that reversed where it has
    /// none; in the theme's style alone on a screen that is lit and where nothing can be reversed.
    package func draw(_ image: PreviewImage, into canvas: inout Canvas) {
        guard image.covers(samples) else { return }
        // A screen that lights what the camera sees has as little ink as can be.
        if image.surroundings != .lit, let greys = GreyScale.forCharacters(on: image.terminal) {
            drawShaded(image, in: greys, into: &canvas) { look, isBright in
                let colors = isBright ? greys.colors : greys.dimmed
                return Style(colors[look.foreground], on: colors[look.background])
            }
        } else if image.surroundings != .lit, image.terminal.hasReverse {
            let isPaperLight = isInkDark || image.surroundings.isWhite
            drawShaded(image, in: .inkAndPaper, into: &canvas) { look, isBright in
                let style = isBright ? image.style : image.dimmedStyle
                return (look.background == 1) == isPaperLight ? style : style.reversed
            }
        } else {
            drawPlain(image, into: &canvas)
        }
    }

    private func drawShaded(
        _ image: PreviewImage, in greys: GreyScale, into canvas: inout Canvas,
        style: (ShadedGlyphs.Look, _ isBright: Bool) -> Style
    ) {
        let glyphs = ShadedGlyphs(table, greys: greys, ramp: ramp(isInkDark: false))
        let characters = table.characters
        forEachCell(of: image) { x, y, cell in
            let look = glyphs.look(of: &cell, x, y)
            canvas.set(x, y, characters[look.glyph], style(look, image.emphasis.contains(x, y)))
        }
    }

    private func drawPlain(_ image: PreviewImage, into canvas: inout Canvas) {
        let isInkDark = isInkDark || image.surroundings.isWhite
        let glyphs = PlainGlyphs(table, ramp: ramp(isInkDark: isInkDark), isInkDark: isInkDark)
        let characters = table.characters
        forEachCell(of: image) { x, y, cell in
            let style = image.emphasis.contains(x, y) ? image.style : image.dimmedStyle
            canvas.set(x, y, characters[glyphs.glyph(of: &cell)], style)
        }
    }

    /// On the picture's shades, as far as it has any there.
    package func overlay(_ style: Style, on terminal: TerminalTraits) -> Style {
        GreyScale.forCharacters(on: terminal) == nil ? style : style.overShades(of: terminal)
    }

    private func ramp(isInkDark: Bool) -> [Int] { isInkDark == self.isInkDark ? ramp : ramp.reversed() }

    /// Calls `body` with the place on the canvas and the samples of each cell.
    @inline(__always)
    private func forEachCell(of image: PreviewImage, _ body: (Int, Int, inout CellComparison) -> Void) {
        let area = image.area
        let parts = GlyphTable.parts
        let stride = area.width * parts.across
        let grid = image.tonedGrid()
        var cell = CellComparison(with: table)
        for row in 0..<area.height {
            for column in 0..<area.width {
                cell.take(grid.span, at: row * parts.down * stride + column * parts.across, stride: stride)
                body(area.x + column, area.y + row, &cell)
            }
        }
    }
}
