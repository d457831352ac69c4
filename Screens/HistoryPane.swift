import Payloads
import Config
import Formats
import Surface
import Symbols
import Widgets

extension HistoryRow: ListRow {}

/// The list of scans, newest first, with a selection that stays on its scan when others come and go; on the newest scan it
/// stays on the newest. Beside the picture the selection follows what is shown there until the user selects another row.
struct HistoryPane: Sendable {
    /// What the marks were counted of.
    private struct CountedMarks: Hashable {
        var marks = 0
        var total = 0
        var search = ""
    }

    private var table: TableView<HistoryRow, HistoryColumn>
    /// How many of the rows that are marked are in the list.
    private var markedCount = 0
    private var countedMarks = CountedMarks()
    /// Whether the selection follows what is shown beside the list.
    private var isFollowing = true
    /// The scan that was shown beside the list when it was drawn last.
    private var lastShown: Int64?
    /// Whether it has a screen of its own: columns with titles, what was scanned among them.
    private let isWhole: Bool

    init(isWhole: Bool = false) {
        self.isWhole = isWhole
        table = TableView(columns: [], showsTitles: isWhole, followsFirst: true)
    }

    /// Below so many columns the title is a word and a number.
    private static let minimumTitledWidth = 20
    /// The minimum width in columns at which each day is named once, instead of a date in each row.
    private static let minimumWidthOfDays = 60

    /// The selected row; nil when there is none.
    func selection(in model: HistoryModel) -> HistoryRow? { table.list.current(in: model.rows) }

    /// Whether the user has moved to the selected row.
    var isChosen: Bool { !isFollowing }

    /// Whether only what is looked for is listed, or is going to be.
    func isSearching(_ model: HistoryModel) -> Bool { !(model.nextSearch ?? model.search).isEmpty }

    /// Selects the row of the scan that is shown beside the list; called before each drawing. The user's choice stays, until it is that
    /// scan, or the newest where none is shown. In a session the next scan ends it: who counts has the scanner in hand, not the keys.
    mutating func follow(_ current: CurrentScan?, in model: HistoryModel) {
        if model.session != nil, let id = current?.id, id != lastShown { isFollowing = true }
        lastShown = current?.id ?? lastShown
        if !isFollowing {
            let selected = selection(in: model)?.id
            isFollowing =
                current.map { $0.id == selected }
                ?? (!model.hasPreceding && (selected == nil || selected == model.rows.first?.id))
        }
        guard isFollowing, !isSearching(model), let id = current?.id, id != selection(in: model)?.id else { return }
        table.list.select(id, in: model.rows)
    }

    /// `3 of 120`: which row is selected.
    func position(in model: HistoryModel) -> String { table.list.position(in: model.rows, extent: model.extent) }

    /// Moves the selection; asks for more rows when it comes near an end of those that are loaded, also where it has moved
    /// already: nil.
    mutating func move(_ movement: Movement?, in model: HistoryModel) -> [Effect] {
        isFollowing = false
        if movement == .first, model.hasPreceding { return [.history(.load(.first))] }
        if movement == .last, model.hasFollowing { return [.history(.load(.last))] }
        if let movement { table.list.move(movement, in: model.rows) }
        return loading(model)
    }

    /// Selects the first row that is loaded.
    mutating func selectFirst(in model: HistoryModel) { table.list.move(.first, in: model.rows) }

    /// The selection follows again what is shown beside the list.
    mutating func followAgain() { isFollowing = true }

    /// Selects `row`.
    mutating func select(_ row: HistoryRow, in model: HistoryModel) {
        isFollowing = false
        table.list.select(row.id, in: model.rows)
    }

    /// Scrolls the list; asks for more rows when the selection comes near an end of those that are loaded.
    mutating func wheel(by notches: Int, in model: HistoryModel) -> [Effect] {
        let selected = selection(in: model)?.id
        table.list.wheel(by: notches, in: model.rows)
        if selection(in: model)?.id != selected { isFollowing = false }
        return loading(model)
    }

    /// Selects the row at a cell, or scrolls by the bar; asks for rows that are not loaded. The second value is whether the row
    /// was selected already.
    mutating func click(column: Int, row: Int, in area: Rect, _ model: HistoryModel) -> ([Effect], isOpened: Bool) {
        let click = table.click(column, row, in: .framed(area), model.rows, extent: model.extent)
        if case .beyond(let index) = click { return ([.history(.load(.index(index)))], false) }
        if click == .selected { isFollowing = false }
        return (loading(model), click == .activated)
    }

