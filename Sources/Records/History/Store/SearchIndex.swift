import Payloads
import GRDB

/// The index of words: SQLite's FTS5 with every three characters (trigrams), which narrows a search down; `instr` has the last
/// word. Words of two characters are found by the trigrams that begin with them; a single one is looked for in all texts.
enum SearchIndex {
    /// Of a long word only so many trigrams are looked up: each costs a look through all scans that have it.
    private static let maxTrigrams = 4

    /// Adds a text: the position of its scan is bound first.
    static let insertion = "INSERT INTO scan_search (rowid, text) VALUES (?, ?)"

    static func add(_ text: SearchText, at position: Int64, _ db: Database) throws {
        try db.cachedStatement(sql: insertion).execute(arguments: [position, text.text])
    }

    /// The text of a scan has changed: its note or its tags.
    static func replace(_ text: SearchText, at position: Int64, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM scan_search WHERE rowid = ?").execute(arguments: [position])
        try add(text, at: position, db)
    }

    /// The condition in SQL for texts that may hold all of `words`; nil if none is long enough.
    ///
    ///     SearchIndex.condition(for: ["milk"])    // scan_search MATCH '"mil" AND "ilk"'
    ///     SearchIndex.condition(for: ["mi"])      // any of the trigrams that begin with it: "mi\n" OR "mil" OR …
    static func condition(for words: [String]) -> SQL? {
        let trigrams = Set(words.flatMap(trigrams)).sorted()
        let pairs = Set(words.filter { $0.unicodeScalars.count == 2 }).sorted()
        var parts: [SQL] = trigrams.isEmpty ? [] : ["\(trigrams.map(quoted).joined(separator: " AND "))"]
        // What a scan is found by ends with a line break: behind each two characters there is a third.
        parts += pairs.map { pair in
            """
            coalesce((SELECT '(' || group_concat('"' || replace(term, '"', '""') || '"', ' OR ') || ')'
                FROM scan_search_terms WHERE term >= \(pair) AND term < \(pair + "\u{10FFFF}")), '""')
            """
        }
        return parts.isEmpty ? nil : "scan_search MATCH \(parts.joined(separator: " || ' AND ' || "))"
    }

    /// FTS5's texts end at a quotation mark, which is doubled: also one that is a character together with an accent behind it.
    private static func quoted(_ text: String) -> String {
        var result = "\"".unicodeScalars
        for scalar in text.unicodeScalars {
            result.append(scalar)
            if scalar == "\"" { result.append(scalar) }
        }
        return String(result) + "\""
    }

