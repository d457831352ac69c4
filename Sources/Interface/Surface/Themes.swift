/// The themes there are. Each state has an attribute, a sign or a word beside its colour.
extension Theme {
    /// For a dark background: colours of the basic palette only, so that the terminal's own scheme decides the shades. The picture
    /// has the terminal's own colour: white would not be seen on a light background.
    package static let dark = Theme([
        .faint: Style(.palette(8)),
        .strong: Style(.standard, .bold),
        .border: Style(.palette(8)),
        .pictureDimmed: Style(.palette(8)),
        .box: Style(.palette(14), .bold),
        .outline: Style(.palette(11), .bold),
        .outlineKept: Style(.palette(10), .bold),
        .outlineKnown: Style(.palette(14), .bold),
        .laser: Style(.palette(9), .bold),
        .selection: Style(.standard, .reverse),
        .status: Style(.palette(0), on: .palette(7)),
        .key: Style(.palette(14), .bold),
        .good: Style(.palette(10), .bold),
        .warning: Style(.palette(11), .bold),
        .badge: Style(.palette(0), on: .palette(11)),
        // The cube's white: schemes often give the sixteen colours before it other shades.
        .light: Style(.palette(0), on: .palette(231)),
    ])

    /// What `dark` has instead of reverse video where 256 colours stand on a ground that is dark for certain: greys that do not glare.
    fileprivate static let darkGreys: [Role: Style] = [
        .selection: Style(.palette(231), on: .palette(238)),
        .status: Style(.palette(252), on: .palette(236)),
    ]

    /// For a light background: shades of xterm's fixed colours. Text has a contrast of 4.5 or more to white (WCAG 2.1, 1.4.3), lines one
    /// of 3 (1.4.11).
    package static let light = Theme([
        .faint: Style(.palette(240)),
        .strong: Style(.standard, .bold),
        .border: Style(.palette(244)),
        .pictureDimmed: Style(.palette(245)),
        .box: Style(.palette(25), .bold),
        .outline: Style(.palette(130), .bold),
        .outlineKept: Style(.palette(28), .bold),
        .outlineKnown: Style(.palette(25), .bold),
        .laser: Style(.palette(160), .bold),
        .selection: Style(.palette(16), on: .palette(153)),
        .status: Style(.palette(16), on: .palette(252)),
        .key: Style(.palette(25), .bold),
        .good: Style(.palette(28), .bold),
        .warning: Style(.palette(124), .bold),
        .badge: Style(.palette(231), on: .palette(25)),
        .light: Style(.palette(0), on: .palette(231)),
    ])

    /// What a theme of one accent is made of: entries of xterm's 256 colours, which no scheme changes.
    private struct Accents {
        /// Keys, the box, signs.
        var accent: UInt8
        /// Text that matters less, and lines.
        var faint: UInt8
        var border: UInt8
        var good: UInt8
        var warning: UInt8
        /// A code that is new, and one that was scanned before.
        var new: UInt8
        var known: UInt8
        var laser: UInt8
        /// Ink and paper of the selected row, the status line, and signs.
        var selection: (UInt8, on: UInt8)
        var status: (UInt8, on: UInt8)
        var badge: (UInt8, on: UInt8)
    }

    private init(_ accents: Accents) {
        func on(_ pair: (UInt8, on: UInt8)) -> Style { Style(.palette(pair.0), on: .palette(pair.on)) }
        self.init([
            .faint: Style(.palette(accents.faint)),
            .strong: Style(.standard, .bold),
            .border: Style(.palette(accents.border)),
            .pictureDimmed: Style(.palette(accents.border)),
            .box: Style(.palette(accents.accent), .bold),
            .outline: Style(.palette(accents.new), .bold),
            .outlineKept: Style(.palette(accents.good), .bold),
            .outlineKnown: Style(.palette(accents.known), .bold),
            .laser: Style(.palette(accents.laser), .bold),
            .selection: on(accents.selection),
            .status: on(accents.status),
            .key: Style(.palette(accents.accent), .bold),
            .good: Style(.palette(accents.good), .bold),
            .warning: Style(.palette(accents.warning), .bold),
            .badge: on(accents.badge),
            .light: Style(.palette(0), on: .palette(231)),
        ])
    }

    /// Blue and green on a dark background.
    package static let ocean = Theme(
        Accents(
            accent: 81, faint: 110, border: 67, good: 115, warning: 215, new: 228, known: 147, laser: 203,
            selection: (231, on: 24), status: (16, on: 110), badge: (16, on: 81)))

