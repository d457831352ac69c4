/// What a style is for.
package enum Role: String, CaseIterable, Hashable, Sendable {
    case text
    case faint
    case strong
    case border
    case picture
    case pictureDimmed = "picture-dimmed"
    case box
    case outline
    case outlineKept = "outline-kept"
    case outlineKnown = "outline-known"
    case laser
    case selection
    case status
    case key
    case good
    case warning
    case badge
    case light

    /// What it is for, in a sentence.
    package var help: String {
        switch self {
        case .text: "Ordinary text."
        case .faint: "Less important text: times, labels."
        case .strong: "Titles and the last scan."
        case .border: "Lines around panes."
        case .picture: "The camera's picture."
        case .pictureDimmed: "The camera's picture outside the interest box, and a frozen picture."
        case .box: "The interest box and its label."
        case .outline: "The outline of a symbol that is not in the history yet."
        case .outlineKept: "The outline of a code that is saved."
        case .outlineKnown: "The outline of a code that was scanned before."
        case .laser: "The line across a box for bars."
        case .selection: "The selected row."
        case .status: "The status line."
        case .key: "The names of keys in the key line."
        case .good: "Messages about something that went well."
        case .warning: "Messages about something wrong or risky."
        case .badge: "The DEMO badge and other badges."
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
