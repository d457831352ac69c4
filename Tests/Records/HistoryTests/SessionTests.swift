import Foundation
import GRDB
import Symbols
import Testing

@testable import History

@Suite struct SessionTests {
    private let folder: TemporaryFolder
    private let store: HistoryStore

    init() throws {
        folder = try TemporaryFolder()
        store = try HistoryStore.open(at: folder.file("history.sqlite"))
    }

    private func run(_ session: String?, _ repeats: ScanRepeats) -> ScanRun {
        var run = ScanRun()
        (run.session, run.repeats) = (session, repeats)
        return run
    }

    @Test func whatComesAgainIsCountedInItsSession() throws {
        let count = run("Aisle 4", .count)
        let first = try store.keep(scan("a", at: 10), in: count).entry
        guard case .counted(let again) = try store.keep(scan("a", at: 20), in: count) else {
            Issue.record("it was not counted")
            return
        }
        #expect(again.id == first.id && again.tally.quantity == 2)
        #expect(again.scan.time == first.scan.time && again.lastSeen == Date(timeIntervalSince1970: 20))
        // Elsewhere it is another row.
        #expect(try store.keep(scan("a", at: 30), in: run("Aisle 5", .count)).entry.id != first.id)
        #expect(try store.keep(scan("b", at: 30), in: count).entry.tally.quantity == 1)
        let sessions = try store.sessions()
        #expect(sessions.map(\.name) == ["Aisle 5", "Aisle 4"])
        #expect(sessions.map(\.scans) == [1, 2] && sessions.map(\.quantity) == [1, 3])
    }

    @Test func withoutASessionADayIsCounted() throws {
        let count = run(nil, .count)
        let noon = 1_795_261_938.0
        let first = try store.keep(scan("a", at: noon), in: count).entry
        #expect(try store.keep(scan("a", at: noon + 60), in: count).entry.id == first.id)
        #expect(try store.keep(scan("a", at: noon + 2 * 86_400), in: count).entry.id != first.id)
    }

    @Test func onlyNewOnesAreScansWhereThatIsAsked() throws {
        let unique = run("Door", .unique)
        let first = try store.keep(scan("a", at: 10), in: unique).entry
        guard case .known(let known) = try store.keep(scan("a", at: 99), in: unique) else {
            Issue.record("it was not known")
            return
        }
        #expect(known.id == first.id && known.tally.quantity == 1)
        #expect(known.lastSeen == Date(timeIntervalSince1970: 99))
        #expect(try store.count() == 1)
    }

    @Test func sessionsAreClosedAndGoneOnWith() throws {
        let session = try store.openSession(called: "Aisle 4", repeats: .count)
        #expect(try store.closeSession(session.id))
        #expect(try !store.closeSession(session.id))
        #expect(try store.session(called: "Aisle 4")?.ended != nil)
        let again = try store.openSession(called: "Aisle 4")
        #expect(again.id == session.id && again.ended == nil && again.repeats == .count)
        #expect(try store.session(called: "aisle") == nil)
        #expect(HistorySession.obstacle(toName: " ") != nil && HistorySession.obstacle(toName: "a\u{1B}") != nil)
        #expect(HistorySession.obstacle(toName: "Aisle 4 – Ö") == nil)
    }

