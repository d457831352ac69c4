import Files
import Formats
import GRDB

/// A list of one's own in a table of an SQLite database: the first table whose columns are those of a list.
enum PriceListDatabase {
    static let form = DumpForm(
        name: "list-sqlite", title: "your own SQLite database with a column gtin", licence: "",
        hasSeveralHits: false, recognizes: { $0.starts(with: "SQLite format 3\0".utf8) },
        read: { source, body in
            guard source.path != "-" else { throw UserError("a database cannot be read from a pipe: name its file") }
            var configuration = Configuration()
            configuration.readonly = true
            // What stands in its schema is not run.
            configuration.prepareDatabase { db in
                try db.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
            }
            do {
                let queue = try DatabaseQueue(path: source.path, configuration: configuration)
                defer { try? queue.close() }
                try queue.read { db in try rows(of: db, body) }
            } catch let error as DatabaseError {
                throw UserError(
                    "\(source.path.onOneLine): \(error.message ?? "SQLite error \(error.resultCode.rawValue)")")
            }
        })

    private static func rows(of db: Database, _ body: (DumpRow) throws -> Void) throws {
        // Views may hold anything.
        let tables = try String.fetchAll(
            db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'create table%' ORDER BY name")
        for table in tables.prefix(1000) {
            let names = try db.columns(in: table).map(\.name)
            guard let columns = PriceListColumns(names) else { continue }
            var line = 0
            let wanted = [columns.number] + columns.facts.map(\.column)
            // A cell of gigabytes is cut by SQLite, before it is in memory here.
            let list = wanted.map { "substr(CAST(\(names[$0].quotedDatabaseIdentifier) AS TEXT), 1, 8000)" }
            let cursor = try Row.fetchCursor(
                db, sql: "SELECT \(list.joined(separator: ", ")) FROM \(table.quotedDatabaseIdentifier)")
            while let row = try cursor.next() {
                line += 1
                var cells = [String](repeating: "", count: names.count)
                for (place, column) in wanted.enumerated() { cells[column] = (row[place] as String?) ?? "" }
                try body(columns.row(cells, line))
            }
            return
        }
        throw UserError("no table of this database has a column gtin (or ean, upc, isbn, barcode, code), and a name")
    }
}
