import Surface

/// The picture in grey pixels, where the terminal has answered that it shows such: by kitty's protocol, or as sixels.
package struct PixelRenderer: PreviewRenderer {
    private let way: PictureProtocol

    package var name: String { way.rawValue }
    package var title: String { way == .kitty ? "pixels (kitty graphics)" : "pixels (sixel)" }
    /// The most of a cell: more is seen of a code than is needed to aim, and costs its bytes.
    package let samples = SampleDensity(across: 10, down: 20)

    package init(_ way: PictureProtocol) { self.way = way }

    /// As many as a cell has pixels, as far as that is worth it.
    package func samples(on terminal: TerminalTraits) -> SampleDensity {
        guard let cell = terminal.cellPixels else { return samples }
        return SampleDensity(across: min(cell.width, samples.across), down: min(cell.height, samples.down))
    }

    /// An answer of the terminal, the size of a cell, and UTF-8: without that no cell could be told from one of the picture.
    package func obstacle(on terminal: TerminalTraits) -> String? {
        guard terminal.pictures.contains(way) else { return "this terminal does not report support for them" }
        if terminal.cellPixels == nil { return "this terminal does not report its cell size" }
        return terminal.isUTF8 ? nil : "this terminal's locale is not UTF-8"
    }

    /// On black: nothing is known of the pixels below.
    package func overlay(_ style: Style, on terminal: TerminalTraits) -> Style { style.onBlack }

    /// Places the picture below its cells, darker outside of the emphasis.
    package func draw(_ image: PreviewImage, into canvas: inout Canvas) {
        let samples = samples(on: image.terminal)
        guard image.covers(samples) else { return }
        let (area, emphasis) = (image.area, image.emphasis)
        var luma = image.tonedGrid()
        let dimmed = (0..<256).map { UInt8(Double($0) * GreyScale.dimming) }
        let bright = (emphasis.x - area.x) * samples.across..<(emphasis.right - area.x) * samples.across
        for y in 0..<image.grid.rows {
            let isBright = emphasis.y..<emphasis.bottom ~= area.y + y / samples.down
            Self.dim(&luma, row: y, of: image.grid.columns, by: dimmed, except: isBright ? bright : 0..<0)
        }
        PlacedPicture(area: area, width: image.grid.columns, height: image.grid.rows, luma: luma, way: way)
            .map { canvas.place($0) }
    }

    private static func dim(
        _ luma: inout [UInt8], row: Int, of columns: Int, by dimmed: [UInt8], except bright: Range<Int>
    ) {
        let first = row * columns
        for x in 0..<columns where !bright.contains(x) { luma[first + x] = dimmed[Int(luma[first + x])] }
    }
}
