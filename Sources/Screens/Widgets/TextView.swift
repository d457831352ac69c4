import Surface

/// A piece of a text: lines that are wrapped to the width there is, beside a label where it has one.
package struct TextBlock: Sendable, Hashable {
    /// The text; newlines break it.
    package var text: String
    /// How it is drawn.
    package var role: Role
    /// What stands left of the first line; cut where it is too long.
    package var label: String
    /// How the label is drawn.
    package var labelRole: Role
    /// Columns that the label takes, a blank after it among them; at most half of the width.
    package var labelWidth: Int
    /// Columns left free before the label and every line.
    package var indent: Int
    /// Lines that are shown at most; the last ends in `…` when there are more.
    package var maximumLines: Int
    /// Whether long lines are wrapped; else they end in `…`.
    package var wraps: Bool

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

    /// A row without anything.
    package static let empty = TextBlock("")

    /// The columns of the label and of the text, from the left of `width` columns.
    package func columns(in width: Int) -> (label: Range<Int>, text: Range<Int>) {
        let start = min(max(0, indent), max(0, width) / 2)
        let end = start + min(max(0, labelWidth), (max(0, width) - start) / 2)
        return (start..<end, end..<max(end, width))
    }

    fileprivate func lines(width: Int) -> [String] {
        let room = max(1, columns(in: width).text.count)
        if wraps { return Paragraph.wrap(text, width: room, maximum: max(1, maximumLines)) }
        return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).prefix(max(1, maximumLines))
            .map(String.init)
    }
}

/// Where a text is scrolled to. The text itself, made of blocks, comes with each call.
///
///     var view = TextView()
///     view.move(.pageDown)                                    // from keys
///     view.fit(blocks, in: area)                              // before drawing
///     view.render(blocks, into: &canvas, area: area, theme: theme)
///
/// What is at the top stays there when the width changes and lines are wrapped anew. The lines are made once for a width and kept
/// until the text is another.
package struct TextView: Sendable {
    /// A place in the text, whatever its width: a block and the characters of it before the place.
    private struct Place: Sendable, Hashable {
        var block: Int
        var offset: Int
    }

    private struct Line: Sendable {
        var place: Place
        var text: String
    }

    /// A text wrapped to a width.
    private struct Layout: Sendable {
        var blocks: [TextBlock]
        var width: Int
        var lines: [Line] = []

        init(_ blocks: [TextBlock], width: Int) {
            self.blocks = blocks
            self.width = width
            for (number, block) in blocks.enumerated() {
                var offset = 0
                for text in block.lines(width: width) {
                    lines.append(Line(place: Place(block: number, offset: offset), text: text))
                    // An empty line has a place of its own, too.
                    offset += max(1, text.count)
                }
            }
        }

        /// The line that holds `place`, or the last before it.
        func line(of place: Place) -> Int {
            // Places grow with the lines: a binary search for the first line behind.
            var (low, high) = (0, lines.count)
            while low < high {
                let middle = (low + high) / 2
                let other = lines[middle].place
                if (other.block, other.offset) <= (place.block, place.offset) {
                    low = middle + 1
                } else {
                    high = middle
                }
            }
            return max(0, low - 1)
        }
    }

    private var top = Place(block: 0, offset: 0)
    /// What keys asked for since the lines were known last.
    private var pending: [Movement] = []
    private var layout = Layout([], width: 0)
    /// The rows that fit; 0 before the first `fit`.
    private var height = 0

    /// The beginning of a text.
    package init() {}

    /// Scrolls by a line, a page, or to an end.
    package mutating func move(_ movement: Movement) {
        // Where nothing was drawn yet, an end makes what came before it needless.
        guard height > 0 else {
            if movement == .first || movement == .last { pending = [] }
            if pending.count < 1000 { pending.append(movement) }
            return
        }
        scroll(by: movement.rows(height: height, of: layout.lines.count))
    }

    /// The wheel was turned, down when positive: three rows a notch.
    package mutating func wheel(by notches: Int) { scroll(by: min(max(-10_000, notches), 10_000) * rowsPerNotch) }

    /// Goes where a click on the bar asks for; false when it was not on the bar.
    @discardableResult
    package mutating func click(_ column: Int, _ row: Int, in area: ScrollArea, _ blocks: [TextBlock]) -> Bool {
        fit(blocks, in: area)
        guard let first = area.first(clickedAt: column, row, of: layout.lines.count) else { return false }
        scroll(by: first - firstLine(of: layout, height: height))
        return true
    }

    /// Takes the text and the size that is drawn on next.
    package mutating func fit(_ blocks: [TextBlock], in area: ScrollArea) {
        layout = layout(of: blocks, width: area.content.width)
        height = area.content.height
        guard height > 0 else { return }
        let movements = pending
        pending = []
        for movement in movements { move(movement) }
    }

    private mutating func scroll(by rows: Int) {
        guard !layout.lines.isEmpty else { return }
        let first = firstLine(of: layout, height: height)
        let target = min(max(0, first + rows), max(0, layout.lines.count - max(1, height)))
        // Where it does not move, the place is kept that another width may show at the top.
        if target != first { top = layout.lines[target].place }
    }

    private func layout(of blocks: [TextBlock], width: Int) -> Layout {
        layout.width == width && layout.blocks == blocks ? layout : Layout(blocks, width: width)
    }

    private func firstLine(of layout: Layout, height: Int) -> Int {
        min(layout.line(of: top), max(0, layout.lines.count - max(1, height)))
    }

    /// The lines that `blocks` take where they are `width` columns wide.
    package func lineCount(_ blocks: [TextBlock], width: Int) -> Int { layout(of: blocks, width: width).lines.count }

    /// How many lines are below what `area` shows.
    package func linesBelow(_ blocks: [TextBlock], in area: ScrollArea) -> Int {
        let layout = layout(of: blocks, width: area.content.width)
        let height = area.content.height
        return max(0, layout.lines.count - height - firstLine(of: layout, height: height))
    }

    /// Draws the lines on show, the bar and the position.
    package func render(_ blocks: [TextBlock], into canvas: inout Canvas, area: ScrollArea, theme: Theme) {
        let content = area.content
        guard content.height > 0 else { return }
        var view = self
        view.fit(blocks, in: area)
        let lines = view.layout.lines
        let first = view.firstLine(of: view.layout, height: content.height)
        for (i, line) in lines.dropFirst(first).prefix(content.height).enumerated() {
            let block = blocks[line.place.block]
            let columns = block.columns(in: content.width)
            let isFirst = first + i == 0 || lines[first + i - 1].place.block != line.place.block
            if isFirst {
                canvas.write(
                    block.label, x: content.x + columns.label.lowerBound, y: content.y + i, theme[block.labelRole],
                    limit: columns.label.count - 1)
            }
            canvas.write(
                line.text, x: content.x + columns.text.lowerBound, y: content.y + i, theme[block.role],
                limit: columns.text.count)
        }
        let end = min(lines.count, first + content.height)
        area.drawBar(
            into: &canvas, first: first, of: lines.count, position: "\(first + 1)–\(end) of \(lines.count)",
            theme: theme
        )
    }
}
