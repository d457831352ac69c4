/// What a style is for.
package enum Role: String, CaseIterable, Hashable, Sendable {
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
    /// The outline of a symbol that is kept and was scanned before.
    case outlineKnown = "outline-known"
    /// The line across a box for bars.
    case laser
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

    /// What it is for, in a sentence.
    package var help: String {
        switch self {
        case .text: "Ordinary text."
        case .faint: "Text that matters less: times, labels."
        case .strong: "Titles and the last scan."
        case .border: "Lines around panes."
        case .picture: "The camera's picture."
        case .pictureDimmed: "The camera's picture outside the interest box, and a picture that no longer moves."
        case .box: "The interest box and its label."
        case .outline: "The outline of a symbol that is not in the history yet."
        case .outlineKept: "The outline of a symbol that is kept."
        case .outlineKnown: "The outline of a symbol that is kept and was scanned before."
        case .laser: "The line across a box for bars."
        case .selection: "The selected row."
        case .status: "The status line."
        case .key: "A key's name in the line of keys."
        case .good: "Something went well."
        case .warning: "Something is wrong or risky."
        case .badge: "The DEMO sign and other signs."
        case .light: "The white screen that lights a code."
        }
    }
}

/// The style of each role.
package struct Theme: Sendable {
    private var styles: [Role: Style]

    /// A theme with `styles`; roles that are missing are plain.
    package init(_ styles: [Role: Style]) { self.styles = styles }

    /// The style of `role`.
    package subscript(role: Role) -> Style {
        get { styles[role] ?? .plain }
        set { styles[role] = newValue }
    }

    /// The same with other styles for some roles.
    package func replacing(_ styles: [Role: Style]) -> Theme { Theme(self.styles.merging(styles) { $1 }) }
}

extension Style {
    init(_ foreground: Color, _ attributes: Attributes) { self.init(foreground, on: .standard, attributes) }
}
