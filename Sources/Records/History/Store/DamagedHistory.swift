import Foundation
import GRDB
import Symbols

/// Reads what can be read of a damaged history: by numbers as far as SQLite reaches, and then the rest from the pages themselves.
///
/// The file is read into memory with its log, so that it stays as it is.
final class DamagedHistory {
    /// A table of scans.
    enum Table: String, CaseIterable {
        case kept = "scan"
        case bin
    }

    /// Nil where not even its tables can be told.
    private let database: DatabaseQueue?
    /// Nil where the file is too large for memory.
    private let pages: DatabasePages?
    private let path: String
    private let columns: [Table: String]
    /// The file and its log when they were read.
    let stamps: [HistoryImage.Stamp]
    /// Whether something could not be read.
    private(set) var isPartial = false

    /// Rows read at a time.
    private static let batch: Int64 = 1024
    /// Numbers in which no row is looked for one by one any more: there is nothing to be expected there.
    private static let maximumEmptyRanges = 4096

    /// - Throws: `HistoryError` if the file cannot be read: that is not damage.
    init(_ path: String) throws(HistoryError) {
        self.path = path
        stamps = HistoryImage.stamps(path)
        if stamps[0].size + stamps[1].size > HistoryImage.largest {
            pages = nil
            database = try Self.unlessDamaged(path) { try HistoryFile.reader(path) }
        } else {
            let bytes = try HistoryImage.unchecked(path)
            pages = DatabasePages(bytes)
            database = try Self.unlessDamaged(path) { try HistoryImage.connection(to: bytes, path) }
        }
        let database = database
        columns = try Self.unlessDamaged(path) { try database.map(Self.columns) ?? [:] } ?? [:]
        isPartial = columns[.kept] == nil
    }

    /// What `body` returns; nil if it meets damage.
    ///
    /// - Throws: `HistoryError` for any other failure: what cannot be read now may be in order.
    private static func unlessDamaged<T>(_ path: String, _ body: () throws -> T) throws(HistoryError) -> T? {
        do {
            return try body()
        } catch {
            let isDamage = (error as? DatabaseError)?.isAboutContent ?? !(error is HistoryError)
            guard isDamage else { throw HistoryError(error, path: path) }
            return nil
        }
    }

    /// Whether all of it is in order: it could not be read before, and was taken for damaged.
    func isInOrder() throws(HistoryError) -> Bool {
        guard pages != nil else { return try HistoryStore.fileProblems(at: path).isEmpty }
        let problems = try Self.unlessDamaged(path) { () -> [String]? in
            do {
                return try database?.read { try HistoryStore.fileProblems(of: $0, path) }
            } catch let error as HistoryError where error.reason == .notAHistory {
                // Its first page says so, which may be the damaged one.
                return nil
            }
        }
        return problems??.isEmpty == true
    }

    /// Whether scans are in the pages of the file at `path`, whatever its header says.
    static func holdsScans(_ path: String) -> Bool {
        guard let bytes = try? HistoryImage.unchecked(path), let scratch = try? DatabaseQueue() else { return false }
        struct Found: Error {}
        do {
            try scratch.read { db in
                try DatabasePages(bytes).forEachRow { number, values in
                    if Self.entry(number, values, path, db) != nil { throw Found() }
                }
            }
            return false
        } catch { return error is Found }
    }

    private static func columns(_ queue: DatabaseQueue) throws -> [Table: String] {
        try queue.read { db in
            var columns: [Table: String] = [:]
            for table in Table.allCases {
                let rows = try Row.fetchAll(db, sql: "PRAGMA table_info(\(table.rawValue))")
                let names = Set(rows.map { $0["name"] as String })
                // Sessions are looked up in the new history: their table may be the damaged one.
                if !names.isEmpty { columns[table] = HistoryEntry.columns(of: names) }
            }
            return columns
        }
    }

    // MARK: - Scans

    /// Calls `body` with what can be read of a table: in the order of numbers, and behind that what is in pages that cannot be
    /// reached; some of it may come twice.
    func forEachBatch(
        of table: Table, _ body: ([HistoryEntry]) throws(HistoryError) -> Void
    ) throws(HistoryError) {
        let wasPartial = isPartial
        isPartial = columns[table] == nil && wasPartial
        if columns[table] != nil { try readByNumbers(table, body) }
        // Every row was there: the pages hold nothing else.
        if isPartial, let pages { try read(pages, table, body) }
        isPartial = isPartial || wasPartial
    }

    private func readByNumbers(
        _ table: Table, _ body: ([HistoryEntry]) throws(HistoryError) -> Void
    ) throws(HistoryError) {
        // Without a readable end it is found by how long there is nothing.
        let last = try lastNumber(table)
        if last == nil { isPartial = true }
        var first: Int64 = 1
        var empty = 0
        while first <= last ?? .max - Self.batch, empty < Self.maximumEmptyRanges {
            let entries = try read(table, first...(first + Self.batch - 1))
            empty = entries.isEmpty ? empty + 1 : 0
            if !entries.isEmpty { try body(entries) }
            first += Self.batch
        }
    }

    private func lastNumber(_ table: Table) throws(HistoryError) -> Int64? {
        let queries = [
            "SELECT max(seq) FROM sqlite_sequence WHERE name = 'scan'", "SELECT max(id) FROM \(table.rawValue)",
        ]
        var last: Int64?
        for query in queries {
            let number = try Self.unlessDamaged(path) { try database?.read { try Int64.fetchOne($0, sql: query) } }
            if let number = number ?? nil ?? nil { last = max(last ?? 0, number) }
        }
        return last.map { min($0, .max - 2 * Self.batch) }
    }

