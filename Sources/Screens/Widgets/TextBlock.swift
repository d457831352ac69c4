import Surface

/// A piece of a text: lines that are wrapped to the width there is, beside a label where it has one.
public struct TextBlock: Sendable, Hashable {
    /// The text; newlines break it.
    public var text: String
    /// How it is drawn.
    public var role: Role
    /// What stands left of the first line; cut where it is too long.
    public var label: String
    /// How the label is drawn.
    public var labelRole: Role
    /// Columns that the label takes, a blank after it among them; at most half of the width.
    public var labelWidth: Int
    /// Columns left free before the label and every line.
    public var indent: Int
    /// Lines that are shown at most; the last ends in `…` when there are more.
    public var maximumLines: Int
    /// Whether long lines are wrapped; else they end in `…`.
    public var wraps: Bool

    /// A block without a label by default.
    public init(
        _ text: String, _ role: Role = .text, label: String = "", labelRole: Role = .faint, labelWidth: Int = 0,
        indent: Int = 0, maximumLines: Int = .max, wraps: Bool = true
    ) {
        self.text = text
        self.role = role
        self.label = label
        self.labelRole = labelRole
        self.labelWidth = labelWidth
        self.indent = indent
        self.maximumLines = maximumLines
        self.wraps = wraps
    }

    /// A row without anything.
    public static let empty = TextBlock("")

    /// The columns of the label and of the text, from the left of `width` columns.
    public func columns(in width: Int) -> (label: Range<Int>, text: Range<Int>) {
        let start = min(max(0, indent), max(0, width) / 2)
        let end = start + min(max(0, labelWidth), (max(0, width) - start) / 2)
        return (start..<end, end..<max(end, width))
    }

    func lines(width: Int) -> [String] {
        let room = max(1, columns(in: width).text.count)
        if wraps { return Paragraph.wrap(text, width: room, maximum: max(1, maximumLines)) }
        return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).prefix(max(1, maximumLines))
            .map(String.init)
    }
}
