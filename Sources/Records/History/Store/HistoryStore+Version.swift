import GRDBSQLite

extension HistoryStore {
    /// The version of the SQLite that stores histories, for example `3.40.1`.
    package static var sqliteVersion: String { String(cString: sqlite3_libversion()) }
}
