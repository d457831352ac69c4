import Files
import Formats
import History
import Lookup
import TestFolders
import Testing

@testable import Collections

@Suite struct CollectionStoreTests {
    let folder: TestFolder

    init() throws { folder = try TestFolder() }

    @Test func aSecondScanRaisesTheQuantity() throws {
        let store = try CollectionStore.with("Pantry", .pantry, in: folder)
        #expect(try store.add([.of("4006381333931", 2)], to: "pantry")[0].outcome == .added)
        let again = try store.add([.of("04006381333931")], to: "PANTRY")[0]
        #expect(again.outcome == .raised)
        #expect(again.item.quantity == 3)
        #expect(try store.items(of: "Pantry").map(\.quantity) == [3])
    }

    @Test func orIsReportedAsAlreadyThere() throws {
        let store = try CollectionStore.with("Records", .music, in: folder)
        let item = try Item.of("042284583626", 1, ["place": "Shelf 1"])
        #expect(try store.add([item], to: "Records")[0].outcome == .added)
        let again = try store.add([.of("042284583626", 1, ["place": "Shelf 2"])], to: "Records")[0]
        #expect(again.outcome == .alreadyThere)
        #expect(again.item == item)
        #expect(try store.add([item], to: "Records", again: .count)[0].item.quantity == 2)
    }

    @Test func anotherBestBeforeDateIsAnotherItem() throws {
        let store = try CollectionStore.with("Pantry", .pantry, in: folder)
        for date in ["270131", "261224", "270131"] {
            _ = try store.add([.of("(01)04006381333931(17)\(date)")], to: "Pantry")
        }
        _ = try store.add([.of("4006381333931")], to: "Pantry")
        let items = try store.items(of: "Pantry", code: "4006381333931")
        #expect(items.map { $0.bestBefore?.description } == [nil, "2026-12-24", "2027-01-31"])
        #expect(items.map(\.quantity) == [1, 1, 2])
        #expect(throws: UserError.self) {
            try store.change("4006381333931", in: "Pantry") { $0.quantity = 5 }
        }
        let none = try store.change("4006381333931", bestBefore: .some(nil), in: "Pantry") { $0.quantity = 5 }
        #expect(none.bestBefore == nil)
        let date = CivilDate(year: 2026, month: 12, day: 24)
        // A date that is there already is refused, and nothing has changed.
        #expect(throws: UserError.self) {
            try store.change("4006381333931", bestBefore: date, in: "Pantry") { $0.bestBefore = nil }
        }
        let moved = try store.change("4006381333931", bestBefore: date, in: "Pantry") { item in
            item.bestBefore = CivilDate(year: 2028, month: 1, day: 1)
        }
        #expect(moved.bestBefore?.year == 2028)
        #expect(try store.items(of: "Pantry").map(\.quantity).sorted() == [1, 2, 5])
    }

    @Test func valuesOfOnesOwnStay() throws {
        let store = try CollectionStore.with("Stock", .stock, in: folder)
        var item = try Item.of("4006381333931", 1, ["name": "My pens"])
        item.facts = facts([.name: "Marker", .brand: "Stabilo", .quantity: "1 pack"])
        item.source = "list"
        _ = try store.add([item], to: "Stock")
        item.facts = facts([.name: "Highlighter", .brand: "Stabilo"])
        item.values = [:]
        _ = try store.add([item], to: "Stock")
        let there = try store.items(of: "Stock")[0]
        #expect(there["name"] == "My pens")
        #expect(there.facts[.name] == "Highlighter")
        #expect(there.title == "Stabilo My pens")
        #expect(there.quantity == 2)
        let own = try store.change("4006381333931", in: "Stock") { $0.values["name"] = nil }
        #expect(own["name"] == "Highlighter")
    }

    @Test func unitsAreRemoved() throws {
        let store = try CollectionStore.with("Pantry", .pantry, in: folder)
        _ = try store.add([.of("S-1", 3)], to: "Pantry")
        #expect(try store.remove("S-1", units: 2, from: "Pantry", at: now).quantity == 1)
        #expect(try store.remove("S-1", units: 2, from: "Pantry", at: now).quantity == 0)
        #expect(try store.items(of: "Pantry").isEmpty)
        #expect(throws: UserError.self) { try store.remove("S-1", from: "Pantry", at: now) }
    }

    @Test func allItemsOfACallAreAddedOrNone() throws {
        let store = try CollectionStore.with("Stock", .stock, in: folder)
        let items = try [Item.of("A"), .of("B", Item.maximumQuantity + 1)]
        #expect(throws: UserError.self) { try store.add(items, to: "Stock") }
        #expect(try store.items(of: "Stock").isEmpty)
        let fields = (0...ItemField.maximumCount).map { ("f\($0)", "x") }
        #expect(throws: UserError.self) {
            try store.add([.of("A", 1, Dictionary(uniqueKeysWithValues: fields))], to: "Stock")
        }
    }

    @Test func collectionsAreListedChangedAndDeleted() throws {
        let store = try CollectionStore.with("Records", .music, in: folder)
        try store.make(try ItemCollection("Büro", template: .stock))
        #expect(throws: UserError.self) { try store.make(try ItemCollection("RECORDS", template: .plain)) }
        _ = try store.add([.of("A", 2), .of("B")], to: "büro")
        #expect(try store.collections().map(\.collection.name) == ["Büro", "Records"])
        #expect(try store.collections().map(\.items) == [2, 0])
        #expect(try store.collections().map(\.units) == [3, 0])
        try store.change("records") { collection in
            collection.sections = ["place"]
            collection.again = .count
        }
        let changed = try store.collection("Records")
        #expect((changed.sections, changed.again) == (["place"], .count))
        #expect(try store.delete("Büro") == 2)
        #expect(try store.collections().map(\.collection.name) == ["Records"])
        let error = try #require(throws: UserError.self) { try store.collection("Rekords") }
        #expect(error.description.contains("Did you mean Records?"))
    }

    @Test func namesOfCollectionsAreOneLine() {
        for name in ["", " a", "a\nb", "\u{1B}[31m", "\u{202E}abc", "--all", String(repeating: "x", count: 81)] {
            #expect(throws: UserError.self) { try ItemCollection(name, template: .plain) }
        }
    }

    @Test func aCheckListIsComparedInUnits() throws {
        let items = try [
            Item.of("(01)04006381333931(17)270131", 2), .of("4006381333931"), .of("S-1", 4), .of("S-3", 0),
            .of("S-4", 1, ["name": "Extra"]),
        ]
        let progress = CheckListProgress(
            [
                .init(text: "04006381333931", label: "Pens", quantity: 2), .init(text: "4006381333931", quantity: 3),
                .init(text: "S-1", quantity: 4), .init(text: "S-2"),
            ], of: items)
        #expect(
            progress.table.dropFirst().map { $0.joined(separator: "|") } == [
                "4006381333931|Pens|5|3|missing", "S-2||1|0|missing", "S-4|Extra|0|1|surplus", "S-1||4|4|complete",
            ])
        #expect((progress.found, progress.missing, progress.surplus) == (7, 3, 1))
    }
}
