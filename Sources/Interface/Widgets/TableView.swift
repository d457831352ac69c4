import Formats
import Surface

/// A column of a table.
package struct TableColumn<ID: Hashable & Sendable>: Identifiable, Sendable, Hashable {
    /// On which side of its column a text stands.
    package enum Alignment: Sendable, Hashable {
        case leading, trailing
    }

    /// What distinguishes it from the others.
    package var id: ID
    /// What stands above it.
    package var title: String
    /// The fewest columns in which it says anything.
    package var minimum: Int
    /// The columns that it needs as a rule.
    package var ideal: Int
    package var alignment: Alignment
    /// The lowest gives way first.
    package var priority: Int
    /// Whether it takes the columns that are left over.
    package var grows: Bool

    /// A column; `ideal` is `minimum` when it is left out.
    package init(
        _ id: ID, _ title: String, minimum: Int, ideal: Int? = nil, alignment: Alignment = .leading, priority: Int = 0,
        grows: Bool = false
    ) {
        (self.id, self.title) = (id, title)
        self.minimum = max(1, minimum)
        self.ideal = max(self.minimum, ideal ?? 0)
        (self.alignment, self.priority, self.grows) = (alignment, priority, grows)
    }
}

/// The web address that a cell of a table leads to.
package struct TableLink: Sendable, Hashable {
    /// Printable ASCII.
    package var address: String
    /// The columns in which its host stands, at the beginning of the text: where these are cut, it is not a link.
    package var hostWidth: Int

    package init(_ address: String, hostWidth: Int) { (self.address, self.hostWidth) = (address, hostWidth) }
}

/// What a table shows where a row and a column meet.
package struct TableCell: Sendable, Hashable {
    /// The text; cut with `…` where it is too long.
    package var text: String
    /// How it is drawn where the cursor is not.
    package var role: Role
    /// Which of its characters are underlined, by their numbers from 0.
    package var underlined: [Range<Int>]
    /// Where the text leads to; nil for nowhere.
    package var link: TableLink?

    /// A text, not underlined and no link by default.
    package init(_ text: String, _ role: Role = .text, underlined: [Range<Int>] = [], link: TableLink? = nil) {
        (self.text, self.role, self.underlined, self.link) = (text, role, underlined, link)
    }
}

/// A list in columns, some of which give way where it is narrow. The cursor, the scrolling and the marks are those of its list.
///
/// Columns shrink from their ideal width to their minimum, then disappear, those of the lowest priority first and of equal ones the
/// last; the one that is left takes what there is.
package struct TableView<Row: ListRow, ColumnID: Hashable & Sendable>: Sendable {
    /// The columns, from the left.
    package var columns: [TableColumn<ColumnID>]
    /// Whether their titles stand above them; a table of one row of cells has none.
    package var showsTitles: Bool
    /// The cursor, the scrolling and the marks.
    package var list: ListView<Row>

    /// A table at its first row, without titles by default.
    package init(columns: [TableColumn<ColumnID>], showsTitles: Bool = false, followsFirst: Bool = false) {
        (self.columns, self.showsTitles) = (columns, showsTitles)
        list = ListView(followsFirst: followsFirst)
    }

    /// Takes the size that is drawn on next, and where rows have gone since.
    package mutating func fit(_ rows: [Row], in area: ScrollArea) { list.fit(rows, in: listArea(area)) }

    /// Selects the row at a cell of the canvas, or scrolls by the bar.
    package mutating func click(
        _ column: Int, _ row: Int, in area: ScrollArea, _ rows: [Row], extent: ListExtent? = nil
    ) -> ListView<Row>.Click {
        list.click(column, row, in: listArea(area), rows, extent: extent)
    }

    private func listArea(_ area: ScrollArea) -> ScrollArea { area.dropping(rows: hasTitles(area) ? 1 : 0) }

    private func hasTitles(_ area: ScrollArea) -> Bool { showsTitles && area.content.height > 1 }

    /// The columns on show in `width` columns of the terminal, with where each begins and how wide it is; a blank lies between them.
    package func places(width: Int) -> [(column: TableColumn<ColumnID>, x: Int, width: Int)] {
        guard width > 0 else { return [] }
        // The order in which they are given room.
        var order = columns.indices.sorted { (columns[$1].priority, $0) < (columns[$0].priority, $1) }
        func needed() -> Int { order.reduce(order.count - 1) { $0 + columns[$1].minimum } }
        while order.count > 1, needed() > width { order.removeLast() }
        guard let most = order.first else { return [] }
        var widths = Dictionary(uniqueKeysWithValues: order.map { ($0, columns[$0].minimum) })
        var rest = width - needed()
        for index in order where rest > 0 {
            let more = min(rest, columns[index].ideal - columns[index].minimum)
            widths[index, default: 0] += more
            rest -= more
        }
        if rest < 0 { widths[most] = width }
        if rest > 0, let growing = order.first(where: { columns[$0].grows }) { widths[growing, default: 0] += rest }
        var x = 0
        return order.sorted().map { index in
            defer { x += (widths[index] ?? 0) + 1 }
            return (columns[index], x, widths[index] ?? 0)
        }
    }

    /// Draws the titles, the rows on show, the bar and the position; `cell` is asked only for what is on show.
    package func render(
        _ rows: [Row], into canvas: inout Canvas, area: ScrollArea, theme: Theme, extent: ListExtent? = nil,
        showsCursor: Bool = true, cell: (Row, ColumnID) -> TableCell
    ) {
        let markWidth =
            list.marks.isEmpty || area.content.width <= ListView<Row>.markWidth ? 0 : ListView<Row>.markWidth
        let places = places(width: area.content.width - markWidth)
        if hasTitles(area) {
            for place in places {
                Self.write(
                    place.column.title, into: &canvas, place.column.alignment, x: area.content.x + markWidth + place.x,
                    y: area.content.y, width: place.width, theme[.faint])
            }
        }
        list.render(
            rows, into: &canvas, area: listArea(area), theme: theme, extent: extent, showsCursor: showsCursor
        ) { canvas, row, rowPlace in
            for place in places {
                let cell = cell(row, place.column.id)
                Self.write(
                    cell.text, into: &canvas, place.column.alignment, x: rowPlace.rect.x + place.x, y: rowPlace.rect.y,
                    width: place.width, rowPlace.style(cell.role), underlined: cell.underlined)
                if let link = cell.link {
                    Self.link(
                        cell.text, to: link, into: &canvas, x: rowPlace.rect.x + place.x, y: rowPlace.rect.y,
                        width: place.width)
                }
            }
        }
    }

    private static func write(
        _ text: String, into canvas: inout Canvas, _ alignment: TableColumn<ColumnID>.Alignment, x: Int, y: Int,
        width: Int, _ style: Style, underlined: [Range<Int>] = []
    ) {
        let margin = alignment == .trailing ? max(0, width - DisplayWidth.of(text)) : 0
        canvas.write(text, x: x + margin, y: y, style, limit: width - margin)
        canvas.underline(underlined, of: text, x: x + margin, y: y, limit: width - margin)
    }

    private static func link(_ text: String, to link: TableLink, into canvas: inout Canvas, x: Int, y: Int, width: Int)
    {
        let needed = DisplayWidth.of(text)
        // The last column of a text that is cut is `…`.
        guard link.hostWidth <= (needed > width ? width - 1 : needed) else { return }
        canvas.link(x..<x + min(needed, width), y: y, to: link.address)
    }
}
