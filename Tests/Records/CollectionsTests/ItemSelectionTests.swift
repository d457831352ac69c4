import Formats
import Lookup
import Testing

@testable import Collections

@Suite struct ItemSelectionTests {
    private func record(_ artist: String, _ name: String, _ year: String, _ genre: String?) throws -> Item {
        var values = ["creator": artist, "name": name, "year": year]
        values["genre"] = genre
        return try .of(name, 1, values)
    }

    private func codes(_ items: [Item], _ words: [String], within: Int? = nil, hasDate: Bool = false) -> [String] {
        let selection = ItemSelection(words, fields: ["colour"], hasDate: hasDate, expiringWithin: within)
        return items.filter { selection.holds(for: $0, today: today) }.map(\.code)
    }

    @Test func wordsAndFieldsMustAllMatch() throws {
        let items = try [
            record("Nick Drake", "Pink Moon", "1972", "Folk"), record("Can", "Ege Bamyasi", "1972", "Rock"),
            .of("https://example.org/a", 1, ["colour": "Dark blue", "place": "Shelf 12"]),
        ]
        #expect(codes(items, []) == ["Pink Moon", "Ege Bamyasi", "https://example.org/a"])
        #expect(codes(items, ["1972", "moon"]) == ["Pink Moon"])
        #expect(codes(items, ["artist:CAN"]) == ["Ege Bamyasi"])
        #expect(codes(items, ["genre:folk", "year:1972"]) == ["Pink Moon"])
        #expect(codes(items, ["colour:dark blue"]) == ["https://example.org/a"])
        #expect(codes(items, ["https://example"]) == ["https://example.org/a"])
        #expect(codes(items, ["place:shelf", "moon"]).isEmpty)
    }

    @Test func whatExpiresFirstComesFirst() throws {
        let items = try [
            Item.of("(01)04006381333931(17)270131"), .of("(01)04006381333931(17)261120"), .of("S-1"),
            .of("(01)04006381333931(17)261201"),
        ]
        let order = ItemOrder(["best-before"]).sorted(items)
        #expect(order.map { $0.bestBefore?.description } == ["2026-11-20", "2026-12-01", "2027-01-31", nil])
        #expect(codes(items, [], hasDate: true).count == 3)
        #expect(codes(items, [], within: 3).count == 2)
        #expect(codes(items, [], within: 2).count == 1)
    }

    @Test func sectionsComeInTheirOrderAndThenTheRest() throws {
        let items = try [
            record("Can", "Tago Mago", "1971", "Rock"), record("Nick Drake", "Pink Moon", "1972", "Folk"),
            record("can", "Ege Bamyasi", "1972", "Rock"), record("Nobody", "Demo", "", nil),
            record("Nick Drake", "Bryter Layter", "1971", "Folk"), record("Can", "Delay 1968", "1981", "Rock"),
        ]
        #expect(
            ItemOrder(["genre", "creator", "year"]).sorted(items).map(\.code) == [
                "Bryter Layter", "Pink Moon", "Tago Mago", "Ege Bamyasi", "Delay 1968", "Demo",
            ])
        let numbers = try ["S-10", "S-9", "S-1"].map { try Item.of($0) }
        #expect(ItemOrder([]).sorted(numbers).map(\.code) == ["S-1", "S-9", "S-10"])
    }

    @Test func titlesAreThoseOfTheTemplate() throws {
        #expect(CollectionTemplate.music.title(of: "creator") == "Artist")
        #expect(CollectionTemplate.books.title(of: "brand") == "Publisher")
        #expect(CollectionTemplate.plain.title(of: "sleeve-condition") == "Sleeve condition")
        let records = try ItemCollection("Records", template: .music)
        #expect(records.columns == ["name", "year", "format", "condition", "place"])
    }
}
