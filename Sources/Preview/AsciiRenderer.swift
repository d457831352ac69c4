import Surface

/// The picture in characters: more ink is more light, for a dark background.
public struct AsciiRenderer: PreviewRenderer {
    private let characters: [Character]

    /// Sixteen characters of evenly growing ink, measured on DejaVu Sans Mono (0, 2, 4 … 24 % of the cell).
    public static let ramp = Array(" .,:;!*+csoXE&#@")

    /// Draws with the characters of `ramp`, darkest first; reversed for terminals with a light background.
    public init(ramp: [Character] = AsciiRenderer.ramp) { characters = ramp.isEmpty ? [" "] : ramp }

    /// `ascii`.
    public let name = "ascii"
    /// In notices.
    public let title = "characters"
    /// One for each cell.
    public let samples = SampleDensity(across: 1, down: 1)

    /// None: every terminal has these characters.
    public func obstacle(on terminal: TerminalTraits) -> String? { nil }

    /// A character for each cell, in the theme's style.
    public func draw(_ image: PreviewImage, into canvas: inout Canvas) {
        guard image.covers(samples) else { return }
        let area = image.area
        let table = characters(for: image.tone, isOnWhite: image.isOnWhite)
        for row in 0..<area.height {
            for column in 0..<area.width {
                let (x, y) = (area.x + column, area.y + row)
                let style = image.emphasis.contains(x, y) ? image.style : image.dimmedStyle
                canvas.set(x, y, table[Int(image.grid.values[row * area.width + column])], style)
            }
        }
    }

    /// A character for each of the 256 lumas; on white more ink is less light.
    func characters(for tone: ToneMapping, isOnWhite: Bool) -> [Character] {
        let characters = isOnWhite ? characters.reversed() : characters
        return tone.levels(characters.count).map { characters[$0] }
    }
}
