import Capture
import Config
import Foundation
import Lookup
import LoopbackServers
import Surface
import Symbols
import Testing

@testable import FullScreen

/// Products on the full screen: shown by their names, looked up, named.
@Suite struct LookupAppTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    private let marker = "4006381333931"

    private func lookups(_ address: String) -> @Sendable () throws -> LookupEngine {
        { [folder] in
            var settings = LookupSettings()
            var section = ProviderSettings("open-food-facts")
            section.address = address
            (settings.sections, settings.providers) = ([section], ["open-food-facts"])
            return LookupEngine(
                settings, store: try LookupStore(folder + "/lookups.sqlite"),
                products: OfflineProducts(in: folder + "/products"), version: "quietzone 0.1.0")
        }
    }

    private static func answer(_ name: String) -> AnswerServer.Answer {
        .json(#"{"product":{"product_name":"\#(name)"},"result":{"id":"product_found"},"status":"success"}"#)
    }

    @Test func aProductIsLookedUpByKeyNamedAndFound() throws {
        let server = try AnswerServer { _ in Self.answer("Marker") }
        try TestedApp.run(in: folder, lookups: lookups(server.address)) { app in
            app.source.show([marker], symbology: .ean13)
            try app.wait(for: "History 1")
            #expect(server.requests.isEmpty)
            app.press(.character("o"))
            try app.wait(until: { $0.contains("Marker") }, "the name")
            #expect(server.requests.count == 1)
            // The list shows the name; the scan is found by it.
            app.press(.character("/"))
            app.type("marker")
            try app.wait(for: "History 1 with “marker”")
            app.press(.enter, .enter)
            try app.wait(until: { $0.contains("─ Actions ") && $0.contains("open-food-facts, ODbL") }, "the facts")
            // Copy, open the page, name.
            app.press(.down, .down, .enter)
            try app.wait(for: "Your name is kept for this product")
            app.type("Our pen")
            app.press(.enter)
            try app.wait(until: { $0.contains("Scan 1  Our pen") }, "the own name")
            #expect(server.requests.count == 1)
        }
    }

    /// Its server is another than the provider: it is asked once it is agreed to, and only then.
    @Test func aCoverIsFetchedAfterAYesAndShown() throws {
        let luma = [UInt8]((0..<64 * 64).map { UInt8($0 % 64 * 4) })
        let png = try PictureFile.png(luma: luma.span, width: 64, height: 64)
        let covers = try AnswerServer { request in
            request.number == 0 ? .status(500, headers: [], body: []) : .status(200, headers: [], body: png)
        }
        let address = covers.address + "/cover.png"
        let server = try AnswerServer { _ in
            .json(
                #"{"product":{"product_name":"Marker","image_front_url":"\#(address)"},"result":{"id":"product_found"},"status":"success"}"#
            )
        }
        try TestedApp.run(in: folder, lookups: lookups(server.address)) { app in
            app.source.show([marker], symbology: .ean13)
            try app.wait(for: "History 1")
            app.press(.character("o"))
            try app.wait(until: { $0.contains("Marker") }, "the name")
            app.press(.enter)
            try app.wait(for: "Show the cover")
            app.press(.down, .down, .enter)
            try app.wait(for: "Fetch the cover from 127.0.0.1:")
            #expect(covers.requests.isEmpty)
            app.press(.escape)
            try app.wait(until: { !$0.contains("Fetch the cover from") }, "no question")
            app.press(.enter)
            try app.wait(for: "Fetch the cover from 127.0.0.1:")
            app.press(.character("y"))
            try app.wait(for: "answer 500")
            // The server was agreed to.
            app.press(.enter)
            try app.wait(until: { $0.contains("─ Marker ─") && !$0.contains("─ Actions ") }, "the cover")
            #expect(covers.requests.map(\.path) == ["/cover.png", "/cover.png"])
            // What was fetched is not fetched again.
            app.press(.escape)
            try app.wait(for: "─ Actions ")
            app.press(.enter)
            try app.wait(until: { $0.contains("─ Marker ─") && !$0.contains("─ Actions ") }, "the cover")
            #expect(covers.requests.count == 2)
        }
    }

    @Test func everyProductIsLookedUpWhereTheSettingsSaySo() throws {
        let server = try AnswerServer { _ in Self.answer("Marker") }
        var settings = Settings()
        settings.lookup.isAutomatic = true
        try TestedApp.run(settings, in: folder, lookups: lookups(server.address)) { app in
            app.source.show([marker], symbology: .ean13)
            try app.wait(for: "Marker")
        }
        #expect(server.requests.count == 1)
    }

    /// What is not kept is sent nowhere either.
    @Test func aPrivateRunLooksNothingUpByItself() throws {
        let server = try AnswerServer { _ in Self.answer("Marker") }
        var settings = Settings()
        settings.lookup.isAutomatic = true
        try TestedApp.run(settings, in: folder, isPrivate: true, lookups: lookups(server.address)) { app in
            app.source.show([marker], symbology: .ean13)
            try app.wait(for: "Private history 1")
            app.source.show(["something else"])
            try app.wait(for: "Private history 2")
            #expect(server.requests.isEmpty)
            app.source.show([marker], symbology: .ean13)
            try app.wait(for: "In view ─ EAN-13")
            app.press(.character("o"))
            try app.wait(for: "Marker")
            #expect(server.requests.count == 1)
        }
    }
}