    @Test func aCheckListIsATable() throws {
        let session = try store.openSession(called: "Delivery", repeats: .count)
        try store.expect(
            [ExpectedItem(text: "a", label: "Pens", quantity: 2), ExpectedItem(text: "b"), ExpectedItem(text: "c")],
            in: session.id)
        for (time, text) in ["b", "c", "c", "=d"].enumerated() {
            _ = try store.keep(scan(text, at: Double(time)), in: run("Delivery", .count))
        }
        let table = try #require(try store.checkList(of: session.id)).table
        #expect(
            table == [
                ["text", "name", "expected", "counted", "state"], ["a", "Pens", "2", "0", "missing"],
                ["c", "", "1", "2", "surplus"], ["=d", "", "0", "1", "surplus"], ["b", "", "1", "1", "complete"],
            ])
        // No spreadsheet runs it.
        #expect(CSVRow.text(table[3]).hasPrefix("'=d"))
    }

    @Test func aCheckListTellsWhatIsMissingAndWhatIsSurplus() throws {
        let session = try store.openSession(called: "Delivery", repeats: .count)
        #expect(try store.checkList(of: session.id) == nil)
        try store.expect(
            [ExpectedItem(text: "a", label: "Pens", quantity: 2), ExpectedItem(text: "b"), ExpectedItem(text: "a")],
            in: session.id)
        let count = run("Delivery", .count)
        for text in ["a", "a", "c", "b", "b"] { _ = try store.keep(scan(text, at: 1), in: count) }
        let list = try #require(try store.checkList(of: session.id))
        #expect(list.lines.map(\.item.text) == ["a", "b", "c"])
        #expect(list.lines.map(\.missing) == [1, 0, 0] && list.lines.map(\.surplus) == [0, 1, 1])
        #expect(list.expected == 4 && list.found == 3 && list.missing == 1 && list.surplus == 2)
        #expect(list.lines[0].item.label == "Pens")
    }

    @Test func remarksAreKeptFoundAndMerged() throws {
        var run = run("Aisle 4", .each)
        (run.tags, run.fields) = (["x"], ["shelf": "SHELF-9"])
        let id = try store.keep(scan("thing", at: 5), in: run).entry.id
        try store.change(.ids([id]), .addTag("Y"))
        try store.change(.ids([id]), .addTag("y"))
        try store.change(.ids([id]), .removeTag("X"))
        try store.change(.ids([id]), .setNote("nöte"))
        let entry = try #require(try store.entry(id))
        #expect(entry.remarks.tags == ["y"] && entry.remarks.note == "nöte" && entry.fields == ["shelf": "SHELF-9"])
        #expect(try store.entries(of: .matching("nöte")).map(\.id) == [id])
        #expect(try store.entries(of: .matching("tag:x")).isEmpty)
        #expect(try store.tags().map(\.name) == ["y"])
        store.close()
        // Another machine takes it in, whole, and not twice.
        let other = try HistoryStore.open(at: folder.file("other.sqlite"))
        _ = try other.add(scan("own", at: 1))
        for added in [1, 0] {
            let report = try other.merge(historyAt: folder.file("history.sqlite"))
            #expect(report.added == added && report.known == 1 - added && report.skipped == 0)
        }
        let merged = try #require(try other.entries().first)
        #expect(merged.identity == entry.identity && merged.remarks == entry.remarks && merged.fields == entry.fields)
        #expect(merged.session?.name == "Aisle 4")
        #expect(RemarkChange.obstacle(toTag: " a") != nil && RemarkChange.obstacle(toTag: "ok") == nil)
    }

    @Test func statisticsCount() throws {
        for (index, text) in ["a", "b", "https://x.example", "a"].enumerated() {
            _ = try store.keep(
                scan(text, at: 1_795_261_938 + Double(index) * 86_400), in: run(index < 2 ? "S" : nil, .each))
        }
        let statistics = try store.statistics()
        #expect(statistics.scans == 4 && statistics.quantity == 4 && statistics.days.count == 4)
        #expect(statistics.kinds.map(\.name) == ["text", "url"] && statistics.kinds.map(\.scans) == [3, 1])
        #expect(statistics.sessions.map(\.name) == ["S"] && statistics.hours.count == 1)
        #expect(try store.statistics(of: .matching("kind:url")).scans == 1)
    }

    @Test func thousandsOfOneMomentKeepAnOrder() throws {
        try store.addMissing((0..<2_000).map { scan("same \($0)", at: 7) })
        let ids = try store.entries(newestFirst: false, limit: -1).map(\.id)
        #expect(ids == Array(1...2_000))
        let middle = try #require(try store.entries(newestFirst: false, limit: 1000).last)
        #expect(try store.entries(newestFirst: false, limit: -1, after: middle.position).count == 1000)
    }
}