    /// Every three characters of a word; of a long one some, first those with the most digits, which fewer scans have than those
    /// of words, then spread over it.
    private static func trigrams(of word: String) -> [String] {
        let scalars = Array(word.unicodeScalars)
        guard scalars.count >= 3 else { return [] }
        let starts = Array(0..<scalars.count - 2)
        return chosen(of: starts, digits: { start in scalars[start..<start + 3].count { "0"..."9" ~= $0 } }).map {
            start in
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars[start..<start + 3])
            return String(text)
        }
    }

    private static func chosen(of starts: [Int], digits: (Int) -> Int) -> [Int] {
        guard starts.count > maxTrigrams else { return starts }
        var chosen: [Int] = []
        for count in [3, 2, 1, 0] where chosen.count < maxTrigrams {
            let equal = starts.filter { digits($0) == count }
            let room = maxTrigrams - chosen.count
            let last = equal.count - 1
            chosen += last < room ? equal : (0..<room).map { equal[room == 1 ? last : $0 * last / (room - 1)] }
        }
        return chosen
    }

    /// Rebuilds the index from the scans.
    static func renew(_ db: Database, _ path: String) throws {
        guard let creation = try String.fetchOne(db, sql: "SELECT sql FROM sqlite_master WHERE name = 'scan_search'")
        else { throw HistoryError(.damaged, "\(path) has no search index.") }
        try db.execute(sql: "DROP TABLE scan_search")
        try db.execute(sql: creation)
        let rows = try Row.fetchCursor(
            db, sql: "SELECT \(HistoryEntry.columns) FROM scan WHERE typeof(position) = 'integer'")
        while let row = try rows.next() {
            let entry = try HistoryEntry(row: row, path: path)
            try add(entry.searchText, at: entry.position, db)
        }
    }

    // MARK: - What was deleted

    /// Takes what was deleted out of the index: FTS5 leaves it in older parts, and marks its words as deleted in newer
    /// ones.
    ///
    /// A small index is rebuilt. A large one is merged into one part, in short steps so that scans can be kept
    /// meanwhile.
    static func overwriteDeleted(_ pool: any DatabaseWriter) throws {
        let isDone = try pool.write { db in
            guard try isBestMadeAnew(db) else { return false }
            try rebuild(db)
            return true
        }
        if isDone { return }
        if try !mergeAll(pool) { try pool.write { try rebuild($0) } }
    }

    /// Whether the index is so small that rebuilding it takes little time, or has as many levels as it is to have.
    ///
    /// Merging adds levels each time, and SQLite before 3.44 calls an index of more than 2000 malformed.
    private static func isBestMadeAnew(_ db: Database) throws -> Bool {
        let count = try Int.fetchOne(
            db, sql: "SELECT count(*) FROM (SELECT 1 FROM scan_search_content LIMIT ?)", arguments: [fewestMerged])
        // The number of levels follows the first four bytes of the structure record (FTS5, "Structure Record Format"):
        // from 128 on its first byte has the highest bit.
        let isDeep = try Bool.fetchOne(
            db, sql: "SELECT substr(block, 5, 1) >= x'80' FROM scan_search_data WHERE id = 10")
        return (count ?? 0) < fewestMerged || isDeep == true
    }

    /// Rebuilds the index from the texts that it keeps.
    private static func rebuild(_ db: Database) throws {
        try db.execute(sql: "INSERT INTO scan_search (scan_search) VALUES ('rebuild')")
    }

    /// Merges all parts that are there into one.
    ///
    /// SQLite 3.44 and later drop marks of deletion only where the merged part comes to lie on the last level. It does
    /// where parts lie on two levels or more when merging begins. A new part lies on the first level; where all others
    /// lie there, too, a merge that has begun puts one on the next: it writes a page, and a large index has more.
    ///
    /// - Returns: false if other programs wrote too much meanwhile.
    private static func mergeAll(_ pool: any DatabaseWriter) throws -> Bool {
        try addPart(pool)
        try merge(-1, pool)
        try addPart(pool)
        // A negative number begins to merge all parts into one, a positive one goes on (FTS5, "The 'merge' Command").
        // It stops before the end where there are many new parts.
        for _ in 0..<maximumBeginnings {
            guard try merge(-mergedPages, pool) else { return true }
            while try merge(mergedPages, pool) {}
        }
        return false
    }

    /// Adds a part that holds no scan: a row with a position that none has, and its deletion.
    private static func addPart(_ pool: any DatabaseWriter) throws {
        try pool.write { db in
            try db.execute(sql: "INSERT INTO scan_search (rowid, text) VALUES (-1, '...')")
            try db.execute(sql: "DELETE FROM scan_search WHERE rowid = -1")
        }
    }

    /// One step of merging.
    ///
    /// - Returns: whether there was anything to do.
    @discardableResult
    private static func merge(_ pages: Int, _ pool: any DatabaseWriter) throws -> Bool {
        try pool.write { db in
            let before = db.totalChangesCount
            try db.execute(
                sql: "INSERT INTO scan_search (scan_search, rank) VALUES ('merge', ?)", arguments: [pages])
            // Less than two changes: nothing was left to do.
            return db.totalChangesCount - before >= 2
        }
    }

    /// An index of fewer scans is rebuilt, in about a tenth of a second. One of as many has several pages.
    private static let fewestMerged = 1000
    /// The work of one step: some milliseconds.
    private static let mergedPages = 64
    /// How often merging begins before the index is rebuilt.
    private static let maximumBeginnings = 8
}
