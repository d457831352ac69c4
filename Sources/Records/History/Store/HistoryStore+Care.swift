import Files
import Foundation
import GRDB
import Glibc

/// Compacting.
extension HistoryStore {
    /// Rewrites the file without the room of what was deleted, and puts the index of words in order.
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
