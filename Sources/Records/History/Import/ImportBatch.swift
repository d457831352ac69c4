import Dispatch
import Files
import Formats
import Foundation
import GRDB
import Synchronization

/// Scans of a file on their way into the history: rows are understood on all processors, while those before them are written.
///
///     let batch = ImportBatch(store: store, progress: nil)
///     defer { batch.wait() }
///     try reader.forEach { try batch.add($0) }
///     try batch.finish()
final class ImportBatch {
    /// As many in a transaction. It ends in well under a second, so that another program can write, too, and a page of an index that
    /// many scans go to is written once for them.
    static let usualCount = 16_384
    /// Rows that one processor takes at a time.
    private static let share = 256

    private let store: HistoryStore
    private let progress: ((Int) -> Void)?
    private let maximumCount: Int
    private let today = CivilDate.today
    private var rows: [ImportedRow] = []
    private var size = 0
    private var seen = 0
    private var twins = TwinCounter()
    private var writing: ImportWrite?
    private(set) var report = MergeReport()

    init(store: HistoryStore, progress: ((Int) -> Void)?, maximumCount: Int = usualCount) {
        (self.store, self.progress, self.maximumCount) = (store, progress, maximumCount)
    }

    /// Takes in a scan, or why there is none.
    func add(_ row: ImportedRow) throws {
        seen += 1
        rows.append(row)
        size += row.size
        if seen % 1000 == 0 { progress?(seen) }
        if rows.count >= maximumCount || size >= HistoryStore.mergeBytes { try flush() }
    }

    /// Stores what is left.
    func finish() throws {
        try flush()
        try settle()
    }

    /// Waits for what is being written.
    func wait() { _ = writing?.result }

    /// Begins to write the rows, once those before them are written.
    private func flush() throws {
        var scans: [UnderstoodRow.Scan] = []
        for understood in understood() {
            switch understood.entry {
            case .failure(let problem): report.skip("\(understood.place): \(problem.description)")
            case .success(let scan):
                for problem in scan.problems { report.note("\(understood.place): \(problem)") }
                scans.append(scan)
            }
        }
        try twins.distinguish(&scans)
        rows.removeAll(keepingCapacity: true)
        size = 0
        try settle()
        writing = ImportWrite(scans.map(\.entry), into: store)
    }

    /// Counts what was written.
    private func settle() throws {
        guard let (added, known) = try writing?.result.get() else { return }
        writing = nil
        report.added += added
        report.known += known
    }

    private func understood() -> [UnderstoodRow] {
        let (rows, today) = (rows, today)
        let parts = Mutex([[UnderstoodRow]](repeating: [], count: (rows.count + Self.share - 1) / Self.share))
        DispatchQueue.concurrentPerform(iterations: (rows.count + Self.share - 1) / Self.share) { part in
            let range = part * Self.share..<min(rows.count, (part + 1) * Self.share)
            let understood = rows[range].map { UnderstoodRow($0, today: today) }
            parts.withLock { $0[part] = understood }
        }
        return parts.withLock { Array($0.joined()) }
    }
}

/// A row of a file, not understood yet.
struct ImportedRow: Sendable {
    /// Where it stands in the file: `line 12`.
    let place: String
    /// Its bytes, about.
    let size: Int
    /// What it says of a scan. It is called on any thread.
    let draft: @Sendable () -> Result<ScanDraft, UserError>
}

/// What came of a row.
private struct UnderstoodRow: Sendable {
    /// What is found in it, and how it is found.
    struct Scan: Sendable {
        var entry: FoundEntry
        let hasIdentity: Bool
        let problems: [String]
    }

    let place: String
    let entry: Result<Scan, UserError>

    init(_ row: ImportedRow, today: CivilDate) {
        place = row.place
        entry = row.draft().map { draft in
            Scan(
                entry: FoundEntry(draft.entry(today: today)), hasIdentity: draft.identity != nil,
                problems: draft.problems)
        }
    }
}

/// The transaction of a batch, on a thread of its own.
private final class ImportWrite: Sendable {
    typealias Outcome = Result<(added: Int, known: Int), HistoryError>

    private let done = DispatchSemaphore(value: 0)
    private let outcome = Mutex<Outcome?>(nil)

    init(_ entries: [FoundEntry], into store: HistoryStore) {
        DispatchQueue.global().async { [self] in
            let outcome = Outcome { () throws(HistoryError) in
                let added = try store.merge(entries)
                return (added, entries.count - added)
            }
            self.outcome.withLock { $0 = outcome }
            done.signal()
        }
    }

    /// What came of it, as soon as it has ended.
    var result: Outcome {
        done.wait()
        defer { done.signal() }
        return outcome.withLock { $0 } ?? .success((0, 0))
    }
}

/// How many scans of a file have no identity of their own and are alike, so that each counts. It is in a temporary file of SQLite's,
/// as a table of a million rows would be too much for memory.
private struct TwinCounter {
    private var counts: DatabaseQueue?

    /// Gives each scan that has no identity of its own one that no other scan of the file has.
    mutating func distinguish(_ scans: inout [UnderstoodRow.Scan]) throws {
        guard !scans.allSatisfy(\.hasIdentity) else { return }
        let counts = try counts ?? Self.file()
        self.counts = counts
        try counts.inTransaction { db in
            let count = try BoundStatement(
                "INSERT INTO twin VALUES (?, 0) ON CONFLICT (identity) DO UPDATE SET count = count + 1 RETURNING count",
                db)
            for i in scans.indices where !scans[i].hasIdentity {
                let entry = scans[i].entry.entry
                count.bind(bytes: entry.identity.bytes, at: 1)
                let twin = Int(try count.first() ?? 0)
                scans[i].entry.twin = twin
                if twin > 0 { scans[i].entry.entry.identity = .derived(from: entry.scan, twin: twin) }
            }
            return .commit
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
