import GRDB
import Testing

@testable import History

@Suite struct BoundStatementTests {
    @Test func valuesAreBoundAsTheyAre() throws {
        let queue = try DatabaseQueue()
        try queue.write { db in
            try db.execute(sql: "CREATE TABLE value (id INTEGER PRIMARY KEY, a, b)")
            let statement = try BoundStatement("INSERT INTO value (a, b) VALUES (?, ?)", db)
            let texts = ["", "a", "a\0b", "é🙂", String(repeating: "x", count: 5000)]
            for text in texts {
                statement.bind(text, at: 1)
                statement.bind(bytes: Array(text.utf8), at: 2)
                try statement.run()
            }
            statement.bind(nil as String?, at: 1)
            statement.bind(Int64.min, at: 2)
            try statement.run()
            let rows = try Row.fetchAll(
                db, sql: "SELECT typeof(a), typeof(b), CAST(a AS BLOB), b FROM value ORDER BY id")
            #expect(rows.map { $0[0] as String } == [String](repeating: "text", count: 5) + ["null"])
            #expect(rows.map { $0[1] as String } == [String](repeating: "blob", count: 5) + ["integer"])
            for (row, text) in zip(rows, texts) {
                #expect(row.text(2) == text && row.text(3) == text)
            }
            #expect(rows[5].number(3) == Int64.min)
        }
    }

    @Test func errorsAreSQLites() throws {
        let queue = try DatabaseQueue()
        try queue.write { db in
            try db.execute(sql: "CREATE TABLE value (a INTEGER UNIQUE)")
            let statement = try BoundStatement("INSERT INTO value VALUES (?)", db)
            statement.bind(1, at: 1)
            try statement.run()
            let error = #expect(throws: DatabaseError.self) { try statement.run() }
            #expect(error?.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE)
            // It can be used again.
            statement.bind(2, at: 1)
            try statement.run()
            let sum = try BoundStatement("SELECT sum(a) FROM value WHERE a < ?", db)
            sum.bind(9, at: 1)
            #expect(try sum.first() == 3)
            let none = try BoundStatement("SELECT a FROM value WHERE a > ?", db)
            none.bind(9, at: 1)
            #expect(try none.first() == nil)
        }
    }
}
