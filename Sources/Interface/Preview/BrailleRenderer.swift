import Surface

/// The picture in dots, two by four a cell (U+2800–28FF): the finest that text can show, in one grey a cell.
package struct BrailleRenderer: PreviewRenderer {
    package let name = "braille"
    package let title = "braille dots"
    package let samples = SampleDensity(across: 2, down: 4)

    /// Whether the terminal's own ink is darker than its background.
    private let isInkDark: Bool

    /// The bit of each dot, row by row, in the order of the samples (Unicode 15, 21.1: dots 1–3, 7 and 4–6, 8).
    private static let bits: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]
    /// The share of light from which a dot is set, in fifteenths of the cell's lightest: an ordered dither (Bayer, 1973)
    /// over two cells, the same in every frame, so that what stands still does not flicker. None is near either end:
    /// a bar is solid and a gap is empty.
    private static let thresholds: [[Int]] = [[4, 10], [12, 6], [5, 11], [9, 7]]
    private static let characters = (0..<256).map { Character(Unicode.Scalar(0x2800 + UInt32($0)) ?? " ") }
    /// Greys of dots: fewer than there are keep them from flickering.
    private static let steps = 16

    /// Draws with U+2800–28FF, where there are no greys perhaps dark on light.
    package init(isInkDark: Bool = false) { self.isInkDark = isInkDark }

    /// UTF-8; where there are no greys the dots alone show the picture.
    package func obstacle(on terminal: TerminalTraits) -> String? { Self.obstacle(on: terminal) }

    static func obstacle(on terminal: TerminalTraits) -> String? {
        guard terminal.isUTF8 else { return "this terminal's locale is not UTF-8" }
        return terminal.hasBraille ? nil : "the console's font has none"
    }

    /// A character for each cell: light dots on black, or dots of the terminal's ink where it has no greys.
    package func draw(_ image: PreviewImage, into canvas: inout Canvas) {
        guard image.covers(samples) else { return }
        let area = image.area
        let grid = image.tonedGrid()
        let greys = image.surroundings.isWhite ? nil : GreyScale.of(image.terminal)
        let isInkDark = image.surroundings.isWhite || (greys == nil && isInkDark)
        let inks = greys.map { (Self.inks($0, $0.colors), Self.inks($0, $0.dimmed)) }
        for row in 0..<area.height {
            for column in 0..<area.width {
                let (x, y) = (area.x + column, area.y + row)
                let start = row * 4 * area.width * 2 + column * 2
                var lightest = 0
                if greys != nil {
                    for dot in 0..<8 { lightest = max(lightest, Int(grid[start + dot / 2 * area.width * 2 + dot % 2])) }
                } else {
                    lightest = 255
                }
                var pattern: UInt8 = 0
                for dot in 0..<8 {
                    let value = Int(grid[start + dot / 2 * area.width * 2 + dot % 2])
                    let isLight = value * 15 > lightest * Self.thresholds[dot / 2][dot % 2]
                    if isLight != isInkDark { pattern |= Self.bits[dot] }
                }
                let isBright = image.emphasis.contains(x, y)
                let style = inks.map { (isBright ? $0.0 : $0.1)[lightest * (Self.steps - 1) / 255] }
                canvas.set(
                    x, y, Self.characters[Int(pattern)], style ?? (isBright ? image.style : image.dimmedStyle))
            }
        }
    }

    /// On black, as the dots are where the terminal has greys.
    package func overlay(_ style: Style, on terminal: TerminalTraits) -> Style {
        GreyScale.of(terminal) == nil ? style : style.overShades(of: terminal)
    }

    /// `steps` greys on black.
    private static func inks(_ greys: GreyScale, _ colors: [Color]) -> [Style] {
        (0..<steps).map { Style(colors[Int(greys.nearest[$0 * 255 / (steps - 1)])], on: greys.colors[0]) }
    }
}
