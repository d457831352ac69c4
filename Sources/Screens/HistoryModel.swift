import Foundation
import Payloads
import Symbols

/// One row of the history as the pane shows it.
public struct HistoryRow: Sendable, Hashable, Identifiable {
    /// The entry's number in the history.
    public let id: Int64
    /// When it was scanned.
    public let time: Date
    /// The symbology.
    public let symbology: Symbology
    /// What it means, in one line without secrets.
    public let summary: String
    /// What was scanned.
    public let source: String
    /// The kind of its content; nil where it is not known.
    public let kind: PayloadKind?

    /// A row.
    public init(
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

/// The scans that are loaded of the history, newest first.
public struct HistoryModel: Sendable {
    /// Those that are loaded.
    public private(set) var rows: [HistoryRow] = []
    /// How many there are in all, of those that are searched for; more than `rows` while older ones are not loaded.
    public private(set) var total = 0
    /// What is searched for: `rows` are those in which it is found; empty when all are shown.
    public private(set) var search = ""
    /// What is being searched for beside the loop; nil when `rows` are up to date.
    public var nextSearch: String?
    /// How many deletions can be undone.
    public var undoableDeletions = 0
    /// Whether they are the demo's, which end with the program.
    public var isOfDemo = false

    /// An empty history.
    public init() {}

    /// What it is called above its rows.
    public var title: String {
        let found = search.isEmpty ? "" : " with “\(search)”"
        return isOfDemo ? "Demo history \(total)\(found), not kept" : "History \(total)\(found)"
    }

    /// The same in few columns.
    public var shortTitle: String { "\(isOfDemo ? "Demo" : "Scans") \(total)" }

    /// Whether older rows are not loaded yet.
    public var hasOlder: Bool { rows.count < total }

    /// What tells a history that was loaded from one that scans were added to or deleted from since.
    public var state: [Int64?] { [rows.first?.id, Int64(rows.count), Int64(total)] }

    /// Takes a new list of `total` there are, in which `search` is found.
    public mutating func replace(_ rows: [HistoryRow], total: Int, search: String = "") {
        self.rows = rows
        self.search = search
        self.total = max(total, rows.count)
    }

    /// Takes a list that was read a moment ago, when the newest row was `newest`; scans that came since stay on top.
    public mutating func refresh(_ rows: [HistoryRow], total: Int, since newest: Int64?) {
        let read = Set(rows.prefix(100).map(\.id))
        let newer = self.rows.prefix { $0.id > newest ?? 0 }.filter { !read.contains($0.id) }
        replace(newer + rows, total: total + newer.count, search: search)
    }

    /// A scan came in and is on disk.
    public mutating func prepend(_ row: HistoryRow) {
        // It may have been read from the history before it was reported.
        guard !rows.prefix(100).contains(where: { $0.id == row.id }) else { return }
        rows.insert(row, at: 0)
        total += 1
    }

    /// More rows for the end.
    public mutating func append(older: [HistoryRow]) {
        rows.append(contentsOf: older)
        // Entries may have been deleted by another process: what cannot be loaded is not counted.
        total = older.isEmpty ? rows.count : max(total, rows.count)
    }

    /// A scan was deleted.
    public mutating func remove(id: Int64) {
        guard let index = rows.firstIndex(where: { $0.id == id }) else { return }
        rows.remove(at: index)
        total -= 1
    }
}
