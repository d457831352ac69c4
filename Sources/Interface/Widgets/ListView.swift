import Surface

/// A row of a list.
package protocol ListRow: Identifiable, Sendable where ID: Sendable {
    /// Whether the cursor may stand on it; headings and notes are passed over.
    var isSelectable: Bool { get }
    /// Whether some rows may not be selectable; only then the position is counted row by row.
    static var hasHeadings: Bool { get }
}

extension ListRow {
    package var isSelectable: Bool { true }
    package static var hasHeadings: Bool { false }
}

/// Which rows of a list are there, where not all of them are loaded.
package struct ListExtent: Sendable, Hashable {
    /// How many are before them.
    package var first: Int
    package var total: Int

    /// By default from the first on.
    package init(first: Int = 0, total: Int) { (self.first, self.total) = (first, total) }
}

/// The cursor, the scrolling and the marks of a list. The rows stay with whom they belong to, and come with each call.
///
///     var list = ListView<HistoryRow>()
///     list.move(.pageDown, in: rows)                              // from keys
///     if list.click(column, row, in: area, rows) == .activated { … }  // from the mouse
///     list.fit(rows, in: area)                                    // before drawing
///     list.render(rows, into: &canvas, area: area, theme: theme) { canvas, row, place in
///         canvas.write(row.title, x: place.rect.x, y: place.rect.y, place.style(.text), limit: place.rect.width)
///     }
///
/// The cursor keeps its row by the row's `id`: rows that come above, or go, do not move it to another one. A row that is gone
/// leaves the cursor to the one in its place. Whatever the number of rows, only those on show are drawn.
package struct ListView<Row: ListRow>: Sendable {
    /// What a click did.
    package enum Click: Sendable, Hashable {
        /// It was not a row's and not the bar's.
        case outside
        /// The bar asks for the row that has so many before it, which is not loaded.
        case beyond(Int)
        /// The view was scrolled by the bar.
        case scrolled
        /// The cursor moved to a row.
        case selected
        /// The cursor was on the row already: do with it what Enter does.
        case activated
    }

    /// Whether the cursor, while it is on the first row, stays first when rows come above: for a list whose newest is first.
    package var followsFirst: Bool
    /// The rows that are marked, by id; those that are gone stay.
    package private(set) var marks: Set<Row.ID> = []
    private var cursorID: Row.ID?
    /// Where the cursor's row was last.
    private var cursorIndex = 0
    private var firstShown = 0
    /// The rows that fit; 0 before the first `fit`.
    private var height = 0

    /// A list at its first row.
    package init(followsFirst: Bool = false) { self.followsFirst = followsFirst }

    // MARK: - The cursor

    /// Where the cursor is in `rows`; nil when no row is selectable.
    package func index(in rows: [Row]) -> Int? {
        if followsFirst, cursorIndex == 0 { return Self.selectable(in: rows, from: 0) }
        if let cursorID {
            if rows.indices.contains(cursorIndex), rows[cursorIndex].id == cursorID, rows[cursorIndex].isSelectable {
                return cursorIndex
            }
            if let index = rows.firstIndex(where: { $0.id == cursorID && $0.isSelectable }) { return index }
        }
        return Self.selectable(in: rows, from: cursorIndex)
    }

    /// The row that the cursor is on; nil when no row is selectable.
    package func current(in rows: [Row]) -> Row? { index(in: rows).map { rows[$0] } }

    /// Moves the cursor; what is shown goes with it, by pages as far as there are some.
    package mutating func move(_ movement: Movement, in rows: [Row]) {
        sync(rows)
        let step = movement.rows(height: height, of: rows.count)
        if movement.isByPages { firstShown += step }
        moveCursor(by: step, in: rows)
        if movement == .first { firstShown = 0 }
    }

    /// Moves the cursor to the row with this id; false when there is none.
    @discardableResult
    package mutating func select(_ id: Row.ID, in rows: [Row]) -> Bool {
        guard let index = rows.firstIndex(where: { $0.id == id && $0.isSelectable }) else { return false }
        sync(rows)
        put(cursorAt: index, in: rows)
        return true
    }

    /// The first selectable row from `index` on, else the last before it.
    private static func selectable(in rows: [Row], from index: Int) -> Int? {
        guard !rows.isEmpty else { return nil }
        let start = min(max(0, index), rows.count - 1)
        return rows[start...].firstIndex(where: \.isSelectable) ?? rows[..<start].lastIndex(where: \.isSelectable)
    }

    private mutating func moveCursor(by step: Int, in rows: [Row]) {
        guard let cursor = index(in: rows) else { return scroll(to: firstShown + step, of: rows.count) }
        let target = min(max(0, cursor + step), rows.count - 1)
        let found =
            step < 0
            ? rows[..<(target + 1)].lastIndex(where: \.isSelectable)
                ?? rows[target...cursor].firstIndex(where: \.isSelectable)
            : rows[target...].firstIndex(where: \.isSelectable)
                ?? rows[cursor...target].lastIndex(where: \.isSelectable)
        put(cursorAt: found ?? cursor, in: rows)
        // Nothing selectable is further on: what stands there is shown.
        if found == cursor || target == rows.count - 1 { scroll(to: firstShown + step, of: rows.count) }
    }

    /// Puts the cursor on a row and shows it, with the headings right above it.
    private mutating func put(cursorAt index: Int, in rows: [Row]) {
        cursorIndex = index
        cursorID = rows[index].id
        var top = index
        while top > 0, index - top + 1 < height, !rows[top - 1].isSelectable { top -= 1 }
        firstShown = min(firstShown, top)
        firstShown = resolved(rows, height: height).first
    }

    // MARK: - Scrolling

    /// Takes the size that is drawn on next, and where rows have gone since.
    package mutating func fit(_ rows: [Row], in area: ScrollArea) {
        height = area.content.height
        sync(rows)
    }

    /// The wheel was turned, down when positive: three rows a notch. The cursor stays on its row as long as that is shown, and
    /// goes row by row where there is nothing to scroll.
    package mutating func wheel(by notches: Int, in rows: [Row]) {
        sync(rows)
        let rowsToGo = min(max(-10_000, notches), 10_000) * rowsPerNotch
        let before = firstShown
        if height > 0 { show(from: firstShown + rowsToGo, in: rows) }
        if firstShown == before { moveCursor(by: notches.signum(), in: rows) }
    }

    /// Selects the row at a cell of the canvas, or scrolls by the bar.
    package mutating func click(
        _ column: Int, _ row: Int, in area: ScrollArea, _ rows: [Row], extent: ListExtent? = nil
    ) -> Click {
        fit(rows, in: area)
        let extent = extent ?? ListExtent(first: 0, total: rows.count)
        if let first = area.first(clickedAt: column, row, of: extent.total) {
            let last = min(extent.total, first + area.content.height)
            guard extent.first <= first, last <= extent.first + rows.count else { return .beyond(first) }
            show(from: first - extent.first, in: rows)
            return .scrolled
        }
        guard area.content.contains(column, row) else { return .outside }
        let index = firstShown + row - area.content.y
        guard rows.indices.contains(index), rows[index].isSelectable else { return .outside }
        if index == self.index(in: rows) { return .activated }
        cursorIndex = index
        cursorID = rows[index].id
        return .selected
    }

    /// Shows the rows from `first` on, and takes the cursor along when it would be out of sight.
    private mutating func show(from first: Int, in rows: [Row]) {
        let first = min(max(0, first), max(0, rows.count - height))
        let last = min(rows.count, first + height)
        guard first < last, let cursor = index(in: rows) else { return scroll(to: first, of: rows.count) }
        if !(first..<last).contains(cursor) {
            let shown = rows[first..<last]
            let nearest =
                cursor < first ? shown.firstIndex(where: \.isSelectable) : shown.lastIndex(where: \.isSelectable)
            guard let nearest else { return }
            cursorIndex = nearest
            cursorID = rows[nearest].id
        }
        firstShown = first
    }

    private mutating func scroll(to first: Int, of count: Int) {
        firstShown = min(max(0, first), max(0, count - height))
    }

    /// Follows the cursor's row to where it is now, and what is shown with it.
    private mutating func sync(_ rows: [Row]) {
        let (cursor, first) = resolved(rows, height: height)
        firstShown = first
        cursorIndex = cursor ?? 0
        cursorID = cursor.map { rows[$0].id }
    }

    /// The cursor, and the first row of `height` that are shown.
    package func resolved(_ rows: [Row], height: Int) -> (cursor: Int?, first: Int) {
        let last = max(0, rows.count - max(1, height))
        guard let cursor = index(in: rows) else { return (nil, min(max(0, firstShown), last)) }
        // The rows on show stay when others come above them.
        let moved = rows[cursor].id == cursorID ? cursor - cursorIndex : 0
        let first = min(max(0, firstShown + moved), last)
        // Without a size nothing is out of sight.
        return (cursor, height == 0 ? first : min(max(first, cursor - height + 1), cursor))
    }

    // MARK: - Marks

    /// Marks the cursor's row, or not any more, and goes on to the next.
    package mutating func toggleMark(in rows: [Row]) {
        guard let row = current(in: rows) else { return }
        if marks.remove(row.id) == nil { marks.insert(row.id) }
        move(.next, in: rows)
    }

    /// Marks the rows of these ids, or does not mark them any more.
    package mutating func mark(_ ids: some Sequence<Row.ID>, _ isMarked: Bool) {
        if isMarked { marks.formUnion(ids) } else { marks.subtract(ids) }
    }

    /// Marks nothing any more.
    package mutating func unmarkAll() { marks = [] }
}
