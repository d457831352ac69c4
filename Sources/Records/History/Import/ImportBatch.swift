import Files
import Foundation
import GRDB

/// Scans of a file on their way into the history.
final class ImportBatch {
    private let store: HistoryStore
    private let progress: ((Int) -> Void)?
    private var entries: [HistoryEntry] = []
    private var size = 0
    private var seen = 0
    private var twins = TwinCounter()
    private(set) var report = MergeReport()

    init(store: HistoryStore, progress: ((Int) -> Void)?) { (self.store, self.progress) = (store, progress) }

    /// Takes in a scan, or tells why there is none.
    ///
    /// - Parameter place: where it stands in the file: `line 12`.
    func add(_ place: String, _ draft: Result<ScanDraft, UserError>) throws {
        seen += 1
        switch draft {
        case .failure(let problem): report.skip("\(place): \(problem.description)")
        case .success(let draft):
            for problem in draft.problems { report.note("\(place): \(problem)") }
            let entry = try entry(of: draft)
            entries.append(entry)
            size += entry.size
        }
        if seen % 1000 == 0 { progress?(seen) }
        if entries.count >= HistoryStore.mergeBatch || size >= HistoryStore.mergeBytes { try flush() }
    }

    private func entry(of draft: ScanDraft) throws -> HistoryEntry {
        let entry = draft.entry()
        guard draft.identity == nil else { return entry }
        let twin = try twins.count(entry.identity)
        return twin == 0 ? entry : draft.entry(twin: twin)
    }

    /// Keeps what is left.
    func flush() throws {
        try store.merge(entries, into: &report)
        entries.removeAll(keepingCapacity: true)
        size = 0
    }
}

/// How many scans of a file have no identity of their own and are alike, so that each counts. It is in a temporary file of SQLite's,
/// as a table of a million rows would be too much for memory.
private struct TwinCounter {
    private var counts: DatabaseQueue?

    /// How many there were of it before.
    mutating func count(_ identity: ScanIdentity) throws -> Int {
        let counts = try counts ?? Self.file()
        self.counts = counts
        return try counts.inDatabase { db in
            let statement = try db.cachedStatement(
                sql: """
                    INSERT INTO twin VALUES (?, 0) ON CONFLICT (identity) DO UPDATE SET count = count + 1 RETURNING count
                    """)
            return try Int.fetchOne(statement, arguments: [Data(identity.bytes)]) ?? 0
        }
    }

    private static func file() throws -> DatabaseQueue {
        let queue = try DatabaseQueue(path: "")
        try queue.inDatabase { db in
            try db.execute(
                sql: """
                    PRAGMA journal_mode = OFF;
                    CREATE TABLE twin (identity BLOB PRIMARY KEY, count INTEGER NOT NULL) WITHOUT ROWID
                    """)
        }
        return queue
    }
}
