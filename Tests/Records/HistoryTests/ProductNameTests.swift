import Foundation
import Symbols
import Testing

@testable import History

/// Names of products in the history: kept, found, exported, brought back.
@Suite struct ProductNameTests {
    private let store: HistoryStore

    init() throws { store = try HistoryStore.inMemory(called: "a history") }

    private func add(_ text: String, _ symbology: Symbology) throws -> Int64 {
        let scan = Scan(
            time: Date(timeIntervalSince1970: 1), source: "demo",
            symbol: Symbol(content: SymbolContent(symbology: symbology, text: text), corners: testCorners))
        return try store.add(scan).id
    }

    private static let forms = ["0012345678905", "012345678905", "00012345678905"]

    @Test func everyFormOfTheNumberIsNamedAndNothingElse() throws {
        let wanted = [
            try add("0012345678905", .ean13), try add("012345678905", .upcA), try add("00012345678905", .itf),
            try add("010001234567890517271231", .code128),
        ]
        let others = [try add("4006381333931", .ean13), try add("see 0012345678905", .qrCode)]
        #expect(Set(try store.setProduct("Oat drink", ofNumbers: Self.forms)) == Set(wanted))
        for id in wanted { #expect(try store.entry(id)?.remarks.product == "Oat drink") }
        for id in others { #expect(try store.entry(id)?.remarks.product == nil) }
        // What has the name already is not changed again.
        #expect(try store.setProduct("Oat drink", ofNumbers: Self.forms).isEmpty)
        #expect(Set(try store.setProduct("", ofNumbers: Self.forms)) == Set(wanted))
        #expect(try store.entry(wanted[0])?.remarks.product == nil)
    }

    @Test func aNameIsSearchedForAndGoesWithTheScan() throws {
        let id = try add("4006381333931", .ean13)
        _ = try store.setProduct("Böse Bücher \u{1B}[31m, '; DROP TABLE scan", ofNumbers: ["4006381333931"])
        #expect(try store.entries(of: .matching("böse büch")).map(\.id) == [id])
        #expect(try store.entries(of: .matching("marker")).isEmpty)
        _ = try store.setProduct("Marker", ofNumbers: ["4006381333931"])
        #expect(try store.entries(of: .matching("böse")).isEmpty)
        try store.delete(.ids([id]))
        #expect(try store.restore() == 1)
        #expect(try store.entries(of: .matching("marker")).first?.remarks.product == "Marker")
    }

    @Test func fieldsAreAddedToThoseOfAScan() throws {
        var run = ScanRun()
        run.fields = ["shelf": "3"]
        let scan = Scan(
            time: Date(timeIntervalSince1970: 1), source: "demo",
            symbol: Symbol(content: SymbolContent(symbology: .qrCode, text: "x"), corners: testCorners))
        let id = try store.keep(scan, in: run).entry.id
        try store.addFields(ScanGrade(letter: "B", value: 3).fields, toScan: id)
        #expect(try store.entry(id)?.fields == ["shelf": "3", "grade": "B", "grade-value": "3.0"])
        #expect(ScanGrade(try #require(try store.entry(id)).fields)?.text == "B (3.0)")
        try store.addFields(["grade": "C"], toScan: id)
        #expect(try store.entries(of: .matching("grade:C shelf:3")).map(\.id) == [id])
        // It was deleted meanwhile.
        try store.addFields(["grade": "C"], toScan: 99)
    }

    @Test func aTableHasNamesWhereThereAreAny() throws {
        _ = try add("4006381333931", .ean13)
        func head() throws -> String {
            let collected = Collected()
            try store.export(.csv) { collected.bytes += $0 }
            return String(decoding: collected.bytes.prefix { $0 != 0x0D }, as: UTF8.self)
        }
        #expect(try head() == "time,text,symbology,quantity,session,tags,note")
        _ = try store.setProduct("Marker", ofNumbers: ["4006381333931"])
        #expect(try head() == "time,text,symbology,quantity,session,tags,note,product")
        let copy = try HistoryStore.inMemory(called: "a copy")
        let collected = Collected()
        try store.export(.ndjson) { collected.bytes += $0 }
        let json = String(decoding: collected.bytes, as: UTF8.self)
        #expect(json.contains(#""product":"Marker""#))
        #expect(try copy.count() == 0)
    }

    private final class Collected {
        var bytes: [UInt8] = []
    }
}
