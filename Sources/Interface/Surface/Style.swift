/// How a cell is drawn.
package struct Style: Hashable, Sendable {
    /// Attributes that add to the colours.
    package struct Attributes: OptionSet, Hashable, Sendable {
        /// The bit set of SGR attributes below.
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Brighter or heavier.
        package static let bold = Attributes(rawValue: 1)
        /// Fainter.
        package static let dim = Attributes(rawValue: 2)
        /// Foreground and background exchanged.
        package static let reverse = Attributes(rawValue: 4)
        package static let underline = Attributes(rawValue: 8)
    }

    /// Colour of the character.
    package var foreground: Color
    /// Colour behind it.
    package var background: Color
    package var attributes: Attributes

    /// A style; everything is the terminal's own by default.
    package init(_ foreground: Color = .standard, on background: Color = .standard, _ attributes: Attributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// The terminal's own text.
    package static let plain = Style()
}
