import Payloads
import Surface
import Symbols

extension HistoryRow: ListRow {}

/// The list of scans, newest first, with a selection that stays on its scan when others come and go; on the newest scan it
/// stays on the newest.
struct HistoryPane: Sendable {
    private enum Field {
        case time, symbology, summary, source
    }

    private var table: TableView<HistoryRow, Field>
    /// Whether it has a screen of its own: columns with titles, what was scanned among them.
    private let isWhole: Bool

    /// A list at its newest scan.
    init(isWhole: Bool = false) {
        self.isWhole = isWhole
        table = TableView(columns: [], showsTitles: isWhole, followsFirst: true)
    }

    /// Below so many columns the title is a word and a number.
    private static let leastTitledWidth = 20

    /// So many rows before the last one that is loaded, older ones are asked for.
    private static let loadingDistance = 50

    /// The selected row; nil when there is none.
    func selection(in model: HistoryModel) -> HistoryRow? { table.list.current(in: model.rows) }

    /// Whether the newest row is selected, or there is none.
    func isOnFirst(in model: HistoryModel) -> Bool { (table.list.index(in: model.rows) ?? 0) == 0 }

    /// `3 of 120`: which row is selected.
    func position(in model: HistoryModel) -> String { table.list.position(in: model.rows, total: model.total) }

    /// Moves the selection; asks for older rows when it comes near the end, also where it has moved already: nil.
    mutating func move(_ movement: Movement?, in model: HistoryModel) -> [Effect] {
        if let movement { table.list.move(movement, in: model.rows) }
        return loading(model)
    }

    /// Selects `row`.
    mutating func select(_ row: HistoryRow, in model: HistoryModel) { table.list.select(row.id, in: model.rows) }

    /// Scrolls the list; asks for older rows when the selection comes near the end.
    mutating func wheel(by notches: Int, in model: HistoryModel) -> [Effect] {
        table.list.wheel(by: notches, in: model.rows)
        return loading(model)
    }

    /// Selects the row at a cell, or scrolls by the bar; asks for older rows near the end. The second value is whether the row
    /// was selected already.
    mutating func click(column: Int, row: Int, in area: Rect, _ model: HistoryModel) -> ([Effect], isOpened: Bool) {
        let click = table.click(column, row, in: .framed(area), model.rows)
        return (loading(model), click == .activated)
    }

    /// Why there is no row, in a few words.
    static func emptiness(_ model: HistoryModel) -> String {
        if model.nextSearch != nil { return "searching …" }
        return model.search.isEmpty ? "nothing scanned yet" : "no scan with “\(model.search)”"
    }

    /// The marked rows of those that are shown.
    func marked(in model: HistoryModel) -> [HistoryRow] {
        table.list.marks.isEmpty ? [] : model.rows.filter { table.list.marks.contains($0.id) }
    }

    /// The marked rows, else the selected one.
    func chosen(in model: HistoryModel) -> [HistoryRow] { table.list.chosen(in: model.rows) }

    /// Marks the selected row, or not any more, and goes on to the next.
    mutating func toggleMark(in model: HistoryModel) { table.list.toggleMark(in: model.rows) }

    /// Marks nothing any more.
    mutating func unmarkAll() { table.list.unmarkAll() }

    private func loading(_ model: HistoryModel) -> [Effect] {
        let index = table.list.index(in: model.rows) ?? 0
        return index + Self.loadingDistance > model.rows.count && model.hasOlder ? [.history(.loadOlder)] : []
    }

    /// Keeps the place of the selection as it is now; called before each drawing.
    mutating func fit(_ model: HistoryModel, in area: Rect) { table.fit(model.rows, in: .framed(area)) }

    /// Draws the rows that fit.
    ///
    /// - Parameter hasFocus: whether it is the one of several panes that keys move in.
    func render(into canvas: inout Canvas, area: Rect, context: RenderContext, hasFocus: Bool = false) {
        let model = context.model.history
        let marked = marked(in: model).count
        let name = area.width < Self.leastTitledWidth ? model.shortTitle : model.title
        let title = (hasFocus ? "▸ " : "") + name + (marked > 0 ? ", \(marked) marked" : "")
        canvas.frame(area, context.theme[.border], title: title)
        let scrollArea = ScrollArea.framed(area)
        let list = scrollArea.content
        guard !list.isEmpty else { return }
        if model.rows.isEmpty {
            let text = Self.emptiness(model)
            canvas.write(
                text.prefix(1).uppercased() + text.dropFirst() + ".", x: list.x + 1, y: list.y, context.theme[.faint],
                limit: list.width - 2)
            return
        }
        let search = TextSearch(model.search)
        var table = table
        table.columns = columns(for: model.rows[table.list.shown(model.rows, in: scrollArea)], context)
        table.render(model.rows, into: &canvas, area: scrollArea, theme: context.theme, total: model.total) {
            row, field in
            switch field {
            case .time: TableCell(context.moment(row.time), .faint)
            case .symbology: TableCell(row.symbology.traits.title, .faint)
            case .summary: TableCell(row.summary, underlined: search.ranges(in: SafeText.visible(row.summary)))
            case .source: TableCell(row.source, .faint)
            }
        }
    }

    /// The columns of a number that says what a thing is, such as that of an EAN-13 or a GTIN-14, with a blank and an add-on of
    /// five digits at most: a part of it says nothing.
    private static let longestNumber = 20

    /// The length of the number that a summary is or begins with, its add-on included, as in `4006381333931 · issued in Germany`;
    /// 0 where there is none.
    private static func numberLength(_ summary: String) -> Int {
        let head = summary.split(separator: "·", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
        guard head.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == 0x20 || $0 == UInt8(ascii: "+") }) else { return 0 }
        return head.utf8.count == summary.utf8.count ? head.utf8.count : max(0, head.utf8.count - 1)
    }

    /// Columns as wide as what is in view needs; where that is too much, contents go first, then times, then symbologies. A
    /// product's number is never cut.
    private func columns(
        for rows: ArraySlice<HistoryRow>, _ context: RenderContext
    ) -> [TableColumn<Field>] {
        func widest(_ text: (HistoryRow) -> String) -> Int { rows.map { DisplayWidth.of(text($0)) }.max() ?? 0 }
        let symbology = max(widest { $0.symbology.traits.title }, isWhole ? 9 : 0)
        let number = rows.map { Self.numberLength($0.summary) }.filter { $0 <= Self.longestNumber }.max() ?? 0
        let source = isWhole ? min(30, max(6, widest(\.source))) : 0
        let columns: [TableColumn<Field>] = [
            TableColumn(.time, "Time", minimum: widest { context.moment($0.time) }, priority: 1),
            TableColumn(.symbology, "Symbology", minimum: min(isWhole ? 9 : 6, symbology), ideal: symbology),
            TableColumn(
                .summary, "Content", minimum: max(10, number), ideal: min(26, widest(\.summary)), priority: 2,
                grows: true),
        ]
        return isWhole
            ? columns + [TableColumn(.source, "Source", minimum: min(8, source), ideal: source, priority: -1)] : columns
    }
}
