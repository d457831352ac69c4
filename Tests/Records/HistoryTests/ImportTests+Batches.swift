import Formats
import Foundation
import GRDB
import Symbols
import Testing

@testable import History

/// How rows become entries, whatever their form.
extension ImportTests {
    /// Rows are understood on several processors and written in several transactions.
    @Test(arguments: [1, 7, 300, ImportBatch.usualCount]) func rowsStayInTheirOrderInBatchesOfAnySize(count: Int) throws
    {
        var text = "time,symbology,text\n"
        for number in 0..<700 {
            // Every tenth is like the one before it, and every hundredth is none.
            let content = number % 10 == 1 ? number - 1 : number
            text += "2026-11-21T11:52:18Z,\(number % 100 == 50 ? "nothing" : "qr-code"),content \(content)\n"
        }
        let wanted = (0..<700).filter { $0 % 100 != 50 }.map { "content \($0 % 10 == 1 ? $0 - 1 : $0)" }
        for isAgain in [false, true] {
            let batch = ImportBatch(store: store, progress: nil, maximumCount: count)
            defer { batch.wait() }
            try ImportReader(ImportFile(bytes: Array(text.utf8))).forEach { try batch.add($0) }
            try batch.finish()
            #expect(batch.report.added == (isAgain ? 0 : 693) && batch.report.known == (isAgain ? 693 : 0))
            let lines = (0..<7).map { "line \($0 * 100 + 52): “nothing” is not a symbology" }
            #expect(batch.report.problems == lines)
        }
        #expect(try entries.map(\.scan.symbol.content.text) == wanted)
        let first = try #require(try entries.first?.position)
        #expect(try entries.map(\.position) == (0..<693).map { first + $0 })
        #expect(try store.count(of: .matching("\"content 690\"")) == 2)
    }

    @Test func whatCannotBeWrittenEndsTheImport() throws {
        let path = file("export.csv", "time,symbology,text\n2026-11-21T11:52:18Z,qr-code,one\n")
        store.close()
        #expect(throws: HistoryError.self) { try store.importFile(at: path) }
    }

    /// Each row is looked for by its identity and gets a free position.
    @Test func scansAreLookedForByIndexes() throws {
        let plan = try store.pool.read { db in
            try ["scan WHERE identity", "bin WHERE identity", "scan WHERE position", "bin WHERE position"].map {
                place in
                try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN SELECT 1 FROM \(place) = ?", arguments: [0])
                    .map(\.description).joined()
            }
        }
        let indexes = ["scan_by_identity", "bin_by_identity", "scan_by_position", "bin_by_position"]
        #expect(zip(plan, indexes).allSatisfy { $0.contains($1) })
    }

    @Test func cornersAreNumbersInPairs() throws {
        func corners(_ cell: String) throws -> [Point] {
            let store = try HistoryStore.inMemory(called: "corners")
            let text = "time,symbology,text,corners\n2026-11-21T11:52:18Z,qr-code,x,\"\(cell)\"\n"
            _ = try store.importFile(at: file("corners.csv", text))
            return try store.entries().flatMap(\.scan.symbol.corners.corners)
        }
        let none = [Point](repeating: Point(x: 0, y: 0), count: 4)
        let points = [Point(x: 1, y: 2.5), Point(x: -3, y: 2), Point(x: 300, y: 4), Point(x: 0, y: -4.125)]
        #expect(try corners("[[1,2.5],[-3,2],[3e2,4],[0,-4.125]]") == points)
        #expect(try corners(" [ [1, 2.5], [-3, 2],\n[300, 4.0], [0, -4.125] ] ") == points)
        for cell in [
            "[[1,2],[3,4]]", "[[1,2],[3,4],[5,6],[7]]", "[1,2]", "{}", "[[1,2],[3,4],[5,6],[7,null]]", "x", "[[1",
        ] {
            #expect(try corners(cell) == none, "\(cell)")
        }
    }
}
