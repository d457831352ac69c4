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

    @Test func everythingThatHeldForAScanIsInItsLine() {
        let read = ScanLines.scans(in: ScanLines.text(of: [unkept, UnkeptScan(scan("plain"))]))
        #expect(read.isWhole)
        #expect(read.scans == [unkept, UnkeptScan(scan("plain"))])
    }

    @Test func linesOfAnEarlierVersionAreRead() throws {
        var text = String(decoding: ScanLines.text(of: [UnkeptScan(scan("plain"))]), as: UTF8.self)
        #expect(!text.contains("\"run\"") && !text.contains("utcOffset"))
        text += text
        let read = ScanLines.scans(in: Data(text.utf8))
        #expect(read.isWhole && read.scans.count == 2 && read.scans[0].run == ScanRun())
    }

    @Test func namesThatNobodyCouldGiveAreLeftOut() {
        var hostile = unkept
        hostile.run.session = "Aisle\u{1B}[2J"
        hostile.run.tags = ["late", "two words", ""]
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