    /// The rows of these numbers that can be read.
    private func read(_ table: Table, _ range: ClosedRange<Int64>) throws(HistoryError) -> [HistoryEntry] {
        let sql = """
            SELECT \(columns[table] ?? "") FROM \(table.rawValue) AS scan WHERE scan.id BETWEEN ? AND ? ORDER BY scan.id
            """
        let rows = try Self.unlessDamaged(path) {
            try database?.read { db in
                try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [range.lowerBound, range.upperBound])
            }
        }
        if let rows { return (rows ?? []).compactMap(entry) }
        isPartial = true
        // The pages are read later for what is missing. Without them the damaged rows are gone around.
        guard pages == nil, range.count > 1 else { return [] }
        let middle = range.lowerBound + Int64(range.count) / 2
        return try read(table, range.lowerBound...(middle - 1)) + read(table, middle...range.upperBound)
    }

    private func entry(_ row: Row) -> HistoryEntry? {
        guard let entry = Self.entry(row, path) else {
            isPartial = true
            return nil
        }
        return entry
    }

    private static func entry(_ row: Row, _ path: String) -> HistoryEntry? {
        // Bytes that are there by chance are not a scan.
        guard var entry = try? HistoryEntry(row: row, path: path), entry.flaws.isEmpty else { return nil }
        // One of an earlier version was given no identity.
        if entry.identity.bytes.allSatisfy({ $0 == 0 }) { entry.identity = .derived(from: entry.scan) }
        return entry
    }

    // MARK: - Pages

    private func read(
        _ pages: DatabasePages, _ table: Table, _ body: ([HistoryEntry]) throws(HistoryError) -> Void
    ) throws(HistoryError) {
        do {
            let scratch = try DatabaseQueue()
            var entries: [HistoryEntry] = []
            try scratch.read { db in
                try pages.forEachRow { number, values in
                    let isOfBin = values.count == HistoryEntry.names.count + 2
                    guard isOfBin == (table == .bin), let entry = Self.entry(number, values, path, db) else { return }
                    entries.append(entry)
                    guard entries.count == Self.batch else { return }
                    try body(entries)
                    entries = []
                }
            }
            if !entries.isEmpty { try body(entries) }
        } catch {
            throw HistoryError(error, path: path)
        }
    }

    /// The scan that is in a row of any table; nil if it is none.
    ///
    /// - Parameter db: any database, which makes a row of the values.
    private static func entry(
        _ number: Int64, _ values: [DatabaseValue], _ path: String, _ db: Database
    ) -> HistoryEntry? {
        // Behind its number a row of the bin has the time when it was deleted. One of an earlier version has fewer columns. The corners
        // tell which it is.
        func hasCorners(_ place: Int) -> Bool {
            place < values.count && Data.fromDatabaseValue(values[place])?.count == 64
        }
        let skipped = hasCorners(9) ? 2 : 1
        guard number > 0, hasCorners(skipped + 7) else { return nil }
        let values = Array(values.dropFirst(skipped))
        guard (10...HistoryEntry.names.count).contains(values.count) else { return nil }
        let missing = [
            "identity": Data(count: 16).databaseValue, "position": 0.databaseValue, "quantity": 1.databaseValue,
            "pinned": 0.databaseValue,
        ]
        let known = HistoryEntry.names.enumerated().map { index, name in
            index < values.count && !values[index].isNull ? values[index] : missing[name] ?? .null
        }
        let arguments = [number.databaseValue] + known + [.null]
        let places = arguments.map { _ in "?" }.joined(separator: ", ")
        let row = try? Row.fetchOne(
            db.cachedStatement(sql: "SELECT \(places)"), arguments: StatementArguments(arguments))
        return row.flatMap { $0 }.flatMap { entry($0, path) }
    }

    // MARK: - What else is there

    /// Puts the rows of every other table, as far as they can be read, into the same table of `db`: sessions and their check-lists,
    /// what waits to be delivered. Those that are there already stay.
    func copyOthers(to db: Database) throws {
        let tables = try String.fetchAll(
            db,
            sql: """
                SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('scan', 'bin')
                AND name NOT LIKE 'scan_search%' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'grdb_%'
                """)
        for table in tables {
            func columns(_ db: Database) throws -> [String] { try db.columns(in: table).map(\.name) }
            let new = try columns(db)
            guard let old = try Self.unlessDamaged(path, { try database?.read { try columns($0) } }) ?? nil
            else { continue }
            let copy = TableCopy(table: table, names: new.filter(old.contains))
            for row in try rows(copy) {
                do {
                    try copy.insert(row, db, ignoresConflicts: true)
                } catch let error as DatabaseError
                    where [.SQLITE_CONSTRAINT, .SQLITE_MISMATCH].contains(error.resultCode)
                {
                    // One that the new table does not take is damaged.
                    isPartial = true
                }
            }
        }
    }

    /// The rows of a table: from both ends to where a page is damaged.
    private func rows(_ copy: TableCopy) throws -> [[DatabaseValue]] {
        // The order of the table itself, so that no row needs another to be read.
        let key = copy.names.contains("id") ? "id" : (copy.names.first ?? "1")
        var found: [[DatabaseValue]] = []
        for order in ["ASC", "DESC"] {
            let isWhole: Void? = try Self.unlessDamaged(path) {
                try database?.read { db in
                    let rows = try Row.fetchCursor(
                        db, sql: "SELECT \(copy.values) FROM \(copy.table) ORDER BY \(key) \(order)")
                    while let row = try rows.next() { found.append(Array(row.databaseValues)) }
                }
            }
            if isWhole != nil { return found }
            isPartial = true
        }
        return found
    }
}
