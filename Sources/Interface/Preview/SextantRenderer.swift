import Surface

/// The picture in sixths of cells, each cell in two greys (Unicode 13, Symbols for Legacy Computing).
package struct SextantRenderer: BlockRenderer {
    package let name = "sextants"
    /// In notices: fonts and terminals before 2020 do not know them.
    package let title = "sextants (Unicode 13)"
    package let samples = SampleDensity(across: 2, down: 3)

    /// Bits: upper left 1, upper right 2, then the middle and the lower two.
    package let characters = (0..<64).map(Self.character)

    package init() {}

    /// U+1FB00 on are the patterns in order, without those that are older: none, all, and the left and the right half.
    private static func character(of pattern: UInt32) -> Character {
        switch pattern {
        case 0: " "
        case 0b010101: "▌"
        case 0b101010: "▐"
        case 63: "█"
        default:
            Unicode.Scalar(0x1FB00 + pattern - 1 - (pattern > 0b010101 ? 1 : 0) - (pattern > 0b101010 ? 1 : 0))
                .map { Character($0) } ?? " "
        }
    }
}
