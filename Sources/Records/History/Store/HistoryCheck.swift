import Files
import GRDB
import GRDBSQLite
import Glibc

/// Looking for what is wrong with a history; `HistoryStore+Mending` mends it.
extension HistoryStore {
    /// What is wrong with the file and its scans, a line each; none when it is in order.
    ///
    /// - Throws: `HistoryError` when it cannot be read.
    package static func check(at path: String) throws(HistoryError) -> [String] {
        let problems = try fileProblems(at: path)
        // The rows of damaged pages are what those hold by chance.
        guard problems.isEmpty || problems.last == damagedIndex else { return problems }
        return try rowProblems(at: path) + problems
    }

    /// What is wrong with the pages of the file and the index of words, a line each.
    ///
    /// - Parameter isQuick: whether indexes are not compared with what they are of; default false.
    static func fileProblems(at path: String, isQuick: Bool = false) throws(HistoryError) -> [String] {
        do {
            return try reading(path) { try fileProblems(of: $0, path, isQuick: isQuick) }
        } catch {
            let error = HistoryFile.reason(of: error, path: path)
            if error.reason == .damaged { return [error.description] }
            throw error
        }
    }

    /// The same of a connection that is used for nothing else.
    static func fileProblems(of db: Database, _ path: String, isQuick: Bool = false) throws -> [String] {
        // Since SQLite 3.44 both checks have FTS5 compare every word, and report it as if the file were damaged.
        // Without its module here they look at pages and rows alone; `isIndexWhole` looks at the words.
        sqlite3_drop_modules(db.sqliteConnection, nil)
        try HistoryFile.check(db, path)
        guard try !HistoryFile.isCut(path, db) else { return ["the end of the file is missing"] }
        let lines = try String.fetchAll(db, sql: "PRAGMA \(isQuick ? "quick_check" : "integrity_check")(100)")
        // A page that cannot be read need not be damaged.
        if let code = lines.lazy.compactMap(failure).first { throw DatabaseError(resultCode: code) }
        let found = lines == ["ok"] ? [] : lines
        guard !isQuick, found.isEmpty, try db.tableExists("scan_search_content") else { return found }
        let missing =
            try Int.fetchOne(
                db, sql: "SELECT count(*) FROM scan WHERE position NOT IN (SELECT id FROM scan_search_content)") ?? 0
        if missing > 0 { return ["\(missing) scans are missing from the search index", damagedIndex] }
        return isIndexWhole(path) ? [] : [damagedIndex]
    }

    /// The line that says so, where nothing else is wrong.
    static let damagedIndex = "the search index is damaged"

    /// The code of a failure to read that a line of an integrity check holds: "unable to get the page. error code=266".
    static func failure(_ line: String) -> ResultCode? {
        guard let mark = line.firstRange(of: "error code="),
            let number = Int32(line[mark.upperBound...].prefix { $0.isASCII && $0.isNumber })
        else { return nil }
        let code = ResultCode(rawValue: number)
        return DatabaseError(resultCode: code).isAboutContent ? nil : code
    }

    /// Whether FTS5 finds its index in order; it may be asked of a copy only, for it asks as if it wrote.
    private static func isIndexWhole(_ path: String) -> Bool {
        guard let queue = try? HistoryImage(path).queue else { return true }
        let question = "INSERT INTO scan_search (scan_search) VALUES ('integrity-check')"
        do {
            try queue.write { try $0.execute(sql: question) }
            return true
        } catch {
            return (error as? DatabaseError)?.resultCode != .SQLITE_CORRUPT
        }
    }

    /// What `body` reads of the file at `path`, of a copy of it in memory where SQLite cannot: it writes an index beside a log even
    /// to read it.
    private static func reading<T>(_ path: String, _ body: (Database) throws -> T) throws -> T {
        try HistoryFile.checkKind(path)
        do {
            return try HistoryFile.reader(path).read(body)
        } catch let error as DatabaseError where HistoryError(error, path: path).isAboutWriting {
            guard Folder.contains(path) else { throw error }
            return try HistoryImage.connection(to: HistoryImage.unchecked(path), path).read(body)
        }
    }

    // MARK: - Rows

    /// Lines about rows that are reported.
    private static let maximumRows = 100

    /// What is wrong with single scans: `scan 12: the corners cannot be read`.
    static func rowProblems(at path: String) throws(HistoryError) -> [String] {
        do {
            return try reading(path) { db in
                var problems: [String] = []
                var count = 0
                for (table, place) in [("scan", ""), ("bin", " in the bin")] where try db.tableExists(table) {
                    let columns = HistoryEntry.columns(of: Set(try db.columns(in: table).map(\.name)))
                    let rows = try Row.fetchCursor(db, sql: "SELECT \(columns) FROM \(table) AS scan ORDER BY scan.id")
                    while let row = try rows.next() {
                        let entry = try HistoryEntry(row: row, path: path)
                        guard let problem = entry.problem else { continue }
                        count += 1
                        if count <= maximumRows { problems.append("scan \(entry.id)\(place): \(problem)") }
                    }
                }
                return count > maximumRows
                    ? problems + ["\(count - maximumRows) more scans cannot be read completely"] : problems
            }
        } catch { throw HistoryError(error, path: path) }
    }
}
