import Config
import Formats
import Surface
import Symbols
import Widgets

extension HistoryRow {
    /// What stands in a column, in a line.
    ///
    /// - Parameter isWhole: whether there is room for the names of symbologies as their standards spell them.
    func text(of column: HistoryColumn, _ context: RenderContext, isWhole: Bool) -> String {
        switch column {
        case .time: context.moment(time)
        case .lastSeen: context.moment(lastSeen ?? time)
        case .symbology: isWhole ? symbology.traits.title : symbology.shortTitle
        case .kind: kind?.rawValue ?? ""
        case .quantity: quantity == 1 ? "" : "×\(quantity)"
        case .content:
            (context.model.inventory[row: id].map { "\($0.line)  " } ?? "") + (hasWarnings ? "! \(title)" : title)
        case .tags: remarks
        case .note: note ?? ""
        case .session: session ?? ""
        case .fields: fields.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        case .source: source
        }
    }

    /// `* #late ¶`: whether it is pinned, its tags, whether there is a note.
    private var remarks: String {
        ((isPinned ? ["*"] : []) + tags.map { "#\($0)" } + (note == nil ? [] : ["¶"])).joined(separator: " ")
    }
}

/// How wide the columns are in which scans are listed: as what is in view needs. Where that is too much, contents go first, then
/// times, then symbologies. A product's number is never cut.
struct HistoryColumns {
    private let rows: ArraySlice<HistoryRow>
    private let context: RenderContext
    /// Whether the list has a screen of its own: columns with titles, and those that the user wants.
    private let isWhole: Bool
    /// The names of days, by the first row of each; empty where times have their date.
    private var days: [Int64: String] = [:]
    /// The columns of the longest of them.
    private var dayWidth = 0

    /// - Parameter namesDays: whether each day is named once, at the first of its rows, as far as any is not of today.
    init(_ rows: ArraySlice<HistoryRow>, _ context: RenderContext, isWhole: Bool, namesDays: Bool = false) {
        (self.rows, self.context, self.isWhole) = (rows, context, isWhole)
        let names = namesDays ? rows.map { context.dayName($0.time) } : []
        guard names.contains(where: { $0 != "Today" }) else { return }
        for (index, (row, name)) in zip(rows, names).enumerated() where index == 0 || names[index - 1] != name {
            days[row.id] = name
        }
        dayWidth = names.map(\.count).max() ?? 0
    }

    /// What stands in a column of `row`, in a line.
    func text(of column: HistoryColumn, in row: HistoryRow) -> String {
        guard column == .time, !days.isEmpty else { return row.text(of: column, context, isWhole: isWhole) }
        let day = days[row.id] ?? ""
        return day + String(repeating: " ", count: max(0, dayWidth - day.count) + 1) + context.clock(row.time)
    }

    /// Those beside the picture.
    private static let narrow: [HistoryColumn] = [.time, .symbology, .quantity, .content, .tags]

    /// Those to draw, from the left.
    var columns: [TableColumn<HistoryColumn>] {
        (isWhole ? context.model.history.columns : Self.narrow).compactMap(column)
    }

    private func column(_ column: HistoryColumn) -> TableColumn<HistoryColumn>? {
        let widest = rows.map { DisplayWidth.of(text(of: column, in: $0)) }.max() ?? 0
        let title = isWhole ? column.title.count : 0
        switch column {
        case .time, .lastSeen:
            return TableColumn(column, column.title, minimum: max(title, widest), priority: column == .time ? 1 : 0)
        case .symbology:
            let ideal = max(widest, title)
            return TableColumn(column, column.title, minimum: min(isWhole ? 9 : 7, ideal), ideal: ideal)
        case .quantity:
            // What few scans have takes room only where it is in view.
            guard widest > 0 else { return nil }
            return TableColumn(
                column, column.title, minimum: max(2, title, widest), alignment: .trailing, priority: 2)
        case .content:
            return TableColumn(
                column, column.title, minimum: max(10, longestNumber), ideal: min(26, widest), priority: 2,
                grows: true)
        case .kind:
            return TableColumn(column, column.title, minimum: min(8, max(title, widest)), ideal: widest)
        case .tags, .note, .session, .fields:
            guard widest > 0 else { return nil }
            return TableColumn(column, column.title, minimum: max(4, title), ideal: min(24, widest))
        case .source:
            return TableColumn(
                column, column.title, minimum: min(8, max(title, widest)), ideal: min(30, max(title, widest)),
                priority: -1)
        }
    }

    /// The columns of a number that says what a thing is, such as that of an EAN-13 or a GTIN-14, with a blank and an add-on of
    /// five digits at most: a part of it says nothing.
    private static let longestNumber = 20

    /// The columns of the longest number in view.
    private var longestNumber: Int {
        rows.map { Self.numberLength($0.title) }.filter { $0 <= Self.longestNumber }.max() ?? 0
    }

    /// The length of the number that a summary is or begins with, its add-on included, as in `4006381333931 · issued in Germany`;
    /// 0 where there is none.
    private static func numberLength(_ summary: String) -> Int {
        let head = summary.split(separator: "·", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
        guard head.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == 0x20 || $0 == UInt8(ascii: "+") }) else { return 0 }
        return head.utf8.count == summary.utf8.count ? head.utf8.count : max(0, head.utf8.count - 1)
    }
}
