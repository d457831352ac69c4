import Config
import Foundation
import Payloads
import Symbols
import Widgets

/// One row of the history as the pane shows it.
package struct HistoryRow: Sendable, Hashable, Identifiable {
    package let id: Int64
    package let time: Date
    package let symbology: Symbology
    /// What it means, in one line without secrets.
    package let summary: String
    /// What was scanned.
    package let source: String
    /// The kind of its content; nil if it is not known.
    package let kind: PayloadKind?
    /// How many there are of it.
    package var quantity = 1
    package var tags: [String] = []
    package var note: String?
    /// What its number stands for; nil while that is not known.
    package var product: String?
    /// Whether its content has something to be warned of, such as a link that imitates another.
    package var hasWarnings = false
    /// The web address that it leads to; nil for none, and for one that a terminal should not open without a question.
    package var link: TableLink?
    /// Whether it stays when old ones go.
    package var isPinned = false
    package var session: String?
    /// When it was seen last; nil when that was its time.
    package var lastSeen: Date?
    /// What held for it when it was scanned, such as the shelf, by name.
    package var fields: [String: String] = [:]
    /// Its place in the order of time: larger for later ones.
    package var position: Int64 = 0

    package init(
        id: Int64, time: Date, symbology: Symbology, summary: String, source: String = "", kind: PayloadKind? = nil
    ) {
        self.id = id
        self.time = time
        self.symbology = symbology
        self.summary = summary
        self.source = source
        self.kind = kind
    }
}

extension HistoryRow {
    /// What lists show of it: a product's name, else what it means.
    package var title: String { product ?? summary }

    /// What is shown of one scan: of a product its number and name.
    package var titleWithNumber: String {
        guard let product else { return summary }
        let number = summary.split(separator: " · ", maxSplits: 1).first ?? ""
        return number.isEmpty ? product : "\(number) · \(product)"
    }
}

