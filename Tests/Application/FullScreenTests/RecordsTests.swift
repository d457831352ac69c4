@testable import FullScreen
@testable import Services
import Config
import Foundation
import History
import Symbols
import Testing

/// The user's history and the demo's, side by side.
@Suite struct RecordsTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path

    private func scan(_ text: String) -> Scan {
        let corner = Point(x: 0, y: 0)
        return Scan(
            time: Date(timeIntervalSince1970: 0), source: "test",
            symbol: Symbol(
                content: SymbolContent(symbology: .qrCode, text: text),
                corners: Quadrilateral(topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner)))
    }

    @Test func theDemosScansStayAmongThemselves() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let records = Records(
            ScanKeeping(in: try HistoryStore.open(at: folder + "/history.sqlite"), Settings()))
        _ = try records.history.add(scan("own"))
        records.deleted = [7]
        var changes = [try records.use(ofDemo: false), try records.use(ofDemo: true), try records.use(ofDemo: true)]
        #expect(try records.history.count() == 0)
        #expect(records.deleted.isEmpty)
        _ = try records.history.add(scan("made up"))
        // And back: what the demo scanned is there when it comes again.
        changes += [try records.use(ofDemo: false)]
        #expect(try records.history.entries().map(\.summary) == ["own"])
        #expect(records.deleted == [7])
        changes += [try records.use(ofDemo: true)]
        #expect(try records.history.entries().map(\.summary) == ["made up"])
        #expect(changes == [false, true, false, true, true])
        records.own.history.close()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names == ["history.sqlite"])
    }

    @Test func theKeptHistoryIsViewedWhileTheDemoScans() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let records = Records(
            ScanKeeping(in: try HistoryStore.open(at: folder + "/history.sqlite"), Settings()))
        _ = try records.history.add(scan("own"))
        #expect(!records.view(kept: true))
        #expect((records.place, records.otherPlace) == (.kept, nil))
        _ = records.view(kept: false)
        _ = try records.use(ofDemo: true)
        #expect((records.place, records.otherPlace) == (.demo, .kept))
        #expect(records.view(kept: true))
        #expect((records.place, records.otherPlace) == (.kept, .demo))
        #expect(try records.history.entries().map(\.summary) == ["own"])
        #expect(records.scanned.isInMemory)
        // Scans go to the kept history again: there is one only.
        _ = try records.use(ofDemo: false)
        #expect((records.place, records.otherPlace) == (.kept, nil))
        records.own.history.close()
    }

    @Test func aRunThatKeepsNothingViewsTheKeptHistoryOnlyWhenItIsOpened() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let records = Records(ScanKeeping(in: try HistoryStore.inMemory(called: "private"), Settings()))
        #expect(!records.view(kept: true))
        #expect((records.place, records.otherPlace) == (.private, nil))
        let kept = try HistoryStore.open(at: folder + "/history.sqlite")
        _ = try kept.add(scan("kept before"))
        records.take(kept: kept)
        #expect((records.place, records.otherPlace) == (.kept, .private))
        #expect(try records.history.entries().map(\.summary) == ["kept before"])
        #expect(records.view(kept: false))
        #expect((records.place, records.otherPlace) == (.private, .kept))
        kept.close()
    }
}
