/// What a style is for.
public enum Role: String, CaseIterable, Hashable, Sendable {
    /// Ordinary text.
    case text
    /// Text that matters less: times, labels.
    case faint
    /// Titles and the last scan.
    case strong
    /// Lines around panes.
    case border
    /// The camera's picture.
    case picture
    /// The camera's picture outside the interest box, and a picture that no longer moves.
    case pictureDimmed = "picture-dimmed"
    /// The interest box and its label.
    case box
    /// The outline of a symbol that is not in the history yet.
    case outline
    /// The outline of a symbol that is kept.
    case outlineKept = "outline-kept"
    /// The selected row.
    case selection
    /// The status line.
    case status
    /// A key's name in the line of keys.
    case key
    /// Something went well.
    case good
    /// Something is wrong or risky.
    case warning
    /// The DEMO sign and other signs.
    case badge
    /// The white screen that lights a code.
    case light
}

/// The style of each role.
public struct Theme: Sendable {
    private var styles: [Role: Style]

    /// A theme with `styles`; roles that are missing are plain.
    public init(_ styles: [Role: Style]) { self.styles = styles }

    /// The style of `role`.
    public subscript(role: Role) -> Style {
        get { styles[role] ?? .plain }
        set { styles[role] = newValue }
    }

    /// Colours of the basic palette only, so that the terminal's own scheme decides the shades. The picture has the
    /// terminal's own colour: white would not be seen on a light background.
    public static let standard = Theme([
        .faint: Style(.palette(8)),
        .strong: Style(.standard, .bold),
        .border: Style(.palette(8)),
        .pictureDimmed: Style(.palette(8)),
        .box: Style(.palette(14), .bold),
        .outline: Style(.palette(11), .bold),
        .outlineKept: Style(.palette(10), .bold),
        .selection: Style(.standard, .reverse),
        .status: Style(.palette(0), on: .palette(7)),
        .key: Style(.palette(14), .bold),
        .good: Style(.palette(10), .bold),
        .warning: Style(.palette(11), .bold),
        .badge: Style(.palette(0), on: .palette(11)),
        // The cube's white: schemes often give the sixteen colours before it other shades.
        .light: Style(.palette(0), on: .palette(231)),
    ])

    /// Attributes without any colour: for `NO_COLOR` and terminals that have none.
    public static let monochrome = Theme([
        .strong: Style(.standard, .bold),
        .pictureDimmed: Style(.standard, .dim),
        .box: Style(.standard, .bold),
        .outline: Style(.standard, .bold),
        .outlineKept: Style(.standard, [.bold, .reverse]),
        .selection: Style(.standard, .reverse),
        .status: Style(.standard, .reverse),
        .key: Style(.standard, .bold),
        .good: Style(.standard, .bold),
        .warning: Style(.standard, [.bold, .underline]),
        .badge: Style(.standard, [.bold, .reverse]),
        .light: Style(.standard, .reverse),
    ])
}

extension Style {
    init(_ foreground: Color, _ attributes: Attributes) { self.init(foreground, on: .standard, attributes) }
}
