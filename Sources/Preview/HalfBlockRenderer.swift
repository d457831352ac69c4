import Surface

/// The picture in greys, two to a cell: the upper half block in one, on a background of the other.
public struct HalfBlockRenderer: PreviewRenderer {
    /// Greys that are told apart: 64 make 4096 pairs of colours at most, and ncurses has 32,767 (Terminal's `PairTable`).
    static let greys = 64
    /// The least colours: with eight there is black and white only; with sixteen there are two greys between.
    static let leastColors = 16
    /// What is left of the brightness of cells that are dimmed.
    private static let dimming = 0.45

    /// `half-blocks`.
    public let name = "half-blocks"
    /// In notices.
    public let title = "half blocks"
    /// Two for each cell, one above the other.
    public let samples = SampleDensity(across: 1, down: 2)

    /// Draws with U+2580.
    public init() {}

    /// Colours, and UTF-8.
    public func obstacle(on terminal: TerminalTraits) -> String? {
        if terminal.colorCount == 0 { return "there are no colours here" }
        if terminal.colorCount < Self.leastColors {
            return "this terminal has \(terminal.colorCount) colours, and they need \(Self.leastColors)"
        }
        return terminal.isUTF8 ? nil : "this terminal's locale is not UTF-8"
    }

    /// A half block for each cell, in two of the greys.
    public func draw(_ image: PreviewImage, into canvas: inout Canvas) {
        guard image.covers(samples) else { return }
        let area = image.area
        let levels = image.tone.levels(Self.greys)
        let bright = levels.map { Self.grey($0, share: 1) }
        let dimmed = levels.map { Self.grey($0, share: Self.dimming) }
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

    /// On black, which no grey beside it swallows.
    public func overlay(_ style: Style) -> Style {
        guard style.background == .standard else { return style }
        return Style(style.foreground, on: .rgb(0, 0, 0), style.attributes)
    }

    /// The grey of a level, `share` of its brightness, among the same `greys`.
    private static func grey(_ level: Int, share: Double) -> Color {
        let level = Int((Double(level) * share).rounded())
        let value = UInt8(level * 255 / (greys - 1))
        return .rgb(value, value, value)
    }
}
