import Surface

/// A piece of a text: lines that are wrapped to the width there is, beside a label where it has one.
package struct TextBlock: Sendable, Hashable {
    /// The text; newlines break it.
    package var text: String
    package var role: Role
    /// What stands left of the first line; cut where it is too long.
    package var label: String
    package var labelRole: Role
    /// Columns that the label takes, a blank after it among them; at most half of the width.
    package var labelWidth: Int
    /// Columns left free before the label and every line.
    package var indent: Int
    /// Lines that are shown at most; the last ends in `…` when there are more.
    package var maximumLines: Int
    /// Whether long lines are wrapped; else they end in `…`.
    package var wraps: Bool
    /// The web address that the text leads to; nil, the default, for none.
    package var link: String?

    /// A block without a label by default.
    package init(
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

    package static let empty = TextBlock("")

    /// The columns of the label and of the text, from the left of `width` columns.
    package func columns(in width: Int) -> (label: Range<Int>, text: Range<Int>) {
        let start = min(max(0, indent), max(0, width) / 2)
        let end = start + min(max(0, labelWidth), (max(0, width) - start) / 2)
        return (start..<end, end..<max(end, width))
    }

    /// The text wrapped to `width` columns.
    package func lines(width: Int) -> [String] {
        let room = max(1, columns(in: width).text.count)
        if wraps { return Paragraph.wrap(text, width: room, maximum: max(1, maximumLines)) }
        return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).prefix(max(1, maximumLines))
            .map(String.init)
    }
}
