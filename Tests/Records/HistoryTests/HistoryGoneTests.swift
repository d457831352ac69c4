import Foundation
import GRDB
import Symbols
import Testing

@testable import History

/// A history whose file is removed, moved, cut or replaced while it is open.
@Suite struct HistoryGoneTests {
    private let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    private var path: String { folder.path + "/history.sqlite" }

    private func texts() throws -> [String?] {
        let other = try HistoryStore.open(at: path)
        defer { other.close() }
        return try other.entries(newestFirst: false).map(\.scan.symbol.content.text)
    }

    enum Loss: CaseIterable {
        case removed, removedWithItsLog, moved, cut, overwritten, otherHistory
    }

    private func lose(_ loss: Loss) throws {
        let files = FileManager.default
        switch loss {
        case .removed: try files.removeItem(atPath: path)
        case .removedWithItsLog: for ending in ["", "-wal", "-shm"] { try files.removeItem(atPath: path + ending) }
        case .moved: try files.moveItem(atPath: path, toPath: path + ".elsewhere")
        case .cut: truncate(path, 0)
        case .overwritten:
            try files.removeItem(atPath: path)
            try Data("not a database, but long enough to look at".utf8).write(to: URL(fileURLWithPath: path))
        case .otherHistory:
            let other = try HistoryStore.open(at: path + ".other")
            _ = try other.add(scan("of another"))
            other.close()
            try files.removeItem(atPath: path)
            try files.moveItem(atPath: path + ".other", toPath: path)
        }
    }

    @Test(arguments: Loss.allCases)
    func whatIsReportedAsKeptIsInTheFile(_ loss: Loss) throws {
        let store = try HistoryStore.open(at: path)
        let deleted = try store.add(scan("deleted")).id
        _ = try store.add(scan("before"))
        _ = try store.delete(.ids([deleted]))
        #expect(store.takeReplacement() == nil)
        try lose(loss)
        let id = try store.add(scan("after")).id
        #expect(store.takeReplacement()?.contains(path) == true)
        #expect(store.takeReplacement() == nil)
        #expect(try store.entry(id)?.scan.symbol.content.text == "after")
        _ = try store.add(scan("later"))
        store.close()
        let expected = ["before", "after", "later"]
        #expect(try texts() == (loss == .otherHistory ? ["of another"] : []) + expected)
    }

    @Test func twoProgramsThatLoseTheSameHistoryShareTheNext() throws {
        let (a, b) = (try HistoryStore.open(at: path), try HistoryStore.open(at: path))
        _ = try a.add(scan("a1"))
        _ = try b.add(scan("b1"))
        try lose(.removed)
        _ = try b.add(scan("b2"))
        _ = try a.add(scan("a2"))
        _ = try b.add(scan("b3"))
        _ = try a.add(scan("a3"))
        a.close()
        b.close()
        #expect(Set(try texts()) == ["a1", "a2", "a3", "b1", "b2", "b3"])
    }

    @Test func whatWasKeptLastIsInTheFileTooWhenNothingFollows() throws {
        let store = try HistoryStore.open(at: path)
        _ = try store.add(scan("last"))
        try lose(.removedWithItsLog)
        store.close()
        #expect(try texts() == ["last"])
        #expect(store.takeReplacement() != nil)
    }

    @Test func aFileThatWasMovedKeepsWhatWasInIt() throws {
        let store = try HistoryStore.open(at: path)
        _ = try store.add(scan("before"))
        try lose(.moved)
        _ = try store.add(scan("after"))
        store.close()
        let moved = try HistoryStore.open(at: path + ".elsewhere")
        #expect(try moved.entries().map(\.scan.symbol.content.text) == ["before"])
        moved.close()
    }

    @Test func twinsOfOneMomentAreBothTakenInAndOnce() throws {
        let store = try HistoryStore.open(at: path)
        let left = [scan("twin"), scan("twin"), scan("other")]
        #expect(try store.addMissing(left) == 3)
        #expect(try store.addMissing(left) == 0)
        #expect(try store.addMissing(left + [scan("twin")]) == 1)
        #expect(try store.count() == 4)
        store.close()
    }

    @Test func aHistoryThatAFullDiskLetBeginOnlyIsGoneOnWith() throws {
        let begun = try DatabaseQueue(path: path)
        try begun.write {
            try $0.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        }
        try begun.close()
        let store = try HistoryStore.open(at: path)
        _ = try store.add(scan("first"))
        store.close()
        #expect(try texts() == ["first"])
    }

    @Test func aHistoryThatIsHeldIsOpenedLater() throws {
        try HistoryStore.open(at: path).close()
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: path, configuration: configuration)
        try other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        let store = try HistoryStore.open(at: path, for: .keeping)
        store.hurry()
        #expect(throws: HistoryError.self) { try store.add(scan("early")) }
        try other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        try other.close()
        _ = try store.add(scan("late"))
        store.close()
        #expect(try texts() == ["late"])
    }
}
