import Foundation
import GRDB
import History
import Symbols
import Testing

/// Scans that cannot be stored in the history.
@Suite struct UnkeptScansTests {
    private let program: Program

    init() throws { program = try Program() }

    private var history: String { program.folder.path + "/data/quietzone/history.sqlite" }

    /// Files that the next start imports.
    private func waiting() throws -> [String] {
        let folder = program.folder.path + "/state/quietzone"
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
            .filter { $0.hasPrefix("quietzone-unkept-") }.map { "\(folder)/\($0)" }
    }

    private func pictures(_ count: Int) throws -> String {
        for number in 1...count { _ = try program.picture("labels/\(number).png", "LOT-\(number)") }
        return program.folder.path + "/labels"
    }

    @Test func scansThatCannotBeKeptWaitInAFileAndTheNextStartTakesThemIn() async throws {
        let folder = try pictures(4)
        // A separate history, locked by another connection while the program runs.
        _ = try await program.run(["watch", "--keep", "--once", "--source", folder + "/1.png"])
        let blocker = try Blocker(history)
        let blocked = try await program.run(["watch", "--keep", "--source", folder])
        #expect(blocked.status == 2)
        // Each is printed once, although storing it was retried.
        #expect(blocked.output == (1...4).map { "LOT-\($0)\n" }.joined())
        #expect(blocked.errors.contains("4 scans could not be saved and wait in "))
        let files = try waiting()
        try #require(files.count == 1)
        var status = stat()
        #expect(stat(files[0], &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        try blocker.release()
        let next = try await program.run(["watch", "--keep", "--once", "--source", folder + "/1.png"])
        #expect(next.status == 0)
        #expect(next.errors.contains("4 scans from an earlier run saved"))
        #expect(try waiting().isEmpty)
        let texts = try HistoryStore.open(at: history).entries(newestFirst: false).map(\.scan.symbol.content.text)
        #expect(texts == ["LOT-1", "LOT-1", "LOT-2", "LOT-3", "LOT-4", "LOT-1"])
    }

    @Test func scansThatWaitBelongToTheSessionOfTheirMoment() async throws {
        let settings = "[fields]\nshelf = \"SHELF-*\"\n"
        _ = try program.file("config/quietzone/config.toml", Array(settings.utf8))
        for (number, text) in ["SHELF-A", "LOT-1", "SHELF-B", "LOT-2"].enumerated() {
            _ = try program.picture("labels/\(number).png", text)
        }
        let first = try program.picture("first.png", "LOT-0")
        _ = try await program.run(["watch", "--keep", "--once", "--source", first])
        let blocker = try Blocker(history)
        let blocked = try await program.run([
            "watch", "--session", "Aisle 4", "--tag", "late", "--source", program.folder.path + "/labels",
        ])
        #expect(blocked.status == 2)
        #expect(blocked.errors.contains("2 scans could not be saved and wait in "))
        try blocker.release()
        #expect(try await program.run(["watch", "--keep", "--once", "--source", first]).status == 0)
        let entries = try HistoryStore.open(at: history).entries(of: .matching("tag:late"), newestFirst: false)
        #expect(entries.map(\.scan.symbol.content.text) == ["LOT-1", "LOT-2"])
        #expect(entries.map(\.session?.name) == ["Aisle 4", "Aisle 4"])
        #expect(entries.map(\.fields) == [["shelf": "SHELF-A"], ["shelf": "SHELF-B"]])
    }

    @Test(arguments: ["INT", "TERM"])
    func aSignalLosesNothingThatWaits(_ signal: String) async throws {
        let picture = try program.picture("one.png", "LOT-1")
        _ = try await program.run(["watch", "--keep", "--once", "--source", picture])
        let blocker = try Blocker(history)
        // A stream that stays open runs until it is stopped.
        let result = try await program.run(
            ["watch", "--keep", "--source", "-"], input: picture, endedBy: signal, after: "not saved in the history")
        #expect(result.status == (signal == "INT" ? 130 : 143))
        #expect(result.errors.contains("1 scan could not be saved and waits in "))
        #expect(try waiting().count == 1)
        try blocker.release()
    }

    @Test func aFileWithForeignLinesIsNotLost() async throws {
        let path = try program.file(
            "state/quietzone/quietzone-unkept-1-1.ndjson", Array("{\"no\": \"scan\"}\n".utf8))
        let picture = try program.picture("one.png", "one")
        let result = try await program.run(["watch", "--keep", "--source", picture])
        #expect(result.status == 0)
        #expect(result.errors.contains("unreadable"))
        #expect(FileManager.default.fileExists(atPath: path + ".unreadable"))
    }
}

/// Locks a history against writing, or reading too.
final class Blocker {
    private let queue: DatabaseQueue

    init(_ path: String, keepsReadersOut: Bool = false) throws {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.writeWithoutTransaction {
            if keepsReadersOut { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
            try $0.execute(sql: "BEGIN IMMEDIATE")
        }
    }

    func release() throws {
        try queue.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        try queue.close()
    }
}
