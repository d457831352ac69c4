import Formats
import Surface

/// Where a text is scrolled to. The text itself, made of blocks, comes with each call.
///
///     var view = TextView()
///     view.move(.pageDown)                                    // from keys
///     view.fit(blocks, in: area)                              // before drawing
///     view.render(blocks, into: &canvas, area: area, theme: theme)
///
/// What is at the top stays there when the width changes and lines are wrapped again. The lines are made once for a width and kept
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
            (self.blocks, self.width) = (blocks, width)
            for (number, block) in blocks.enumerated() {
                var offset = 0
                for text in block.lines(width: width) {
                    lines.append(Line(place: Place(block: number, offset: offset), text: text))
                    // An empty line has a place of its own, too.
                    offset += max(1, text.count)
                }
            }
        }

        /// Where `wanted` is: in labels, and in texts across the ends of lines that were broken for the width alone.
        func matches(_ wanted: String) -> [TextMatch] {
            let search = TextSearch(phrase: wanted)
            guard !search.isEmpty else { return [] }
            var found: [TextMatch] = []
            var start = 0
            while start < lines.count {
                let block = blocks[lines[start].place.block]
                for range in search.ranges(in: block.label) {
                    found.append(TextMatch(pieces: [(start, range)], isInLabel: true))
                }
                var end = start + 1
                while block.wraps, end < lines.count, lines[end].place.block == lines[start].place.block { end += 1 }
                found += matches(search, in: start..<end)
                start = end
            }
            return found
        }

        private func matches(_ search: TextSearch, in range: Range<Int>) -> [TextMatch] {
            let whole = lines[range].map(\.text).joined()
            return search.ranges(in: whole).map { found in
                var pieces: [(line: Int, characters: Range<Int>)] = []
                var begin = 0
                for line in range {
                    let count = lines[line].text.count
                    let part = found.clamped(to: begin..<begin + count)
                    if !part.isEmpty { pieces.append((line, part.lowerBound - begin..<part.upperBound - begin)) }
                    begin += count
                }
                return TextMatch(pieces: pieces)
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
    /// What is looked for, as it was typed; empty for nothing.
    package private(set) var wanted = ""
    /// Where it is, and at which of these places the text stands.
    private var matches: [TextMatch] = []
    private var currentMatch: Int?
    /// What keys asked for since the lines were known last.
    private var pending: [Movement] = []
    private var layout = Layout([], width: 0)
    /// The rows that fit; 0 before the first `fit`.
    private var height = 0

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

    /// Scrolls as little as is needed to show the block with this number.
    package mutating func show(block: Int) {
        let numbers = layout.lines.indices.filter { layout.lines[$0].place.block == block }
        guard height > 0, let start = numbers.first, let end = numbers.last else { return }
        let first = firstLine(of: layout, height: height)
        if start < first {
            scroll(by: start - first)
        } else if end >= first + height {
            scroll(by: min(start, end - height + 1) - first)
        }
    }

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
        let isNew = layout.width != area.content.width || layout.blocks != blocks
        layout = layout(of: blocks, width: area.content.width)
        if isNew, !wanted.isEmpty {
            let isFirst = matches.isEmpty && currentMatch == nil
            matches = layout.matches(wanted)
            currentMatch =
                isFirst
                ? matches.indices.first : matches.isEmpty ? nil : currentMatch.map { min($0, matches.count - 1) }
        }
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
            if let link = block.link {
                let start = content.x + columns.text.lowerBound
                let end = start + min(columns.text.count, DisplayWidth.of(line.text))
                canvas.link(start..<end, y: content.y + i, to: link)
            }
            view.drawMatches(of: first + i, into: &canvas, at: (content.x, content.y + i), columns, theme)
        }
        let end = min(lines.count, first + content.height)
        area.drawBar(
            into: &canvas, first: first, of: lines.count, position: "\(first + 1)–\(end) of \(lines.count)",
            theme: theme
        )
    }

    // MARK: - Looking for a text

    /// Looks for `text` and goes to the first place from the top of what is shown, else to the first of all; an empty text ends it.
    package mutating func find(_ text: String) {
        wanted = text
        matches = layout.matches(text)
        let first = firstLine(of: layout, height: height)
        currentMatch = matches.firstIndex { $0.line >= first } ?? matches.indices.first
        showMatch()
    }

    /// Goes to the next place, or the one before, behind the last to the first; false if there is none.
    package mutating func findNext(isBackwards: Bool = false) -> Bool {
        guard !matches.isEmpty else { return false }
        let now = currentMatch ?? (isBackwards ? 0 : matches.count - 1)
        currentMatch = (now + (isBackwards ? matches.count - 1 : 1)) % matches.count
        showMatch()
        return true
    }

    /// `2 of 5`, or that it is not there; empty when nothing is looked for.
    package var searchResult: String {
        if wanted.allSatisfy(\.isWhitespace) { return "" }
        return matches.isEmpty ? "not found" : "\((currentMatch ?? 0) + 1) of \(matches.count)"
    }

    /// Says below a text what is looked for in it, and where it stands.
    package func drawSearch(into canvas: inout Canvas, frame: Rect, theme: Theme) {
        guard !searchResult.isEmpty else { return }
        let room = frame.width / 2
        canvas.write(
            " /\(wanted)  \(searchResult) ", x: frame.x + 2, y: frame.bottom - 1, theme[.faint], limit: room)
    }

    private mutating func showMatch() {
        guard let currentMatch, height > 0, !matches.isEmpty else { return }
        let line = matches[min(currentMatch, matches.count - 1)].line
        let first = firstLine(of: layout, height: height)
        // With some of what is before it.
        if !(first..<first + height).contains(line) { scroll(by: line - height / 3 - first) }
    }

    private func drawMatches(
        of line: Int, into canvas: inout Canvas, at place: (x: Int, y: Int),
        _ columns: (label: Range<Int>, text: Range<Int>),
        _ theme: Theme
    ) {
        guard !matches.isEmpty else { return }
        let text = layout.lines[line]
        for (number, match) in matches.enumerated() {
            for piece in match.pieces where piece.line == line {
                let part = match.isInLabel ? columns.label : columns.text
                let written = match.isInLabel ? layout.blocks[text.place.block].label : text.text
                let limit = match.isInLabel ? part.count - 1 : part.count
                canvas.underline(
                    [piece.characters], of: written, x: place.x + part.lowerBound, y: place.y, limit: limit)
                if number == currentMatch {
                    canvas.restyle(
                        [piece.characters], of: written, x: place.x + part.lowerBound, y: place.y, limit: limit,
                        theme[.selection])
                }
            }
        }
    }
}

/// A place where a text was found in another that is wrapped into lines.
private struct TextMatch: Sendable {
    /// Its parts: a line, and which of its characters.
    var pieces: [(line: Int, characters: Range<Int>)]
    /// Whether it is in the label beside the text.
    var isInLabel = false

    var line: Int { pieces.first?.line ?? 0 }
}
