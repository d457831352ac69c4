import Files
import Foundation
import GRDB
import Glibc

/// A history as a file of its own.
extension HistoryStore {
    /// Makes a history of the entries of `selection` and writes it to `sink`: with their numbers, identities and sessions, without what
    /// was deleted or waits to be delivered.
    ///
    /// It is made in a file of the temporary folder, mode 0600, which is removed.
    func exportDatabase(
        _ options: ExportOptions, of selection: HistorySelection, to sink: @escaping HistoryExport.Sink
    ) throws -> ExportReport {
        let folder = FileManager.default.temporaryDirectory.path + "/quietzone-copy-\(UUID().uuidString)"
        guard mkdir(folder.fileSystemPath, 0o700) == 0 else {
            throw ExportError(call: "mkdir", path: folder, errno: errno)
        }
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/history.sqlite"
        let report: ExportReport
        do {
            report = try selection == .all ? copy(to: path) : copy(selection, to: path, options)
        } catch let error as DatabaseError {
            throw HistoryError(error, path: path)
        }
        try Self.stream(path, to: sink)
        return report
    }

    /// All of it, as SQLite copies it.
    private func copy(to path: String) throws -> ExportReport {
        try connection.reader().unsafeRead { try $0.execute(sql: "VACUUM INTO ?", arguments: [path]) }
        let queue = try DatabaseQueue(path: path, configuration: Self.configuration())
        defer { try? queue.close() }
        return try queue.inDatabase { db in
            try db.execute(sql: "PRAGMA journal_mode = OFF")
            try db.execute(sql: "DELETE FROM bin; DELETE FROM outbox;")
            try db.execute(sql: "VACUUM")
            var report = ExportReport()
            report.count = try Int.fetchOne(db, sql: "SELECT count(*) FROM scan") ?? 0
            report.lastID = try Int64.fetchOne(db, sql: "SELECT max(id) FROM scan")
            return report
        }
    }

    /// Some of it, in a new one.
    private func copy(_ selection: HistorySelection, to path: String, _ options: ExportOptions) throws -> ExportReport {
        let queue = try DatabaseQueue(path: path, configuration: Self.configuration())
        defer { try? queue.close() }
        try queue.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;") }
        try HistorySchema.migrator.migrate(queue)
        return try queue.write { db in
            var report = ExportReport()
            var insertion = try HistoryInsertion(db)
            var sessions: Set<Int64> = []
            try forEachEntry(of: selection) { entry in
                try insertion.insert(entry, as: entry.id, session: entry.session?.id)
                if let session = entry.session?.id { sessions.insert(session) }
                report.add(entry.id, options.progress)
            }
            try copySessions(sessions, to: db)
            return report
        }
    }

    private func copySessions(_ ids: Set<Int64>, to db: Database) throws {
        try connection.reader().read { source in
            for (table, key) in [("session", "id"), ("expected", "session")] {
                let copy = TableCopy(table: table, names: try source.columns(in: table).map(\.name))
                let selection: SQL = """
                    SELECT \(sql: copy.values) FROM \(sql: table) WHERE \(sql: key) IN \(SQL.list(ids)) ORDER BY 2, 4
                    """
                for row in try Row.fetchAll(source, SQLRequest(literal: selection)) {
                    try copy.insert(Array(row.databaseValues), db)
                }
            }
        }
    }

    private static func stream(_ path: String, to sink: HistoryExport.Sink) throws {
        let descriptor = Glibc.open(path.fileSystemPath, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw ExportError(call: "open", path: path, errno: errno) }
        defer { Glibc.close(descriptor) }
        var piece = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = Glibc.read(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw ExportError(call: "read", path: path, errno: errno) }
            if count == 0 { return }
            try piece.withUnsafeBytes { try sink(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        }
    }
}

extension ExportFormat {
    package static let sqlite = ExportFormat("sqlite", endings: ["sqlite", "sqlite3", "db"], "SQLite", .database)
}
