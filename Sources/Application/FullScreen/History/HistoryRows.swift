import Services
import History
import Payloads
import Screens
import Symbols

/// Rows of the history as they are shown.
struct HistoryRows: Sendable {
    let rows: [HistoryRow]
    /// How many are before them.
    let firstIndex: Int
    /// How many there are in all; at least so many where they were not counted.
    let total: Int
    let isCounted: Bool

    /// `limit` rows at most of a list; by default the first.
    ///
    /// - Parameter counts: whether to count the list even where that takes longer; default true.
    init(
        of history: HistoryStore, _ list: HistoryList, at place: HistoryPage.Place = .first, limit: Int,
        counts: Bool = true
    ) throws(HistoryError) {
        let page = try history.page(
            of: .matching(list.search), sort: list.order.sort, newestFirst: list.order.isDescending, at: place,
            limit: limit, counts: counts)
        rows = page.entries.map(HistoryRow.init)
        firstIndex = page.firstIndex
        (total, isCounted) = (page.total, page.isCounted)
    }
}

/// A list of scans.
struct HistoryList: Sendable, Hashable {
    /// What is searched for; empty for nothing.
    var search: String
    var order: HistoryOrder

    /// The list that is shown.
    init(_ model: HistoryModel) { (search, order) = (model.search, model.order) }

    /// `limit` rows at most that are behind those of `model`.
    static func following(_ model: HistoryModel, of history: HistoryStore, limit: Int) throws(HistoryError)
        -> [HistoryRow]
    {
        let list = HistoryList(model)
        let isByTime = list.order.isByTime
        return try history.entries(
            of: .matching(list.search), sort: list.order.sort, newestFirst: list.order.isDescending, limit: limit,
            after: isByTime ? model.rows.last?.position : nil,
            offset: isByTime ? 0 : model.firstIndex + model.rows.count
        ).map(HistoryRow.init)
    }

    /// `limit` rows at most that are right before those of `model`.
    static func preceding(_ model: HistoryModel, of history: HistoryStore, limit: Int) throws(HistoryError)
        -> [HistoryRow]
    {
        let list = HistoryList(model)
        let count = min(limit, model.firstIndex)
        guard list.order.isByTime else {
            return try history.entries(
                of: .matching(list.search), sort: list.order.sort, newestFirst: list.order.isDescending, limit: count,
                offset: model.firstIndex - count
            ).map(HistoryRow.init)
        }
        return try history.entries(
            of: .matching(list.search), newestFirst: !list.order.isDescending, limit: limit,
            after: model.rows.first?.position
        ).reversed().map(HistoryRow.init)
    }
}

extension HistoryRow {
    package init(_ entry: HistoryEntry) {
        self.init(
            id: entry.id, time: entry.scan.time, symbology: entry.scan.symbol.content.symbology,
            summary: Self.line(entry), source: entry.scan.source, kind: entry.kind)
        quantity = entry.tally.quantity
        (tags, note, isPinned) = (entry.remarks.tags, entry.remarks.note, entry.remarks.isPinned)
        product = entry.remarks.product
        (session, lastSeen, fields) = (entry.session?.name, entry.tally.lastSeen, entry.fields)
        position = entry.position
        hasWarnings = !entry.payload.warnings.isEmpty
        link = entry.payload.link(in: summary)
    }

    init(id: Int64, scan: Scan) {
        let payload = Payload.parse(scan.symbol.content)
        self.init(
            id: id, time: scan.time, symbology: scan.symbol.content.symbology,
            summary: Self.line(payload.summary, scan), source: scan.source, kind: payload.kind)
        position = .max
        hasWarnings = !payload.warnings.isEmpty
        link = payload.link(in: summary)
    }

    /// What it means, behind why it cannot be read whole.
    private static func line(_ entry: HistoryEntry) -> String {
        let line = line(entry.summary, entry.scan)
        return entry.problem.map { "[\($0)] \(line)" } ?? line
    }

    /// A product's number and the add-on beside it.
    private static func line(_ summary: String, _ scan: Scan) -> String {
        scan.symbol.content.addOn.map { "\(summary) +\($0)" } ?? summary
    }
}

extension HistoryOrder {
    /// The column.
    fileprivate var sort: HistorySort {
        switch self {
        case .newest, .oldest: .time
        case .lastSeen: .lastSeen
        case .symbology: .symbology
        case .kind: .kind
        case .content: .content
        case .quantity: .quantity
        }
    }

    /// Whether the largest comes first.
    fileprivate var isDescending: Bool {
        switch self {
        case .newest, .lastSeen, .quantity: true
        case .oldest, .symbology, .kind, .content: false
        }
    }
}
