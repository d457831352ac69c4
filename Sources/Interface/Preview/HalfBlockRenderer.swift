import Surface

/// The picture in greys, two to a cell: the upper half block in one, on a background of the other.
package struct HalfBlockRenderer: PreviewRenderer {
    package let name = "half-blocks"
    package let title = "half blocks"
    package let samples = SampleDensity(across: 1, down: 2)

    package init() {}

    /// Colours, and UTF-8.
    package func obstacle(on terminal: TerminalTraits) -> String? { GreyScale.obstacle(on: terminal) }

    /// A half block for each cell, in two of the greys.
    package func draw(_ image: PreviewImage, into canvas: inout Canvas) {
        guard image.covers(samples), let greys = GreyScale.of(image.terminal) else { return }
        let area = image.area
        let shades = image.tone.levels(256).map { Int(greys.nearest[$0]) }
        let bright = shades.map { greys.colors[$0] }
        let dimmed = shades.map { greys.dimmed[$0] }
        for row in 0..<area.height {
            let upper = 2 * row * area.width
            let lower = upper + area.width
            for column in 0..<area.width {
                let (x, y) = (area.x + column, area.y + row)
                let isBright = image.emphasis.contains(x, y)
                let above = Int(image.grid.values[upper + column])
                let below = Int(image.grid.values[lower + column])
                let style =
                    isBright ? Style(bright[above], on: bright[below]) : Style(dimmed[above], on: dimmed[below])
                canvas.set(x, y, "▀", style)
            }
        }
    }
}
