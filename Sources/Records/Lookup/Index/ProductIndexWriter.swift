import Files
import Formats
import GRDB
import GRDBSQLite
import Glibc

/// Makes an index of products in a file without its name, which takes the place of the former one when it is whole.
final class ProductIndexWriter {
    /// Memory for pages, in KiB: what an import takes whatever it imports.
    private static let cacheKiB = 128 << 10
    /// Products in one transaction.
    private static let batch = 50_000

    private let path: String
    private let draft: String
    private let queue: DatabaseQueue
    private let hasSeveralHits: Bool

    /// Begins an index that gets the name `path`.
    init(_ path: String, hasSeveralHits: Bool) throws {
        self.path = path
        self.hasSeveralHits = hasSeveralHits
        draft = "\(path).\(getpid()).new"
        unlink(draft.fileSystemPath)
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            // A draft that was not finished is thrown away: it needs no journal.
            try db.execute(
                sql: """
                    PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
                    PRAGMA temp_store = FILE; PRAGMA cache_size = -\(Self.cacheKiB)
                    """)
        }
        queue = try DatabaseQueue(path: draft, configuration: configuration)
        chmod(draft.fileSystemPath, 0o600)
        try queue.inDatabase { db in try ProductIndexSchema.create(db) }
    }

    deinit { unlink(draft.fileSystemPath) }

    /// Calls `body` with what puts products into the index: numbers, facts and when the source changed them.
    func write(_ body: (([ProductNumber], ProductFacts, Int64?) throws -> Void) throws -> Void) throws {
        try queue.inDatabase { db in
            let columns = ProductIndexSchema.factColumns
            let marks = repeatElement("?", count: columns.count + 3).joined(separator: ", ")
            let names = "gtin, entry, modified, \(columns.joined(separator: ", "))"
            let insertion = try Insertion(
                db, "INSERT OR \(hasSeveralHits ? "IGNORE" : "REPLACE") INTO product (\(names)) VALUES (\(marks))")
            let next = try db.makeStatement(sql: "SELECT count(*) FROM product WHERE gtin = ?")
            var count = 0
            try db.execute(sql: "BEGIN")
            do {
                try body { numbers, facts, modified in
                    for number in numbers {
                        try insertion.run(number, 0, facts, modified)
                        if hasSeveralHits, db.changesCount == 0 {
                            let entry = try Int.fetchOne(next, arguments: [number.value]) ?? 0
                            if entry < ProductIndexSchema.maximumHits {
                                try insertion.run(number, Int64(entry), facts, modified)
                            }
                        }
                        count += 1
                        if count.isMultiple(of: Self.batch) { try db.execute(sql: "COMMIT; BEGIN") }
                    }
                }
                try db.execute(sql: "COMMIT")
            } catch {
                // The draft is thrown away, but no transaction may stay open.
                if db.isInsideTransaction { try? db.execute(sql: "COMMIT") }
                throw error
            }
        }
    }

    /// The number of products that the index has by now.
    func count() throws -> Int {
        try queue.inDatabase { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM product") ?? 0 }
    }

    /// Writes what is known of the index, and gives it its name, once its bytes are on the disk.
    func finish(_ about: [String: String]) throws {
        try queue.inDatabase { db in
            for (name, value) in about {
                try db.execute(sql: "INSERT INTO about VALUES (?, ?)", arguments: [name, value])
            }
        }
        try queue.close()
        let file = open(draft.fileSystemPath, O_RDONLY | O_CLOEXEC)
        guard file >= 0, fsync(file) == 0 else { throw Self.error(path, errno) }
        close(file)
        guard rename(draft.fileSystemPath, path.fileSystemPath) == 0 else { throw Self.error(path, errno) }
    }

    private static func error(_ path: String, _ code: Int32) -> UserError {
        UserError("\(path.onOneLine) cannot be written: \(String(cString: strerror(code)))")
    }
}

/// A statement whose values are bound as SQLite takes them, without an object for each.
private struct Insertion {
    private let statement: Statement
    private let pointer: OpaquePointer

    init(_ db: Database, _ sql: String) throws {
        statement = try db.makeStatement(sql: sql)
        // SAFETY: `statement` owns it, and lives as long as this value.
        pointer = statement.sqliteStatement
    }

    /// SQLite copies what is bound.
    private static var transient: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

    func run(_ number: ProductNumber, _ entry: Int64, _ facts: ProductFacts, _ modified: Int64?) throws {
        sqlite3_bind_int64(pointer, 1, number.value)
        sqlite3_bind_int64(pointer, 2, entry)
        if let modified { sqlite3_bind_int64(pointer, 3, modified) } else { sqlite3_bind_null(pointer, 3) }
        for (place, fact) in ProductFact.allCases.enumerated() { bind(facts[fact], at: Int32(place) + 4) }
        let result = sqlite3_step(pointer)
        sqlite3_reset(pointer)
        guard result == SQLITE_DONE else {
            throw DatabaseError(
                resultCode: ResultCode(rawValue: result),
                message: String(cString: sqlite3_errmsg(sqlite3_db_handle(pointer))))
        }
    }

    private func bind(_ text: String?, at place: Int32) {
        // A fact has a character at least.
        guard var text else {
            sqlite3_bind_null(pointer, place)
            return
        }
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                _ = sqlite3_bind_text(pointer, place, characters.baseAddress, Int32(bytes.count), Self.transient)
            }
        }
    }
}