    /// Words that are searched for as words, though a day may be meant.
    private static let days: Set = [
        "today", "yesterday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]

    /// Why there is no row, in a few words.
    static func emptiness(_ model: HistoryModel) -> String {
        if model.nextSearch != nil { return "searching …" }
        guard !model.search.isEmpty else {
            // A newcomer has seen scans in the list beside the demo's picture.
            return model.place == .kept && model.otherPlace == .demo
                ? "nothing saved yet: Tab shows the demo's scans" : "nothing scanned yet"
        }
        let hint = days.contains(model.search.lowercased()) ? ": for the day use on:\(model.search)" : ""
        return "no scan with “\(model.search)”\(hint)"
    }

    /// The numbers of the marked rows: in their order, as far as they are loaded.
    func marked(in model: HistoryModel) -> [Int64] {
        let marks = table.list.marks
        if marks.isEmpty { return [] }
        return model.rows.map(\.id).filter(marks.contains) + marks.intersection(model.unloaded).sorted(by: >)
    }

    /// The numbers of the marked rows, else of the selected one.
    func chosen(in model: HistoryModel) -> [Int64] {
        let marked = marked(in: model)
        return marked.isEmpty ? selection(in: model).map { [$0.id] } ?? [] : marked
    }

    /// Marks the selected row, or not any more, and goes on to the next.
    mutating func toggleMark(in model: HistoryModel) { table.list.toggleMark(in: model.rows) }

    /// Marks nothing any more.
    mutating func unmarkAll() { table.list.unmarkAll() }

    private func loading(_ model: HistoryModel) -> [Effect] {
        let index = table.list.index(in: model.rows) ?? 0
        // Some screens before an end of those that are loaded.
        let distance = model.order.pageRows / 2
        if index < distance, model.hasPreceding { return [.history(.load(.preceding))] }
        let isNearEnd = index + distance > model.rows.count
        return isNearEnd && model.hasFollowing ? [.history(.load(.following))] : []
    }

    /// Keeps the place of the selection as it is now; called before each drawing.
    mutating func fit(_ model: HistoryModel, in area: Rect) {
        // The first row that is loaded need not be the newest.
        if model.hasPreceding { table.list.followsFirst = false }
        table.fit(model.rows, in: .framed(area))
        table.list.followsFirst = !model.hasPreceding
        countMarked(model)
    }

    private mutating func countMarked(_ model: HistoryModel) {
        let marks = table.list.marks
        // So many are counted only when the list or the marks are others, not at each page.
        let counted = CountedMarks(marks: marks.count, total: model.total, search: model.search)
        guard marks.count < Self.fewMarks || counted != countedMarks else { return }
        countedMarks = counted
        markedCount =
            marks.isEmpty
            ? 0 : model.rows.count { marks.contains($0.id) } + marks.count(where: model.unloaded.contains)
    }

    private static let fewMarks = 10_000

    /// Marks the rows of these numbers, which are all of the list; where all are marked already, none any more.
    mutating func toggleMarks(ofAll ids: [Int64]) {
        let marks = table.list.marks
        table.list.mark(ids, !ids.allSatisfy(marks.contains))
    }

    /// Draws the rows that fit. No row is selected where keys act on a scan that is not listed.
    func render(
        into canvas: inout Canvas, area: Rect, context: RenderContext, current: CurrentScan? = nil
    ) {
        let model = context.model.history
        let name = area.width < Self.minimumTitledWidth ? model.shortTitle : model.title
        let title = name + (markedCount > 0 ? ", \(markedCount) marked" : "")
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
        let showsCursor = current.map { $0.id == selection(in: model)?.id } ?? true
        var table = table
        let shown = model.rows[table.list.shown(model.rows, in: scrollArea)]
        let columns = HistoryColumns(
            shown, context, isWhole: isWhole,
            namesDays: isWhole && model.order.isByTime && area.width >= Self.minimumWidthOfDays)
        table.columns = columns.columns
        table.render(
            model.rows, into: &canvas, area: scrollArea, theme: context.theme, extent: model.extent,
            showsCursor: showsCursor
        ) { row, field in
            let text = columns.text(of: field, in: row)
            return switch field {
            case .content:
                TableCell(
                    text, row.hasWarnings ? .warning : .text, underlined: search.ranges(in: SafeText.visible(text)),
                    link: row.link)
            case .quantity: TableCell(text)
            default: TableCell(text, .faint)
            }
        }
    }
}
