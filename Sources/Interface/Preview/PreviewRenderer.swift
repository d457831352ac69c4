import Surface

/// A way to draw the camera's picture in cells: how finely it is sampled, what a terminal must have, and the drawing.
package protocol PreviewRenderer: Sendable {
    /// Its name in settings: lower case, words joined by hyphens.
    var name: String { get }
    /// What it draws with, for a notice such as "Picture in half blocks".
    var title: String { get }
    /// How many brightnesses it wants of each cell, wherever that depends on no terminal.
    var samples: SampleDensity { get }
    /// How many it wants of each cell of `terminal`; by default `samples`.
    func samples(on terminal: TerminalTraits) -> SampleDensity
    /// Why a terminal cannot show what it draws, as the end of "No half blocks: "; nil when it can.
    func obstacle(on terminal: TerminalTraits) -> String?
    /// Draws `image` into its cells of `canvas`.
    func draw(_ image: PreviewImage, into canvas: inout Canvas)
    /// The style of what `Canvas.stroke` draws over the picture, such as an outline.
    func overlay(_ style: Style, on terminal: TerminalTraits) -> Style
}

extension PreviewRenderer {
    /// As everywhere.
    package func samples(on terminal: TerminalTraits) -> SampleDensity { samples }

    /// On the picture's shades.
    package func overlay(_ style: Style, on terminal: TerminalTraits) -> Style { style.overShades(of: terminal) }
}

/// What the cells around the picture are, where it is drawn without shades of its own.
package enum Surroundings: Sendable, Hashable, CaseIterable {
    /// Ink is light.
    case dark
    /// Ink is dark.
    case light
    /// White, to light what the camera sees: ink is dark, and there is as little as can be.
    case lit

    var isWhite: Bool { self != .dark }
}

/// What a renderer draws.
package struct PreviewImage: Sendable {
    /// The picture's brightnesses: as many columns and rows as `area` has, times the renderer's samples.
    package var grid: LumaGrid
    /// How light they are shown.
    package var tone: ToneMapping
    /// The cells to draw.
    package var area: Rect
    /// Those of them that matter; the others are dimmed.
    package var emphasis: Rect
    /// The theme's style of the picture.
    package var style: Style
    /// The theme's style of cells that are dimmed.
    package var dimmedStyle: Style
    package var surroundings = Surroundings.dark
    package var terminal = TerminalTraits()

    /// Whether there is something to draw: a grid as large as the area wants it.
    func covers(_ density: SampleDensity) -> Bool {
        !area.isEmpty && grid.columns == area.width * density.across && grid.rows == area.height * density.down
    }

    /// How light each sample is shown, 0–255, row by row.
    func tonedGrid() -> [UInt8] {
        let levels = tone.levels(256).map { UInt8(clamping: $0) }
        // SAFETY: a byte is a place in the 256 levels, and as many are written as are read.
        return levels.withUnsafeBufferPointer { levels in
            Array(unsafeUninitializedCapacity: grid.values.count) { toned, count in
                for place in grid.values.indices { toned[place] = levels[Int(grid.values[place])] }
                count = grid.values.count
            }
        }
    }
}

/// The renderers there are.
package enum PreviewRenderers {
    /// All of them, in the order in which a key goes through; the first is what every terminal can show. Characters have a `ramp` of
    /// growing light.
    package static func all(ramp: [Character] = AsciiRenderer.ramp) -> [any PreviewRenderer] {
        let ascii = AsciiRenderer(ramp: ramp)
        return [
            ascii,
            AsciiRenderer(usesLetters: true, ramp: ramp),
            HalfBlockRenderer(),
            QuadrantRenderer(),
            SextantRenderer(),
            BrailleRenderer(isInkDark: ascii.isInkDark),
            PixelRenderer(.kitty),
            PixelRenderer(.sixel),
        ]
    }

    /// Their names in settings.
    package static var names: [String] { all().map(\.name) }
}
