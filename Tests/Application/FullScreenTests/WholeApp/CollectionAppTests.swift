import Collections
import Files
import Formats
import Foundation
import Surface
import Symbols
import Testing

@testable import FullScreen

/// Collections on the full screen: scans are added, counted, shown and exported.
@Suite struct CollectionAppTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    private let marker = "4006381333931"

    /// How many units of the code are in a collection.
    private func units(_ name: String, _ code: String) throws -> Int {
        try LoopThread.excuse {
            let store = try CollectionStore(folder + "/collections.sqlite", for: .reading)
            return try store.items(of: name, code: code).map(\.quantity).reduce(0, +)
        }
    }

    @Test func scansAreAddedToANewCollectionAndCounted() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try TestedApp.run(in: folder) { app in
            try app.choose(command: "show collections")
            try app.wait(for: "New collection: what is it for?")
            app.type("pantry")
            app.press(.enter)
            try app.wait(for: "Name of the collection")
            app.type("Cellar")
            app.press(.enter)
            try app.wait(for: "Nothing is in this collection yet.")
            app.press(.escape)
            try app.choose(command: "show collections")
            try app.wait(for: "0 items")
            app.press(.enter)
            try app.wait(for: "Add scans")
            app.press(.down, .enter)
            try app.wait(for: "into Cellar")
            app.source.show([marker], symbology: .ean13)
            try app.wait(until: { _ in try units("Cellar", marker) == 1 }, "the item")
            // What is scanned later is added, too; the same code from another symbol is the same item.
            app.source.show([])
            try app.wait(until: { !$0.contains("1 in view") }, "nothing in view")
            app.source.show(["(01)04006381333931(17)270131(10)A7"])
            try app.wait(until: { _ in try units("Cellar", marker) == 2 }, "the second one")
            try app.choose(command: "show collections")
            try app.wait(for: "scans are added")
            app.press(.enter)
            try app.wait(for: "Stop adding scans")
            app.press(.enter)
            try app.wait(for: "best before 2027-01-31")
        }
        #expect(try units("Cellar", marker) == 2)
    }

    @Test func anItemIsChangedAndRemoved() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try TestedApp.run(in: folder) { app in
            try LoopThread.excuse {
                let store = try CollectionStore(folder + "/collections.sqlite")
                try store.make(try ItemCollection("Pens", template: .stock))
                let pens = [marker, "96385074"].map { Item(code: $0, added: Timestamp(milliseconds: 0)) }
                _ = try store.add(pens, to: "Pens")
            }
            try app.choose(command: "show collections")
            try app.wait(for: "2 items")
            app.press(.enter)
            try app.wait(for: "Add scans")
            app.press(.enter)
            try app.wait(for: "Enter change")
            app.press(.enter)
            try app.wait(for: "Change which item?")
            app.type(marker)
            app.press(.enter)
            try app.wait(for: "Best before")
            app.type("Our pen")
            app.press(.down, .control("u"))
            app.type("many")
            app.press(.enter)
            // What is wrong is said, and what was typed stays.
            try app.wait(for: "quantity must be a number")
            #expect(try units("Pens", marker) == 1)
            app.press(.control("u"))
            app.type("7")
            app.press(.enter)
            try app.wait(for: "Our pen  ×7")
            #expect(try units("Pens", marker) == 7)
            // Removed after a question.
            app.press(.enter)
            try app.wait(for: "Change which item?")
            app.type("our pen")
            app.press(.enter)
            try app.wait(for: "Remove it")
            for _ in 0..<7 { app.press(.down) }
            app.press(.character(" "), .enter)
            try app.wait(for: "Remove “Our pen” from “Pens”?")
            app.press(.character("y"))
            try app.wait(until: { !$0.contains("Our pen") && $0.contains("96385074") }, "the other item")
            #expect(try units("Pens", marker) == 0)
        }
    }

    @Test func aScanIsAddedFromItsOwnScreenAndACollectionIsExported() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try TestedApp.run(in: folder) { app in
            app.source.show([marker], symbology: .ean13)
            try app.wait(for: "History 1")
            try LoopThread.excuse {
                let store = try CollectionStore(folder + "/collections.sqlite")
                try store.make(try ItemCollection("Pens", template: .stock))
            }
            try app.choose(command: "add the scan")
            try app.wait(for: "Add to which collection?")
            app.press(.enter)
            try app.wait(until: { _ in try units("Pens", marker) == 1 }, "the item")
            try app.choose(command: "add the scan")
            try app.wait(for: "Add to which collection?")
            app.press(.enter)
            try app.wait(until: { _ in try units("Pens", marker) == 2 }, "two of it")
            try app.choose(command: "show collections")
            try app.wait(for: "1 item, 2 pieces")
            app.press(.enter)
            try app.wait(for: "Export it as CSV")
            app.press(.enter)
            try app.wait(for: "\(marker)  ×2")
            app.press(.character("e"))
            try app.wait(for: "Export the collection")
            app.press(.control("u"))
            app.type(folder + "/pens.csv")
            app.press(.enter)
            try app.wait(
                until: { _ in
                    (try? String(contentsOfFile: folder + "/pens.csv", encoding: .utf8))?.contains(marker) == true
                }, "the file")
        }
    }
}
