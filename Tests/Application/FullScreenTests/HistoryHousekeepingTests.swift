import Config
import Foundation
import History
import Symbols
import Testing

@testable import FullScreen
@testable import Services

@Suite struct HistoryHousekeepingTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/quietzone-" + UUID().uuidString
    private let history: HistoryStore
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    init() throws { history = try HistoryStore.open(at: folder + "/history.sqlite") }

    private func housekeeping(_ settings: String) -> HistoryHousekeeping {
        HistoryHousekeeping(
            Settings.readByThisBuild("[history]\n\(settings)\n", commands: Features.commands, folder: "/nowhere")
                .settings)
    }

    /// Keeps a scan that is so many days old.
    private func keep(_ text: String, days: Double) throws -> Int64 {
        let corner = Point(x: 0, y: 0)
        let corners = Quadrilateral(topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner)
        let content = SymbolContent(symbology: .qrCode, text: text)
        return try history.add(
            Scan(time: now - days * 86_400, source: "x", symbol: Symbol(content: content, corners: corners))
        ).id
    }

    private var kept: Set<String> {
        get throws { Set(try history.entries().compactMap(\.scan.symbol.content.text)) }
    }

    private func clean() {
        history.close()
        try? FileManager.default.removeItem(atPath: folder)
    }

    @Test func whatIsOldIsDeletedAndWhatIsPinnedStays() throws {
        defer { clean() }
        _ = try keep("new", days: 29)
        _ = try keep("old", days: 31)
        _ = try keep("older", days: 300)
        let pinned = try keep("pinned", days: 300)
        try history.change(.ids([pinned]), .setPinned(true))
        let line = try housekeeping("keep-days = 30").run(history, now: now)
        #expect(line == "2 scans older than 30 days deleted")
        #expect(try kept == ["new", "pinned"])
        #expect(try housekeeping("keep-days = 30").run(history, now: now) == nil)
        #expect(try history.restore() == 2, "they are in the bin")
    }

    @Test func withoutALimitAllStay() throws {
        defer { clean() }
        _ = try keep("old", days: 3000)
        #expect(try housekeeping("keep-days = 0").run(history, now: now) == nil)
        #expect(try kept == ["old"])
    }

    @Test func theBinIsEmptiedOfWhatWasInItForLongEnough() throws {
        defer { clean() }
        let (first, second) = (try keep("first", days: 50), try keep("second", days: 50))
        try history.delete(.ids([first]), at: now - 11 * 86_400)
        try history.delete(.ids([second]), at: now - 9 * 86_400)
        let line = try housekeeping("bin-days = 10").run(history, now: now)
        #expect(line == "1 scan deleted from the bin for good")
        #expect(try history.restore() == 1)
        #expect(try kept == ["second"])
    }
}
