import Foundation
import Symbols
import Testing

@testable import History

/// The lines of scans that could not be kept, and how the next start takes them in.
@Suite struct UnkeptLinesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var unkept: UnkeptScan {
        var scan = scan("LOT-1", at: 1_700_000_000)
        (scan.utcOffset, scan.frame) = (7200, Scan.FrameSize(width: 640, height: 480))
        var run = ScanRun()
        (run.session, run.repeats, run.tags, run.fields) = ("Aisle 4", .count, ["late"], ["shelf": "A4"])
        return UnkeptScan(scan, in: run)
    }

    @Test func aScanThatIsTriedAgainIsKeptOnce() throws {
        let store = try HistoryStore.open(at: folder.file("history.sqlite"))
        let new = scan("twice", at: 1)
        let identity = ScanIdentity.new(at: new.time)
        let first = try store.keep(new, identity: identity)
        let second = try store.keep(new, identity: identity)
        #expect(first.entry.id == second.entry.id && second.entry.identity == identity)
        #expect(try store.count() == 1)
        _ = try store.keep(new)
        #expect(try store.count() == 2)
    }

    @Test func everythingThatHeldForAScanIsInItsLine() {
        let scans = [unkept, UnkeptScan(scan("plain"))]
        let read = ScanLines.scans(in: ScanLines.text(of: scans))
        #expect(read.rest.isEmpty)
        #expect(read.scans == scans)
    }

    @Test func linesOfAnEarlierVersionAreRead() throws {
        let text = ScanLines.text(of: [UnkeptScan(scan("plain"))])
        var object = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
        #expect(object["run"] == nil && object["utcOffset"] == nil)
        object["identity"] = nil
        let line = try JSONSerialization.data(withJSONObject: object) + Data("\n".utf8)
        let read = ScanLines.scans(in: line + line)
        #expect(read.rest.isEmpty && read.scans.count == 2 && read.scans[0].run == ScanRun())
        // Twins have identities of their own, the same each time.
        #expect(read.scans[0].identity != read.scans[1].identity)
        #expect(ScanLines.scans(in: line + line).scans == read.scans)
    }

    @Test func linesThatAreNoScansAreLeft() {
        let scans = [unkept]
        let read = ScanLines.scans(in: Data("{}\n".utf8) + ScanLines.text(of: scans) + Data("torn".utf8))
        #expect(read.scans == scans)
        #expect(read.rest == Data("{}\ntorn\n".utf8))
    }

    @Test func scansThatCountAreCountedOnceHoweverOftenTheyAreTakenIn() throws {
        let store = try HistoryStore.open(at: folder.file("history.sqlite"))
        let scans = [unkept, unkept, unkept]
        #expect(try store.addMissing(scans) == 3)
        let text = ScanLines.text(of: scans)
        #expect(try store.addMissing(ScanLines.scans(in: text).scans) == 0)
        #expect(try store.addMissing(ScanLines.scans(in: text + text).scans + [unkept]) == 1)
        #expect(try store.entries().map(\.tally.quantity) == [4])
    }

    @Test func namesThatNobodyCouldGiveAreLeftOut() {
        var hostile = unkept
        hostile.run.session = "Aisle\u{1B}[2J"
        hostile.run.tags = ["late", "two, words", ""]
        let read = ScanLines.scans(in: ScanLines.text(of: [hostile])).scans
        #expect(read.first?.run.session == nil)
        #expect(read.first?.run.tags == ["late"])
    }

    @Test func theyAreTakenInAsTheirMomentWantedIt() throws {
        let store = try HistoryStore.open(at: folder.file("history.sqlite"))
        var each = unkept
        each.run.repeats = .each
        #expect(try store.addMissing([unkept, unkept, each, each]) == 3)
        let entries = try store.entries(newestFirst: false)
        // Two count on one row; the other two are twins of a frame, of which the first is there by then.
        #expect(entries.map(\.tally.quantity) == [2, 1])
        #expect(entries.allSatisfy { $0.session?.name == "Aisle 4" && $0.remarks.tags == ["late"] })
        #expect(entries.allSatisfy { $0.fields == ["shelf": "A4"] && $0.scan.utcOffset == 7200 })
        #expect(try store.session(called: "Aisle 4")?.repeats == .count)
    }
}
