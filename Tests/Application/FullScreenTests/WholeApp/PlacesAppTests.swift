import Collections
import Config
import Files
import Formats
import Foundation
import History
import Lookup
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

    /// A machine that does not move is in its place at once, and scans say where they were made; secrets do not.
    @Test func scansBelongToThePlaceThatThePositionLiesIn() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let point = GeoPoint(latitude: 52.52, longitude: 13.405)
        try put(
            try Place(id: "market", name: "Market square", point: point, radius: 100),
            try Place(id: "stand", name: "Stand 4", point: point, radius: 30),
            try Place(id: "far", name: "Far", point: GeoPoint(latitude: 1, longitude: 1), radius: 100))
        var settings = Settings()
        settings.positionSource = try PositionSource("fixed:52.52001,13.40501")
        try TestedApp.run(settings, in: folder) { app in
            try app.wait(for: "at Stand 4")
            app.source.show(["BOX-1"])
            try app.wait(for: "History 1")
            app.source.show(["WIFI:T:WPA;S:Cafe;P:s3cr3t-word;;"])
            try app.wait(for: "History 2")
            try app.choose(command: "show the places")
            try app.wait(for: "▲ 52.52001,13.40501")
        }
        let kept = try fields()
        #expect(
            kept["BOX-1"] == [
                "place": "stand", "latitude": "52.52001", "longitude": "13.40501", "position-source": "fixed",
            ])
        #expect(kept["WIFI:T:WPA;S:Cafe;P:s3cr3t-word;;"] == ["place": "stand"])
    }

    /// Items of a place's collection are shown with their prices, and summed in the basket.
    @Test func whatIsScannedAtAPlaceGoesIntoItsBasket() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try put(
            try Place(id: "sale", name: "Yard sale", codes: ["TABLE-*"], links: [.collection: "Sale"]))
        let store = try CollectionStore(folder + "/collections.sqlite")
        try store.make(try ItemCollection("Sale", template: .plain))
        let rows = [("LAMP-1", "Lamp", "12.50", "T1"), ("CUP-1", "Cup", "0.75", "T2")]
        _ = try store.add(
            rows.map { row in
                var item = Item(code: row.0, added: Timestamp(milliseconds: 0))
                item.values = ["name": row.1, "price": row.2, "place": row.3]
                return item
            }, to: "Sale")
        try TestedApp.run(in: folder) { app in
            app.source.show(["TABLE-T1"])
            try app.wait(for: "at Yard sale › T1")
            app.press(.function(7))
            try app.wait(until: { $0.contains("Lamp, 12.50") && !$0.contains("Cup") }, "the items of table T1")
            app.press(.escape)
            try app.wait(until: { !$0.contains("Lamp, 12.50") }, "the scanner")
            app.source.show(["LAMP-1"])
            try app.wait(for: "Lamp, 12.50")
            app.source.show(["CUP-1"])
            try app.wait(for: "Cup, 0.75")
            try app.choose(command: "show the basket")
            try app.wait(for: "2 pieces  sum 13.25")
            app.press(.enter)
            try app.wait(for: "Show the receipt as a QR Code")
            app.press(.enter)
            try app.wait(until: { $0.contains(" Receipt") && !$0.contains("receipt as") }, "the code of the receipt")
            app.press(.escape)
            try app.wait(for: "2 pieces  sum 13.25")
            app.press(.enter)
            app.type("print the receipt")
            app.press(.enter)
            try app.wait(until: { $0.contains("Print labels") && $0.contains("1 label") }, "the receipt on a roll")
        }
    }

    /// Where the place has no such item, its price list says what a product is and costs.
    @Test func thePriceListOfAPlaceHoldsThere() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try put(
            try Place(id: "shop", name: "Shop", codes: ["SHOP"], links: [.priceList: "winter"]),
            try Place(id: "other", name: "Other shop", codes: ["OTHER"], links: [.priceList: "summer"]))
        for (name, price) in [("winter", "4.90"), ("summer", "3.50")] {
            let path = folder + "/\(name).csv"
            try "gtin,name,price\n4006381333931,Marker,\(price)\n4012345678901,Ruler,\(price)\n".write(
                toFile: path, atomically: true, encoding: .utf8)
            _ = try ProductImport(into: folder + "/products").run(path, now: Timestamp(milliseconds: 0))
        }
        try TestedApp.run(in: folder) { app in
            app.source.show(["SHOP"])
            try app.wait(for: "at Shop")
            app.source.show(["4006381333931"], symbology: .ean13)
            try app.wait(for: "Shop › Marker, 4.90")
            app.source.show(["OTHER"])
            try app.wait(for: "at Other shop")
            app.source.show(["4012345678901"], symbology: .ean13)
            try app.wait(for: "Other shop › Ruler, 3.50")
            try app.choose(command: "show the basket")
            try app.wait(for: "1 piece  sum 3.50")
        }
    }

    /// The layers of a scan: where it is, what it is there, and which one it is.
    @Test func theLayersOfAScanAreShown() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try put(try Place(id: "sale", name: "Yard sale", codes: ["TABLE-*"]))
        try TestedApp.run(in: folder) { app in
            app.source.show(["TABLE-T1"])
            try app.wait(for: "at Yard sale › T1")
            app.source.show(["(01)09506000134352(21)4711"])
            try app.wait(until: { $0.contains("Yard sale › T1 › ") && $0.contains("No. 4711") }, "the layers")
        }
    }

    /// What the settings want done with a place is done once it is entered.
    @Test func aCommandRunsWhenAPlaceIsEntered() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let point = GeoPoint(latitude: 52.52, longitude: 13.405)
        try put(try Place(id: "market", name: "Market square", point: point, radius: 100))
        let output = folder + "/entered"
        let (settings, problems) = Settings.read(
            """
            [places]
            position = "fixed:52.52,13.405"
            on-enter = "run note"
            [command.note]
            run = ["sh", "-c", 'cat > "$1"; echo "$2 $3 $4"', "sh", "\(output)", "{kind}", "{text}", "{summary}"]
            """)
        #expect(problems.isEmpty)
        try TestedApp.run(settings, in: folder) { app in
            try app.wait(for: "note: enter market Market square")
        }
        let line = try String(contentsOfFile: output, encoding: .utf8)
        #expect(line.hasPrefix(#"{"event":"enter","place":{"id":"market""#))
        #expect(line.hasSuffix("}\n"))
    }

    /// Settings of a place hold from its code to the next place's.
    @Test func settingsOfAPlaceHoldThere() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try put(
            try Place(id: "shop", name: "Shop", codes: ["SHOP"]), try Place(id: "yard", name: "Yard", codes: ["YARD"]))
        let (settings, problems) = Settings.read("[place.shop.history]\nrepeats = \"count\"\n")
        #expect(problems.isEmpty)
        try TestedApp.run(settings, in: folder) { app in
            app.source.show(["SHOP"])
            try app.wait(for: "at Shop")
            #expect(app.keeping.current.repeats == .count)
            app.source.show(["YARD"])
            try app.wait(for: "at Yard")
            #expect(app.keeping.current.repeats == .each)
        }
    }

    @Test func whatIsAtAPlaceIsShownWhenTheSettingsSaySo() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let point = GeoPoint(latitude: 52.52, longitude: 13.405)
        try put(
            try Place(id: "market", name: "Market square", point: point, radius: 100, links: [.collection: "Sale"]))
        try CollectionStore(folder + "/collections.sqlite").make(try ItemCollection("Sale", template: .plain))
        var settings = Settings()
        settings.positionSource = try PositionSource("fixed:52.52,13.405")
        settings.onEnteringPlace = .showItems
        try TestedApp.run(settings, in: folder) { app in try app.wait(for: "“Sale” has nothing here.") }
    }
}
