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

    /// For a light background: shades of xterm's fixed colours that have a contrast of 3.4 or more to white, and to the black that
    /// some renderers of the picture put behind what is drawn over it (WCAG 2.1, 1.4.11 asks for 3).
    package static let light = Theme([
        .faint: Style(.palette(240)),
        .strong: Style(.standard, .bold),
        .border: Style(.palette(244)),
        .pictureDimmed: Style(.palette(245)),
        .box: Style(.palette(32), .bold),
        .outline: Style(.palette(166), .bold),
        .outlineKept: Style(.palette(28), .bold),
        .outlineKnown: Style(.palette(32), .bold),
        .laser: Style(.palette(160), .bold),
        .selection: Style(.standard, .reverse),
        .status: Style(.palette(16), on: .palette(252)),
        .key: Style(.palette(25), .bold),
        .good: Style(.palette(28), .bold),
        .warning: Style(.palette(124), .bold),
        .badge: Style(.palette(231), on: .palette(25)),
        .light: Style(.palette(0), on: .palette(231)),
    ])

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

    /// The theme on a background.
    package func theme(on background: TerminalBackground) -> Theme {
        switch self {
        case .automatic: background == .light ? .light : .dark
        case .dark: .dark
        case .light: .light
        case .monochrome: .monochrome
        case .highContrast: .highContrast
        }
    }

    /// What the background is taken for: whoever chooses a theme for one knows better than the terminal.
    package func background(_ told: TerminalBackground) -> TerminalBackground {
        switch self {
        case .dark: .dark
        case .light: .light
        default: told
        }
    }
}
