import Foundation
import GRDB
import Symbols
import Testing

@testable import History

/// Rows that this version cannot have written: they are shown as far as they can be read, and stop nothing.
@Suite struct UnreadableRowsTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("history.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    private static let problems = [
        1: "this version does not know the symbology tri-code", 2: "not readable: corners",
        3: "not readable: part_index", 4: "not readable: symbology, corners, identity",
    ]

    /// Six scans: four cannot be read whole.
    private func make() throws -> HistoryStore {
        let store = try HistoryStore.open(at: path)
        for number in 1...6 { _ = try store.add(scan("content \(number)", at: Double(number))) }
        try store.pool.write { db in
            try db.execute(
                sql: """
                    UPDATE scan SET symbology = 'tri-code' WHERE id = 1;
                    UPDATE scan SET corners = X'00' WHERE id = 2;
                    UPDATE scan SET part_index = 99, part_id = '' WHERE id = 3;
                    UPDATE scan SET symbology = 'Han' || char(10) || 'Xin', corners = X'', identity = X'01' WHERE id = 4;
                    """)
        }
        return store
    }

    @Test func theyAreListedAndFoundWithWhatCanBeRead() throws {
        let store = try make()
        let entries = try store.entries(newestFirst: false)
        #expect(entries.map(\.id) == [1, 2, 3, 4, 5, 6])
        #expect(entries.map(\.scan.symbol.content.text) == (1...6).map { "content \($0)" })
        #expect(entries.map(\.problem) == (1...6).map { Self.problems[$0] })
        #expect(entries.map(\.symbologyName) == ["tri-code", "qr-code", "qr-code", "qr-code", "qr-code", "qr-code"])
        #expect(try store.entries(of: .matching("content"), newestFirst: false).map(\.id) == [1, 2, 3, 4, 5, 6])
        #expect(try store.page(of: .all, sort: .time, newestFirst: true, at: .first, limit: 10).entries.count == 6)
        #expect(try store.entry(2)?.problem == Self.problems[2])
    }

    @Test func theyAreExportedAsTheyAre() throws {
        let store = try make()
        var lines: [UInt8] = []
        try store.export(.ndjson) { lines += $0 }
        let text = String(decoding: lines, as: UTF8.self).split(separator: "\n")
        #expect(text.count == 6)
        #expect(text[0].contains(#""symbology":"tri-code""#))
        #expect(text[0].hasSuffix(#""problem":"this version does not know the symbology tri-code"}"#))
        #expect(!text[4].contains("problem"))
        var cells: [UInt8] = []
        try store.export(.csv) { cells += $0 }
        #expect(String(decoding: cells, as: UTF8.self).contains(",tri-code,"))
    }

    @Test func theyAreDeletedRestoredAndForgotten() throws {
        let store = try make()
        #expect(try store.delete(.ids([1, 2])).count == 2)
        #expect(try store.binned().count == 2)
        #expect(try store.restore() == 2)
        // What this version does not know is not changed.
        #expect(try store.entry(1)?.symbologyName == "tri-code")
        #expect(try store.delete(.ids([1])).count == 1)
        #expect(try store.forget(.all).count == 6)
        #expect(try store.count() == 0 && store.binned().isEmpty)
    }

    @Test func theyAreNamedByACheck() throws {
        let store = try make()
        try store.delete(.ids([2]))
        store.close()
        let lines =
            [1, 3, 4].map { "scan \($0): \(Self.problems[$0] ?? "")" } + [
                "scan 2 in the bin: \(Self.problems[2] ?? "")"
            ]
        #expect(try HistoryStore.check(at: path) == lines)
        // There is nothing to be recovered.
        #expect(try HistoryStore.repair(at: path) == .rows(lines))
        #expect(try HistoryStore.recover(at: path) == nil)
        #expect(folder.names.allSatisfy { !$0.contains(".damaged") && !$0.contains(".new") })
    }

    @Test func aMergeLeavesOutWhatCannotBeRead() throws {
        try make().close()
        let store = try HistoryStore.open(at: folder.file("other.sqlite"))
        let report = try store.merge(historyAt: path)
        #expect(report.added == 3 && report.skipped == 3)
        #expect(report.problems == [2, 3, 4].map { "\(path): scan \($0): \(Self.problems[$0] ?? "")" })
        #expect(try store.entries(newestFirst: false).map(\.symbologyName) == ["tri-code", "qr-code", "qr-code"])
    }

    @Test func aMergeEndsWherePositionsAreNoNumbers() throws {
        let other = try HistoryStore.open(at: path)
        for number in 1...3 { _ = try other.add(scan("content \(number)", at: Double(number))) }
        other.close()
        for sql in [
            "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = replace(sql, 'STRICT', '') WHERE name = 'scan'",
            "UPDATE scan SET position = 'zz' WHERE id = 3",
        ] {
            let queue = try DatabaseQueue(path: path)
            try queue.write { try $0.execute(sql: sql) }
            try queue.close()
        }
        let store = try HistoryStore.open(at: folder.file("other.sqlite"))
        let report = try store.merge(historyAt: path)
        #expect(report.added == 2 && report.known == 0)
        #expect(report.problems == ["\(path): scan 3 and those after it have no order and were left out"])
    }

    @Test func aMergeGoesOnBehindManyThatCannotBeRead() throws {
        let other = try HistoryStore.open(at: path)
        var report = MergeReport()
        let scans = (0...HistoryStore.mergeBatch).map { scan("content \($0)", at: Double($0)) }
        try other.merge(scans.map { HistoryEntry(new: $0, identity: .derived(from: $0)) }, into: &report)
        try other.pool.write {
            try $0.execute(sql: "UPDATE scan SET corners = X'00' WHERE id <= ?", arguments: [HistoryStore.mergeBatch])
        }
        other.close()
        let merged = try HistoryStore.open(at: folder.file("other.sqlite")).merge(historyAt: path)
        #expect(merged.added == 1 && merged.skipped == HistoryStore.mergeBatch)
    }

    @Test func aHistoryWhoseScansAreAnEndlessQueryIsRefused() throws {
        try HistoryStore.open(at: path).close()
        let queue = try DatabaseQueue(path: path)
        try queue.write { db in
            try db.execute(
                sql: """
                    DROP TABLE scan;
                    CREATE VIEW scan AS WITH RECURSIVE n (id) AS (SELECT 1 UNION ALL SELECT id FROM n)
                        SELECT id, id AS position FROM n;
                    """)
        }
        try queue.close()
        let store = try HistoryStore.open(at: folder.file("other.sqlite"))
        #expect {
            _ = try store.merge(historyAt: path)
        } throws: {
            ($0 as? HistoryError)?.reason == .notAHistory
        }
    }
}
