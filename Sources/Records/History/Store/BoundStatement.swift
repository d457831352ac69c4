import GRDB
import GRDBSQLite

/// A prepared statement whose values are bound as SQLite takes them: texts with any character, and no object for each value.
///
///     let statement = try BoundStatement("INSERT INTO word VALUES (?, ?)", db)
///     statement.bind(1, at: 1)
///     statement.bind("milk", at: 2)
///     try statement.run()
///
/// The connection keeps it. Use it during the access that gave the connection alone.
struct BoundStatement {
    private let statement: Statement
    // SAFETY: `statement` owns it, and is used by one access to the database at a time.
    private var pointer: OpaquePointer { statement.sqliteStatement }

    init(_ sql: String, _ db: Database) throws {
        statement = try db.cachedStatement(sql: sql)
        // Where GRDB ran it last it is at its end still, and SQLite binds nothing to it.
        sqlite3_reset(pointer)
    }

    /// SQLite copies what is bound, which may be gone afterwards.
    private static var transient: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

    func bind(_ number: Int64?, at place: Int) {
        if let number {
            sqlite3_bind_int64(pointer, Int32(place), number)
        } else {
            sqlite3_bind_null(pointer, Int32(place))
        }
    }

    func bind(_ text: String?, at place: Int) {
        guard var text else { return bind(nil as Int64?, at: place) }
        text.withUTF8 { bytes in
            // No bytes may have no address, which would be NULL.
            let start = bytes.baseAddress.map { UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) }
            if let start, !bytes.isEmpty {
                sqlite3_bind_text64(
                    pointer, Int32(place), start, UInt64(bytes.count), Self.transient, UInt8(SQLITE_UTF8))
            } else {
                sqlite3_bind_text(pointer, Int32(place), "", 0, Self.transient)
            }
        }
    }

    func bind(bytes: [UInt8], at place: Int) {
        bytes.withUnsafeBytes { bytes in
            if let start = bytes.baseAddress, !bytes.isEmpty {
                _ = sqlite3_bind_blob64(pointer, Int32(place), start, UInt64(bytes.count), Self.transient)
            } else {
                _ = sqlite3_bind_zeroblob(pointer, Int32(place), 0)
            }
        }
    }

    /// Runs it to its end.
    func run() throws { _ = try first() }

    /// Runs it to its first row.
    ///
    /// - Returns: the number in the first column of that row, 0 for what is none; nil without a row.
    func first() throws -> Int64? {
        defer { sqlite3_reset(pointer) }
        let result = sqlite3_step(pointer)
        switch result {
        case SQLITE_ROW: return sqlite3_column_int64(pointer, 0)
        case SQLITE_DONE: return nil
        default:
            throw DatabaseError(
                resultCode: ResultCode(rawValue: result),
                message: String(cString: sqlite3_errmsg(sqlite3_db_handle(pointer))))
        }
    }
}
