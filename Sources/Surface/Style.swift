/// How a cell is drawn.
public struct Style: Hashable, Sendable {
    /// Attributes that add to the colours.
    public struct Attributes: OptionSet, Hashable, Sendable {
        /// The bit set of SGR attributes below.
        public let rawValue: UInt8

        /// The attributes of `rawValue`.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Brighter or heavier.
        public static let bold = Attributes(rawValue: 1)
        /// Fainter.
        public static let dim = Attributes(rawValue: 2)
        /// Foreground and background exchanged.
        public static let reverse = Attributes(rawValue: 4)
        /// Underlined.
        public static let underline = Attributes(rawValue: 8)
    }

    /// Colour of the character.
    public var foreground: Color
    /// Colour behind it.
    public var background: Color
    /// Bold, dim, reverse, underline.
    public var attributes: Attributes

    /// A style; everything is the terminal's own by default.
    public init(_ foreground: Color = .standard, on background: Color = .standard, _ attributes: Attributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// The terminal's own text.
    public static let plain = Style()
}
