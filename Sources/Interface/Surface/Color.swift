/// A terminal colour: the terminal's own default, one of its 256 palette entries, or any shade.
package enum Color: Hashable, Sendable {
    /// Whatever the terminal uses for text (or its background).
    case standard
    /// An index of the xterm palette: 0–7 basic, 8–15 bright, 16–231 a 6×6×6 cube, 232–255 greys.
    case palette(UInt8)
    /// Red, green and blue of sRGB, 0–255; a terminal shows the nearest that it has.
    case rgb(UInt8, UInt8, UInt8)
}
