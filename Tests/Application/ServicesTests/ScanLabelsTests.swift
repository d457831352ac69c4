import Config
import Foundation
import Printing
import Surface
import Symbols
import Testing

@testable import History
@testable import Services

@Suite struct ScanLabelsTests {
    private func store() throws -> HistoryStore {
        let store = try HistoryStore.inMemory(called: UUID().uuidString)
        var run = ScanRun()
        (run.tags, run.fields) = (["new", "red"], ["shelf": "A-12"])
        let wifi = SymbolContent(symbology: .qrCode, text: "WIFI:T:WPA;S:Guest;P:secret;;")
        let corner = Point(x: 0, y: 0)
        let bytes = SymbolContent(symbology: .dataMatrix, bytes: [0xFF, 0x00, 0x80], text: nil, charset: nil)
        for (second, content) in [wifi, bytes].enumerated() {
            _ = try store.keep(
                Scan(
                    time: Date(timeIntervalSince1970: 1_760_000_000 + Double(second)), source: "webcam",
                    symbol: Symbol(
                        content: content,
                        corners: Quadrilateral(
                            topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner))), in: run)
        }
        return store
    }

    private func rows(_ store: HistoryStore) throws -> [LabelRow] {
        var rows: [LabelRow] = []
        try LabelSource.scans(.all, of: store).forEach { rows.append($0) }
        return rows
    }

    @Test func scansComeOldestFirstWithTheirFields() throws {
        let rows = try rows(store())
        #expect(rows.map(\.place) == ["scan 1", "scan 2"])
        let first = try #require(rows.first)
        #expect(first.value("text") == "WIFI:T:WPA;S:Guest;P:secret;;")
        #expect(first.value("symbology") == "qr-code" && first.value("kind") == "wifi")
        #expect(first.value("payload.ssid") == "Guest" && first.value("field.shelf") == "A-12")
        #expect(first.value("tags") == "new, red" && first.value("quantity") == "1" && first.value("id") == "1")
        #expect(first.value("source") == "webcam" && first.value("note")?.isEmpty == true)
    }

    @Test func fieldsThatAreNotThereAreNil() throws {
        let first = try #require(try rows(store()).first)
        for name in ["", "payload.", "payload.nothing", "field.", "field.box", "TEXT"] {
            #expect(first.value(name) == nil, "\(name)")
        }
    }

    @Test func bytesThatAreNoTextHaveNoText() throws {
        let last = try #require(try rows(store()).last)
        #expect(last.value("text") == nil)
    }

    @Test func labelsThatDoNotFitTheirPageNameTheirSettings() throws {
        let read = Settings.readByThisBuild(
            "[label.own]\nlabel = \"500x500\"\n", commands: CommandTable(rows: [], contexts: []), folder: "/nowhere")
        let settings = try #require(read.settings.labels.first)
        do {
            _ = try settings.layout
            Issue.record("a label larger than its page fits")
        } catch {
            #expect("\(error)".hasPrefix("settings, [label.own]: "))
        }
    }
}
