import GRDB

/// Rows of a table on their way into the same table of another database: each value with its type, texts as bytes.
struct TableCopy {
    let table: String
    let names: [String]

    /// What is selected of a row.
    var values: String {
        names.map { "typeof(\($0)), iif(typeof(\($0)) = 'text', CAST(\($0) AS BLOB), \($0))" }.joined(separator: ", ")
    }

    /// Puts a row of `values` into the table of `db`.
    ///
    /// - Parameter ignoresConflicts: whether a row that breaks a constraint, such as one that is there already, is left out.
    func insert(_ row: [DatabaseValue], _ db: Database, ignoresConflicts: Bool = false) throws {
        let places = names.indices.map { "iif(?\(2 * $0 + 1) = 'text', CAST(?\(2 * $0 + 2) AS TEXT), ?\(2 * $0 + 2))" }
        try db.execute(
            sql: """
                INSERT \(ignoresConflicts ? "OR IGNORE " : "")INTO \(table) (\(names.joined(separator: ", ")))
                VALUES (\(places.joined(separator: ", ")))
                """, arguments: StatementArguments(row))
    }
}
