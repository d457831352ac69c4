import Files
import Foundation
import GRDB
import GRDBSQLite
import Glibc

/// Checking and compacting; `HistoryStore+Mending` is about what is damaged.
extension HistoryStore {
    /// What is wrong with the file, a line each; none when it is in order.
    ///
    /// - Parameter isQuick: whether indexes are not compared with what they are of; default false.
    /// - Throws: `HistoryError` when it cannot be opened.
    package static func check(at path: String, isQuick: Bool = false) throws(HistoryError) -> [String] {
        do {
            return try HistoryFile.reader(path).read { db in
                // Since SQLite 3.44 both checks have FTS5 compare every word, and report it as if the file were damaged.
                // Without its module here they look at pages and rows alone; `isIndexWhole` looks at the words.
                sqlite3_drop_modules(db.sqliteConnection, nil)
                try HistoryFile.check(db, path)
                guard try !HistoryFile.isCut(path, db) else { return ["the end of the file is missing"] }
                let lines = try String.fetchAll(db, sql: "PRAGMA \(isQuick ? "quick_check" : "integrity_check")(100)")
                let found = lines == ["ok"] ? [] : lines
                guard !isQuick, found.isEmpty else { return found }
                let missing =
                    try Int.fetchOne(
                        db,
                        sql: """
                            SELECT count(*) FROM scan WHERE position NOT IN (SELECT id FROM scan_search_content)
                            """) ?? 0
                if missing > 0 { return ["\(missing) scans cannot be found by their words", damagedIndex] }
                return isIndexWhole(path) ? [] : [damagedIndex]
            }
        } catch {
            let error = HistoryFile.reason(of: error, path: path)
            if error.reason == .damaged { return [error.description] }
            throw error
        }
    }

    /// The line that says so, where nothing else is wrong.
    static let damagedIndex = "what scans are found by is damaged"

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

    /// Writes the file anew without the room of what was deleted, and puts the index of words in order.
    ///
    /// - Returns: its size before and after, in bytes.
    package func compact() throws(HistoryError) -> (before: Int, after: Int) {
        try perform {
            let before = Self.size(path)
            // FTS5's own `optimize` may leave the words of what was deleted.
            try SearchIndex.overwriteDeleted(pool)
            try pool.writeWithoutTransaction { db in
                try db.execute(sql: "VACUUM")
                _ = try db.checkpoint(.truncate)
            }
            return (before, Self.size(path))
        }
    }

    private static func size(_ path: String) -> Int {
        ["", "-wal"].reduce(0) { $0 + Int(HistoryImage.Stamp(path + $1).size) }
    }
}
