import Frames
import Surface

/// The colours of a frame, put on cells that were drawn in greys: each keeps its brightness.
struct ColourTint {
    private let chroma: ChromaGrid
    private let mapping: PictureMapping
    private let bounds: PixelRect

    /// Colours are distinguished by so much: more of them would need more pairs than ncurses has.
    private static let step = 12
    /// The least number of the terminal's colours.
    static let minimumColors = 256

    /// The colours of what `mapping` shows of `frame`; nil if the frame has none.
    init?(of frame: Frame, shownBy mapping: PictureMapping) {
        guard let chroma = frame.chroma else { return nil }
        (self.chroma, self.mapping, bounds) = (chroma, mapping, frame.bounds)
    }

    /// Tints the picture's cells, those outside of `emphasis` as much less as they are darker.
    func apply(to canvas: inout Canvas, emphasis: Rect) {
        let picture = mapping.picture.clamped(to: canvas.bounds)
        for y in picture.y..<picture.bottom {
            for x in picture.x..<picture.right {
                let share = emphasis.contains(x, y) ? 1 : GreyScale.dimming
                guard let tint = tint(x, y, share) else { continue }
                let cell = canvas[x, y]
                let style = Style(
                    Self.tinted(cell.style.foreground, tint), on: Self.tinted(cell.style.background, tint),
                    cell.style.attributes)
                if style != cell.style { canvas.set(x, y, cell.character, style) }
            }
        }
    }

    /// What a cell's red, green and blue differ from its brightness by; nil for a grey one.
    private func tint(_ x: Int, _ y: Int, _ share: Double) -> (red: Int, green: Int, blue: Int)? {
        let place = mapping.frame(.init(x: Double(x) + 0.5, y: Double(y) + 0.5))
        let column = Int(place.x) * chroma.columns / max(1, bounds.width)
        let row = Int(place.y) * chroma.rows / max(1, bounds.height)
        let index = min(max(row, 0), chroma.rows - 1) * chroma.columns + min(max(column, 0), chroma.columns - 1)
        let blue = Self.coarse(Double(Int(chroma.blue[index]) - 128) * share)
        let red = Self.coarse(Double(Int(chroma.red[index]) - 128) * share)
        guard blue != 0 || red != 0 else { return nil }
        // ITU-R BT.601, in thousandths.
        return (1402 * red / 1000, (-714 * red - 344 * blue) / 1000, 1772 * blue / 1000)
    }

    private static func coarse(_ value: Double) -> Int { Int((value / Double(step)).rounded()) * step }

    /// A grey with the tint; other colours stay as they are.
    private static func tinted(_ color: Color, _ tint: (red: Int, green: Int, blue: Int)) -> Color {
        guard case .rgb(let grey, let green, let blue) = color, grey == green, grey == blue else { return color }
        let luma = Int(grey)
        return .rgb(
            UInt8(clamping: luma + tint.red), UInt8(clamping: luma + tint.green), UInt8(clamping: luma + tint.blue))
    }
}
