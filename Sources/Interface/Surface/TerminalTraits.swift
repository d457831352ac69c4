/// What a terminal can show, as far as a drawing depends on it.
package struct TerminalTraits: Hashable, Sendable {
    /// How many colours it has: 0 for none (or none wanted), mostly 8, 16 or 256; 1 << 24 where it takes any shade.
    package var colorCount: Int
    /// Whether it shows characters beyond ASCII.
    package var isUTF8: Bool
    package var background: TerminalBackground
    /// Whether it can exchange ink and paper (`Style.Attributes.reverse`).
    package var hasReverse: Bool
    /// The ways in which it has answered that it shows pictures in pixels; none by default.
    package var pictures: Set<PictureProtocol> = []
    /// Whether its font has braille, as far as is known; true by default.
    package var hasBraille = true
    /// A cell's pixels; nil, the default, where the terminal has not told.
    package var cellPixels: CellPixels?

    /// A terminal; 256 colours, UTF-8, reverse video and nothing known of its background by default.
    package init(
        colorCount: Int = 256, isUTF8: Bool = true, background: TerminalBackground = .unknown, hasReverse: Bool = true
    ) {
        self.colorCount = colorCount
        self.isUTF8 = isUTF8
        self.background = background
        self.hasReverse = hasReverse
    }
}
