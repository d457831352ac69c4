/// What a terminal can show, as far as a drawing depends on it.
public struct TerminalTraits: Hashable, Sendable {
    /// How many colours it has: 0 for none (or none wanted), mostly 8, 16 or 256; 1 << 24 where it takes any shade.
    public var colorCount: Int
    /// Whether it shows characters beyond ASCII.
    public var isUTF8: Bool

    /// A terminal; 256 colours and UTF-8 by default.
    public init(colorCount: Int = 256, isUTF8: Bool = true) {
        self.colorCount = colorCount
        self.isUTF8 = isUTF8
    }
}