/// The list of scans: those that are loaded of it, one behind the other, and where in it they are. However long it is, few are
/// loaded at a time.
package struct HistoryModel: Sendable {
    package private(set) var rows: [HistoryRow] = []
    /// How many are before them.
    package private(set) var firstIndex = 0
    /// How many there are in all, of those that are searched for; at least so many as long as they are not counted.
    package private(set) var total = 0
    package private(set) var isCounted = true
    /// Numbers of rows that are known and not loaded: what is marked may be among them.
    package private(set) var unloaded: Set<Int64> = []
    /// What is searched for: `rows` are those in which it is found; empty when all are shown.
    package private(set) var search = ""
    /// What is being searched for beside the loop; nil when `rows` are up to date.
    package var nextSearch: String?
    package var undoableDeletions = 0
    package var place = Place.kept
    /// The other history that can be listed: the kept one, or where the scans of this run go; nil for none.
    package var otherPlace: Place?
    /// The session that new scans belong to; nil for none.
    package var session: SessionModel?
    /// What a symbol is that comes again.
    package var repeats = ScanRepeats.each
    package var order = HistoryOrder.newest
    /// The columns of the history's own screen, from the left.
    package var columns = HistoryColumn.standard

    /// Where scans are.
    package enum Place: Sendable, Hashable {
        /// In the user's history.
        case kept
        /// In the demo's, which ends with the program.
        case demo
        /// In one that ends with the program, because the user wants none to be kept.
        case `private`
    }

    package init() {}

    /// What it is called above its rows.
    package var title: String {
        let found = search.isEmpty ? "" : " with “\(search)”"
        let total = shownTotal
        return switch place {
        case .kept: "History \(total)\(found)"
        case .demo: "Demo history \(total)\(found), not saved"
        case .private: "Private history \(total)\(found), not saved"
        }
    }

    package var shortTitle: String {
        switch place {
        case .kept: "Scans \(shownTotal)"
        case .demo: "Demo \(shownTotal)"
        case .private: "Private \(shownTotal)"
        }
    }

    /// `300+` as long as they are not counted.
    var shownTotal: String { isCounted ? "\(total)" : "\(total)+" }

    /// Whether there are rows behind those that are loaded.
    package var hasFollowing: Bool { firstIndex + rows.count < total || !isCounted }

    /// Whether there are rows before those that are loaded.
    package var hasPreceding: Bool { firstIndex > 0 }

    /// Which rows of the list are loaded.
    var extent: ListExtent { ListExtent(first: firstIndex, total: total) }

    /// What tells a history that was loaded from one that scans were added to or deleted from since.
    package var state: [Int64?] { [rows.first?.id, Int64(rows.count), Int64(firstIndex), Int64(total)] }

    /// So many rows are loaded at most; of more, those that are farther from the ones that were loaded last are left out.
    package static let maximumRows = 9000

    /// Takes a new list of `total` there are, at least so many where they are not counted, in which `search` is found; `firstIndex` of
    /// them are before `rows`.
    package mutating func replace(
        _ rows: [HistoryRow], total: Int, firstIndex: Int = 0, isCounted: Bool = true, search: String = ""
    ) {
        self.isCounted = isCounted
        if search != self.search { unloaded = [] } else { leaveOut(self.rows) }
        self.rows = rows
        self.search = search
        self.firstIndex = firstIndex
        self.total = max(total, firstIndex + rows.count)
        unloaded.subtract(rows.lazy.map(\.id))
    }

    /// All of the list were counted.
    package mutating func take(total: Int) {
        self.total = max(total, firstIndex + rows.count)
        isCounted = true
    }

    /// Takes rows that were read a moment ago, when the newest one was `newest`; scans that came since stay on top.
    package mutating func refresh(_ rows: [HistoryRow], total: Int, firstIndex: Int = 0, since newest: Int64?) {
        guard firstIndex == 0, !hasPreceding else {
            return replace(rows, total: total, firstIndex: firstIndex, search: search)
        }
        let read = Set(rows.prefix(100).map(\.id))
        let newer = self.rows.prefix { $0.id > newest ?? 0 }.filter { !read.contains($0.id) }
        replace(newer + rows, total: total + newer.count, search: search)
    }

    /// A scan came in and is on disk.
    package mutating func prepend(_ row: HistoryRow) {
        // It may have been read from the history before it was reported.
        guard !rows.prefix(100).contains(where: { $0.id == row.id }) else { return }
        total += 1
        if hasPreceding { firstIndex += 1 } else { rows.insert(row, at: 0) }
        leaveOutLast()
    }

    /// More rows for the end.
    package mutating func append(_ following: [HistoryRow]) {
        rows.append(contentsOf: following)
        // Entries may have been deleted by another process: what cannot be loaded is not counted.
        if following.isEmpty { (total, isCounted) = (firstIndex + rows.count, true) }
        total = max(total, firstIndex + rows.count)
        let surplus = max(0, rows.count - Self.maximumRows)
        leaveOut(rows.prefix(surplus))
        rows.removeFirst(surplus)
        firstIndex += surplus
    }

    /// More rows for the beginning.
    package mutating func insert(preceding: [HistoryRow]) {
        rows.insert(contentsOf: preceding, at: 0)
        // Others may have come or gone before them meanwhile.
        let first = preceding.isEmpty ? 0 : max(0, firstIndex - preceding.count)
        total += first - firstIndex + preceding.count
        firstIndex = first
        unloaded.subtract(preceding.lazy.map(\.id))
        leaveOutLast()
    }

    private mutating func leaveOutLast() {
        let surplus = max(0, rows.count - Self.maximumRows)
        leaveOut(rows.suffix(surplus))
        rows.removeLast(surplus)
    }

    /// These are the numbers of all rows of the list.
    package mutating func know(_ ids: [Int64]) { unloaded = Set(ids).subtracting(rows.lazy.map(\.id)) }

    private mutating func leaveOut(_ rows: some Sequence<HistoryRow>) { unloaded.formUnion(rows.lazy.map(\.id)) }

    /// A scan has changed, or came to the top because it was seen again.
    package mutating func update(_ row: HistoryRow) {
        guard let index = rows.firstIndex(where: { $0.id == row.id }) else { return }
        rows[index] = row
    }

    /// A scan was deleted.
    package mutating func remove(id: Int64) {
        unloaded.remove(id)
        guard let index = rows.firstIndex(where: { $0.id == id }) else { return }
        rows.remove(at: index)
        total -= 1
    }
}

/// The session under way.
package struct SessionModel: Sendable, Hashable {
    package var name: String
    /// How many there are in all of its scans.
    package var quantity = 0
    /// What holds for the scans to come, by name.
    package var fields: [String: String] = [:]
    /// How far its check-list is; nil if it has none.
    package var checkList: CheckListModel?
    /// The line of the check-list that the last scan counts for; nil if there is none.
    package var lastLine: CheckListReport.Line?

    package init(name: String) { self.name = name }

    /// `Aisle 4: 12 (shelf A4)`: its name, how many there are, what holds.
    package var status: String {
        let missing = checkList.map { $0.missing == 0 ? ", complete" : ", \($0.missing) missing" } ?? ""
        let surplus = checkList.map { $0.surplus == 0 ? "" : ", \($0.surplus) surplus" } ?? ""
        // Where scans belong is said by itself.
        let shown = fields["place"] == nil ? fields : fields.filter { !["place", "shelf"].contains($0.key) }
        let held = shown.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.prefix(20))" }
        return "\(name): \(quantity)\(missing)\(surplus)" + (held.isEmpty ? "" : " (\(held.joined(separator: ", ")))")
    }
}

/// How far a session's check-list is, in pieces.
package struct CheckListModel: Sendable, Hashable {
    /// How many of what was expected were not scanned.
    package var missing: Int
    /// How many nobody expected.
    package var surplus: Int

    /// The sums of the list's lines.
    package init(_ lines: [CheckListReport.Line]) {
        missing = lines.map(\.missing).reduce(0, +)
        surplus = lines.map(\.surplus).reduce(0, +)
    }
}