    /// Green and yellow on a dark background.
    package static let forest = Theme(
        Accents(
            accent: 150, faint: 108, border: 65, good: 114, warning: 215, new: 222, known: 80, laser: 203,
            selection: (231, on: 22), status: (16, on: 108), badge: (16, on: 150)))

    /// Amber on a dark background, as terminals of the eighties had it.
    package static let ember = Theme(
        Accents(
            accent: 214, faint: 179, border: 136, good: 186, warning: 209, new: 228, known: 180, laser: 203,
            selection: (16, on: 214), status: (16, on: 178), badge: (16, on: 214)))

    /// Brown and green on a light background.
    package static let parchment = Theme(
        Accents(
            accent: 94, faint: 241, border: 137, good: 22, warning: 124, new: 130, known: 54, laser: 160,
            selection: (16, on: 223), status: (16, on: 187), badge: (231, on: 94)))

    /// Blue on a light background.
    package static let sky = Theme(
        Accents(
            accent: 25, faint: 60, border: 67, good: 23, warning: 124, new: 130, known: 55, laser: 160,
            selection: (16, on: 153), status: (16, on: 189), badge: (231, on: 25)))

    /// Attributes without any colour: for `NO_COLOR` and terminals that have none.
    package static let monochrome = Theme([
        .strong: Style(.standard, .bold),
        .pictureDimmed: Style(.standard, .dim),
        .box: Style(.standard, .bold),
        .outline: Style(.standard, .bold),
        .outlineKept: Style(.standard, [.bold, .reverse]),
        .outlineKnown: Style(.standard, [.bold, .reverse]),
        .laser: Style(.standard, .bold),
        .selection: Style(.standard, .reverse),
        .status: Style(.standard, .reverse),
        .key: Style(.standard, .bold),
        .good: Style(.standard, .bold),
        .warning: Style(.standard, [.bold, .underline]),
        .badge: Style(.standard, [.bold, .reverse]),
        .light: Style(.standard, .reverse),
    ])

    /// Nothing faint: the terminal's own text, bold where it counts, and signs in black or white on strong colours.
    package static let highContrast = Theme([
        .strong: Style(.standard, .bold),
        .border: Style(.standard, .bold),
        .box: Style(.standard, .bold),
        .outline: Style(.palette(16), on: .palette(226), .bold),
        .outlineKept: Style(.palette(231), on: .palette(22), .bold),
        .outlineKnown: Style(.palette(231), on: .palette(18), .bold),
        .laser: Style(.palette(231), on: .palette(124), .bold),
        .selection: Style(.palette(16), on: .palette(226), .bold),
        .status: Style(.standard, [.reverse, .bold]),
        .key: Style(.standard, [.bold, .underline]),
        .good: Style(.standard, .bold),
        .warning: Style(.palette(231), on: .palette(124), .bold),
        .badge: Style(.palette(16), on: .palette(226), .bold),
        .light: Style(.palette(0), on: .palette(231)),
    ])
}

/// Which theme is wanted, by its name in settings.
package enum ThemeChoice: String, CaseIterable, Sendable, Hashable {
    /// `dark` or `light`, as the terminal's background is.
    case automatic = "auto"
    case dark, light
    /// Attributes alone.
    case monochrome = "mono"
    case highContrast = "high-contrast"
    case ocean, forest, ember, parchment, sky

    /// The theme on a background, on a terminal that has `colorCount` colours.
    package func theme(on background: TerminalBackground, colorCount: Int = 256) -> Theme {
        let greys = colorCount >= 256 ? Theme.darkGreys : [:]
        return switch self {
        case .automatic:
            switch background {
            case .light: .light
            case .dark: .dark.replacing(greys)
            case .unknown: .dark
            }
        case .dark: .dark.replacing(greys)
        case .light: .light
        case .monochrome: .monochrome
        case .highContrast: .highContrast
        case .ocean: .ocean
        case .forest: .forest
        case .ember: .ember
        case .parchment: .parchment
        case .sky: .sky
        }
    }

    /// What the background is taken for: whoever chooses a theme for one knows better than the terminal.
    package func background(_ told: TerminalBackground) -> TerminalBackground {
        switch self {
        case .dark, .ocean, .forest, .ember: .dark
        case .light, .parchment, .sky: .light
        case .automatic, .monochrome, .highContrast: told
        }
    }
}
