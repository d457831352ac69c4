import Foundation
import Surface
import Symbols

/// One row of the history as the pane shows it.
public struct HistoryRow: Sendable, Hashable, Identifiable {
    /// The entry's number in the history.
    public let id: Int64
    /// When it was scanned.
    public let time: Date
    /// The symbology.
    public let symbology: Symbology
    /// What it means, in one line.
    public let summary: String

    /// A row.
    public init(id: Int64, time: Date, symbology: Symbology, summary: String) {
        self.id = id
        self.time = time
        self.symbology = symbology
        self.summary = summary
    }
}

/// The list of scans, newest first, with a selection.
struct HistoryPane: Sendable {
    private(set) var rows: [HistoryRow] = []
    /// How many there are in all; more than `rows` while older ones are not loaded.
    private(set) var total = 0
    private(set) var selected = 0

    var selection: HistoryRow? { rows.indices.contains(selected) ? rows[selected] : nil }
    var hasOlder: Bool { rows.count < total }

    /// Takes a new list; the selection stays on its scan, or on the newest if it was there.
    mutating func replace(_ rows: [HistoryRow], total: Int) {
        let kept = selected == 0 ? nil : selection?.id
        self.rows = rows
        self.total = max(total, rows.count)
        selected = kept.flatMap { id in rows.firstIndex { $0.id == id } } ?? min(selected, max(0, rows.count - 1))
    }

    /// Takes a list that was read a moment ago, when the newest row was `newest`; scans that came since stay on top.
    mutating func refresh(_ rows: [HistoryRow], total: Int, since newest: Int64?) {
        let read = Set(rows.prefix(100).map(\.id))
        let newer = self.rows.prefix { $0.id > newest ?? 0 }.filter { !read.contains($0.id) }
        replace(newer + rows, total: total + newer.count)
    }

    mutating func prepend(_ row: HistoryRow) {
        // It may have been read from the history before it was told.
        guard !rows.prefix(100).contains(where: { $0.id == row.id }) else { return }
        rows.insert(row, at: 0)
        total += 1
        if selected > 0 { selected += 1 }
    }

    mutating func append(older: [HistoryRow]) {
        rows.append(contentsOf: older)
        // Entries may have been deleted by another process: what cannot be loaded is not counted.
        total = older.isEmpty ? rows.count : max(total, rows.count)
    }

    mutating func remove(id: Int64) {
        guard let index = rows.firstIndex(where: { $0.id == id }) else { return }
        rows.remove(at: index)
        total -= 1
        if selected > index || selected >= rows.count { selected = max(0, selected - 1) }
    }

    /// Moves the selection by `rows`; asks for older rows when it comes near the end.
    mutating func move(by rows: Int) -> [Effect] {
        selected = min(max(0, selected + rows), max(0, self.rows.count - 1))
        return selected + 50 > self.rows.count && hasOlder ? [.loadOlderHistory] : []
    }

    /// The first row that is shown in a list of `height` rows: the selection stays in its middle.
    private func firstRow(height: Int) -> Int { min(max(0, selected - height / 2), max(0, rows.count - height)) }

    /// The row that `area` shows at a cell; nil when none.
    func index(column: Int, row: Int, in area: Rect) -> Int? {
        let list = area.inset(columns: 1, rows: 1)
        guard list.contains(column, row) else { return nil }
        let index = firstRow(height: list.height) + row - list.y
        return rows.indices.contains(index) ? index : nil
    }

    func render(into canvas: inout Canvas, area: Rect, context: RenderContext) {
        canvas.frame(area, context.theme[.border], title: "History \(total)")
        let list = area.inset(columns: 1, rows: 1)
        guard !list.isEmpty else { return }
        if rows.isEmpty {
            canvas.write("Nothing scanned yet.", x: list.x + 1, y: list.y, context.theme[.faint], limit: list.width - 2)
            return
        }
        let start = firstRow(height: list.height)
        let name = list.width >= 44 ? 12 : 8
        for (i, row) in rows.dropFirst(start).prefix(list.height).enumerated() {
            let y = list.y + i
            let isSelected = start + i == selected
            let line = isSelected ? context.theme[.selection] : context.theme[.text]
            if isSelected { canvas.fill(Rect(x: list.x, y: y, width: list.width, height: 1), " ", line) }
            let faint = isSelected ? line : context.theme[.faint]
            canvas.write(context.clock(row.time), x: list.x, y: y, faint, limit: list.width)
            canvas.write(row.symbology.traits.title, x: list.x + 9, y: y, faint, limit: min(name, list.width - 9))
            canvas.write(row.summary, x: list.x + 10 + name, y: y, line, limit: list.width - 10 - name)
        }
    }
}
