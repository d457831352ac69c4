import Files
import Foundation
import History
import Places
import Surface
import Symbols
import Testing

@testable import FullScreen

/// Where scans belong: by codes, and by hand.
@Suite struct PlacesAppTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path

    private func put(_ places: Place...) throws { try PlaceStore(folder + "/places.sqlite").put(places) }

    /// The fields of the scans that are kept, the newest last, by their texts.
    private func fields() throws -> [String: [String: String]] {
        try LoopThread.excuse {
            let history = try HistoryStore.open(at: folder + "/history.sqlite")
            defer { history.close() }
            let entries = try history.entries(of: .all)
            return Dictionary(
                entries.map { ($0.scan.symbol.content.text ?? "", $0.fields) }, uniquingKeysWith: { $1 })
        }
    }

    @Test func codesOfPlacesHoldForTheScansAfterThem() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try put(
            try Place(id: "cellar", name: "Wine cellar", codes: ["SHELF-*"]),
            try Place(id: "yard", name: "Yard", codes: ["4012345000009"]))
        try TestedApp.run(in: folder) { app in
            app.source.show(["BOX-1"])
            try app.wait(for: "History 1")
            app.source.show(["SHELF-A4"])
            try app.wait(for: "at Wine cellar › A4")
            app.source.show(["BOX-2"])
            try app.wait(for: "History 2")
            app.source.show(["(414)4012345000009"])
            try app.wait(for: "at Yard")
            app.source.show(["BOX-3"])
            try app.wait(for: "History 3")
        }
        let kept = try fields()
        #expect(kept.count == 3)
        #expect(kept["BOX-1"] == [:])
        #expect(kept["BOX-2"] == ["place": "cellar", "shelf": "A4"])
        #expect(kept["BOX-3"] == ["place": "yard"])
    }

    @Test func aPlaceIsEnteredAndLeftByHand() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try put(try Place(id: "cellar", name: "Wine cellar", zone: "Below"), try Place(id: "yard", name: "Yard"))
        try TestedApp.run(in: folder) { app in
            try app.choose(command: "choose the place")
            try app.wait(for: "Which place do scans belong to?")
            app.type("yard")
            app.press(.enter)
            try app.wait(for: "at Yard")
            app.source.show(["BOX-1"])
            try app.wait(for: "History 1")
            try app.choose(command: "choose the place")
            try app.wait(for: "scans belong to no place")
            app.type("none")
            app.press(.enter)
            try app.wait(until: { !$0.contains("at Yard") }, "no place")
            app.source.show(["BOX-2"])
            try app.wait(for: "History 2")
        }
        #expect(try fields() == ["BOX-1": ["place": "yard"], "BOX-2": [:]])
    }

    @Test func withoutPlacesItIsSaidHowToAddOne() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try TestedApp.run(in: folder) { app in
            try app.choose(command: "choose the place")
            try app.wait(for: "There are no places yet")
        }
    }
}
