import Foundation
import History
import Symbols
import Testing

/// Finding, exporting, deleting and bringing back scans, counted in keys.
extension ScreenEndToEndTests {
    /// A history of `texts`, a second after each other from `date` on.
    private func keep(_ texts: [String], from date: Date) throws {
        let path = try #require(program.environment["XDG_DATA_HOME"]) + "/quietzone/history.sqlite"
        let store = try HistoryStore.open(at: path)
        let corner = Point(x: 0, y: 0)
        let corners = Quadrilateral(topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner)
        let scans = texts.enumerated().map { number, text in
            Scan(
                time: date + Double(number), source: "test",
                symbol: Symbol(content: SymbolContent(symbology: .qrCode, text: text), corners: corners))
        }
        try store.addMissing(scans)
        store.close()
    }

    @Test func aScanOfYesterdayIsFoundByAPartOfItsText() async throws {
        var texts = (0..<2000).map { "parcel \($0)" }
        texts[17] = "https://example.org/Ümlaut?100%"
        try keep(texts, from: Date() - 86400)
        let pane = try await scanner("--source \(try program.picture("own.png", "mine"))")
        defer { pane.end() }
        try await pane.wait(for: "─ History 2001 ")
        // Three keys and the text, at once: what is opened is what was looked for, not what the list showed meanwhile.
        try await pane.send("/ümlaut\r\r")
        let opened = try await pane.wait(for: "─ Actions ")
        #expect(opened.contains("example.org"))
        try await pane.press("Escape", until: "History 1 with “ümlaut”")
        try await pane.press("Escape", until: "History 2001 ")
        // The same on the history's own screen.
        try await pane.press("L", until: "Source")
        try await pane.send("/100%", until: "1 found")
        try await pane.press("Enter", "Enter", until: "─ Actions ")
        try await pane.press("q", "q", until: "─ History 2001 ")
        try await quit(pane)
    }

    /// `quietzone history` opens no camera, and its screen is all there is.
    @Test func theHistoryIsBrowsedWithoutScanning() async throws {
        try keep(["first", "second"], from: Date() - 60)
        let pane = try await scanner("history")
        defer { pane.end() }
        let list = try await pane.wait(for: "─ History 2 ")
        #expect(list.contains("first") && list.contains("second"))
        try await pane.press("Enter", until: "─ Actions ")
        try await pane.press("q", until: "─ History 2 ")
        try await quit(pane)
    }

    @Test func todaysScansAreExportedByTwoKeys() async throws {
        try keep(["of yesterday"], from: Date() - 86400)
        let pane = try await scanner("--source \(try program.picture("own.png", "of today"))")
        defer { pane.end() }
        try await pane.wait(for: "History 2 ")
        try await pane.press("E")
        try await pane.answer("Export today's scans", "Enter")
        try await pane.wait(for: "1 scan written to")
        let name = try #require(
            FileManager.default.contentsOfDirectory(atPath: program.folder.path).first { $0.hasSuffix(".csv") })
        let csv = try program.text(name)
        #expect(csv.contains("of today") && !csv.contains("of yesterday"))
        try await quit(pane)
    }

    @Test func whatWasDeletedIsBroughtBack() async throws {
        _ = try program.file("config/quietzone/config.toml", Array("[pictures]\nkeep-scans = true\n".utf8))
        for name in ["a", "b"] { _ = try program.picture("codes/\(name).png", "code \(name)") }
        let pane = try await scanner("codes")
        defer { pane.end() }
        try await pane.wait(for: "History 1 ")
        try await pane.press(".", until: "History 2 ")
        try await pane.wait("for both pictures") { _ in program.pictures.count == 2 }
        let pictures = program.pictures
        let bytes = try pictures.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
        let before = try await program.run(["history", "list", "--json"]).output
        // Both at once, as marked ones.
        try await pane.press("Space", "Space", "d")
        try await pane.answer("Delete these 2 scans?", "Y")
        try await pane.wait(for: "2 scans deleted: u brings them back")
        #expect(program.pictures == pictures, "as long as the scans are in the bin")
        try await pane.press("u", until: "2 scans restored")
        try await pane.wait(for: "History 2, 2 marked")
        #expect(program.pictures == pictures)
        #expect(try program.pictures.map { try Data(contentsOf: URL(fileURLWithPath: $0)) } == bytes)
        #expect(try await program.run(["history", "list", "--json"]).output == before)
        try await quit(pane)
    }

    @Test func theDemosHistoryIsSearchedAndLeftNowhere() async throws {
        try keep(["kept before"], from: Date() - 86400)
        let pane = try await scanner("--source demo")
        defer { pane.end() }
        let shown = try await pane.wait(for: "Demo history 1, not saved")
        #expect(!shown.contains("kept before"))
        try await pane.send("/quietzone\r\r")
        try await pane.wait(for: "─ Actions ")
        try await pane.press("d")
        try await pane.answer("Delete this scan?", "Y")
        try await pane.wait(for: "Deleted: u brings it back")
        try await pane.press("u")
        try await pane.wait(for: "Scan restored")
        try await pane.press("C-c")
        try await expectRestored(pane, status: 0)
        #expect(try await program.run(["history", "list"]).output.hasSuffix("kept before\n"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: program.folder.path + "/data/quietzone").count == 1)
    }
}
