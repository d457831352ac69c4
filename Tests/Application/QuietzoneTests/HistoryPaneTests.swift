import Foundation
import GRDB
import History
import Symbols
import Testing

@testable import FullScreen

/// The history pane of the full-screen program, in a real terminal.
@Suite(.serialized, .enabled(if: Pane.isPossible, "tmux is not installed: Scripts/setup --tests"))
struct HistoryPaneTests {
    private let program: Program

    init() throws { program = try Program() }

    @Test func whatAnotherProgramKeepsAndDeletesIsShown() async throws {
        let own = try program.picture("own.png", "shown by this one")
        let other = try program.picture("other.png", "kept by the other")
        let pane = try await Pane(program)
        defer { pane.end() }
        try await pane.line("\(Program.executable) --source \(own)", until: "History 1 ")
        let kept = try await program.run(["watch", "--keep", "--once", "--source", other])
        #expect(kept.status == 0)
        try await pane.wait("for the other's scan") { $0.contains("History 2 ") && $0.contains("kept by the other") }
        let list = try await program.run(["history", "list", "--json"]).output
        #expect(list.contains("kept by the other"))
        let deleted = try await program.run(["history", "delete", "--all", "--yes"])
        #expect(deleted.status == 0)
        try await pane.wait(for: "History 0 ")
        try await pane.press("q")
    }

    /// Keeps 2000 scans in the history before the program starts.
    private func keepMany() throws {
        let path = program.environment["XDG_DATA_HOME"].map { $0 + "/quietzone/history.sqlite" }
        let store = try HistoryStore.open(at: try #require(path))
        let scans = (0..<2000).map { number in
            Scan(
                time: Date(timeIntervalSince1970: 1_600_000_000 + Double(number)), source: "test",
                symbol: Symbol(
                    content: SymbolContent(symbology: .qrCode, text: "scan number \(number)"),
                    corners: Quadrilateral(
                        topLeft: Point(x: 0, y: 0), topRight: Point(x: 1, y: 0), bottomRight: Point(x: 1, y: 1),
                        bottomLeft: Point(x: 0, y: 1))))
        }
        #expect(try store.addMissing(scans) == 2000)
        store.close()
    }

    @Test func olderScansThanTheFirstPageAreReachedInASearch() async throws {
        try keepMany()
        let pane = try await Pane(program)
        defer { pane.end() }
        try await pane.line("\(Program.executable) --source \(try program.picture("own.png", "mine"))")
        try await pane.wait(for: "History 2001 ")
        try await pane.press("L", until: "Source")
        try await pane.send("/number 1")
        // 1271 of 2001 have both words: five pages of 300 rows.
        try await pane.wait(for: "1271 with")
        try await pane.press("Enter")
        // At the end of the rows that are there a key does nothing until more have come: it is pressed again.
        var shown = try await pane.screen()
        for _ in 0..<3000 where !shown.contains("scan number 1 ") {
            try await pane.press("NPage")
            try await Task.sleep(for: .milliseconds(20))
            shown = try await pane.screen()
        }
        try await pane.wait(for: "scan number 1 ")
        try await pane.press("Escape", "q")
    }

    @Test func aDamagedHistoryIsSavedWhileTheScreenIsThere() async throws {
        try keepMany()
        let path = program.folder.path + "/data/quietzone/history.sqlite"
        let queue = try DatabaseQueue(path: path)
        let root = try await queue.read { db in
            try Int.fetchOne(db, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'scan'") ?? 0
        }
        try queue.close()
        var file = try Data(contentsOf: URL(fileURLWithPath: path))
        for index in (root - 1) * 4096..<root * 4096 { file[index] = 0x33 }
        try file.write(to: URL(fileURLWithPath: path))
        let pane = try await Pane(program)
        defer { pane.end() }
        try await pane.line("\(Program.executable) --source \(try program.picture("own.png", "mine"))")
        try await pane.wait(for: "History 2001 ")
        try await pane.press("q")
        try await pane.wait("for the shell") { !$0.contains("History") }
        let names = try FileManager.default.contentsOfDirectory(atPath: program.folder.path + "/data/quietzone")
        #expect(names.contains { $0.contains(".damaged-") })
        let log = try program.text("state/quietzone/quietzone.log")
        #expect(log.contains("the history was damaged: 2000 scans saved into a new one"))
        #expect(try await program.run(["history", "check"]).status == 0)
    }

    @Test func theOldestOfManyScansIsFoundBesideTheLoop() async throws {
        try keepMany()
        let pane = try await Pane(program)
        defer { pane.end() }
        try await pane.line("\(Program.executable) --source \(try program.picture("own.png", "mine"))")
        try await pane.wait(for: "History 2001 ")
        try await pane.press("G", until: "scan number 0 ")
        try await pane.press("Enter", until: "─ Actions ")
        try await pane.press("Escape", "q")
    }
}

@Suite struct HistoryWatchTests {
    @Test func aWriteIsNoticedOnceAndNotBeforeItsTime() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.path + "/history.sqlite"
        try Data([1]).write(to: URL(filePath: path))
        var watch = HistoryWatch()
        let start = ContinuousClock.now
        func look(after time: Duration) -> Bool {
            watch.note()
            return watch.begins(at: start + time) && watch.hasChanged(HistoryWatch.Signature(path))
        }
        var changes = [look(after: .zero)]
        try Data([1, 2]).write(to: URL(filePath: path + "-wal"))
        changes.append(look(after: HistoryWatch.interval / 2))
        for second in 1...6 { changes.append(look(after: .seconds(second))) }
        try FileManager.default.removeItem(atPath: path)
        changes.append(look(after: .seconds(7)))
        // The first check only records the state, the second comes too early; four more follow a change.
        #expect(changes == [false, false, true, true, true, true, true, false, true])
    }
}
