import Foundation
import History
import Surface
import Symbols
import Testing

@testable import FullScreen

/// The kept history is in view whatever is scanned: the demo, or something that is not to be kept.
@Suite struct ViewedHistoryTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    private var path: String { folder + "/history.sqlite" }

    /// Keeps scans of `texts`, the oldest first.
    private func keep(_ texts: [String]) throws {
        let store = try HistoryStore.open(at: path)
        let corner = Point(x: 0, y: 0)
        for (number, text) in texts.enumerated() {
            _ = try store.add(
                Scan(
                    time: Date(timeIntervalSince1970: Double(number)), source: "test",
                    symbol: Symbol(
                        content: SymbolContent(symbology: .qrCode, text: text),
                        corners: Quadrilateral(
                            topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner))))
        }
        store.close()
    }

    @Test func theListShowsWhatIsKeptWhileTheDemoScans() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try keep(["first", "second"])
        try TestedApp.run(in: folder, isDemo: true) { app in
            app.source.show(["made up"])
            try app.wait(for: "Demo history 1, not saved")
            app.source.show([])
            app.press(.character("L"))
            try app.wait(until: { $0.contains("History 2 ") && $0.contains("first") }, "the kept history")
            #expect(!app.screen.contains("made up"))
            app.press(.tab)
            try app.wait(until: { $0.contains("Demo history 1, not saved") && $0.contains("made up") }, "the demo's")
            #expect(!app.screen.contains("second"))
            app.press(.tab)
            try app.wait(until: { $0.contains("History 2 ") && $0.contains("second") }, "the kept history again")
            app.press(.enter)
            try app.wait(for: "Scan 2  second")
            app.press(.escape, .escape)
            // The scanner shows where its scans go, and acts on them, though the numbers are the same.
            try app.wait(until: { $0.contains("Demo history 1, not saved") && $0.contains("made up") }, "the scanner")
            app.press(.enter)
            try app.wait(for: "Scan 1  made up")
            #expect(try app.kept == ["first", "second"])
        }
    }

    @Test func whatIsDeletedFromTheKeptHistoryLeavesTheDemosScanOfTheSameNumber() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try keep(["first"])
        try TestedApp.run(in: folder, isDemo: true) { app in
            app.source.show(["made up"])
            try app.wait(for: "Demo history 1, not saved")
            app.source.show([])
            app.press(.character("L"))
            try app.wait(for: "first")
            app.press(.character("d"))
            try app.wait(for: "Delete this scan?")
            app.press(.character("y"))
            try app.wait(for: "History 0 ")
            app.press(.escape)
            try app.wait(for: "Demo history 1, not saved")
            #expect(app.scanner.app.model.lastScan?.row.summary == "made up")
            #expect(try app.kept == [])
        }
    }

    @Test func theListShowsWhatIsKeptWhileNothingIsToBeKept() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try keep(["kept before"])
        try TestedApp.run(in: folder, isPrivate: true) { app in
            app.source.show(["for now"])
            try app.wait(for: "Private history 1, not saved")
            app.source.show([])
            app.press(.character("L"))
            try app.wait(for: "kept before")
            #expect(!app.screen.contains("for now"))
            app.press(.tab)
            try app.wait(for: "Private history 1, not saved")
            app.press(.escape)
            try app.wait(for: "Last scan")
            try app.wait(for: "Private history 1, not saved")
        }
        let store = try HistoryStore.open(at: path)
        #expect(try store.entries().map(\.summary) == ["kept before"])
        store.close()
    }

    @Test func aRunThatKeepsNothingMakesNoHistory() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try TestedApp.run(in: folder, isPrivate: true) { app in
            app.source.show(["for now"])
            try app.wait(for: "Private history 1, not saved")
            app.press(.character("L"))
            try app.wait(for: "Enter open")
            app.press(.tab)
            try app.wait(for: "There is only one list")
        }
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
