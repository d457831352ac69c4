import Config
import Files
import Foundation
import Inventory
import LoopbackServers
import Surface
import Symbols
import Testing

@testable import FullScreen

/// Inventory servers on the full screen: scans act, answers stand beside them, and acts are undone.
@Suite struct InventoryAppTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    private let milk = "4006381333931"

    private func settings(_ address: String, profile: String = "grocy") throws -> Settings {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("word\n".utf8).write(to: URL(fileURLWithPath: folder + "/key"))
        var server = InventorySettings("home")
        (server.profile, server.address, server.secretFile) = (profile, address, folder + "/key")
        var settings = Settings()
        settings.inventory = [server]
        return settings
    }

    /// Grocy with milk, of which there is what the bookings leave.
    private func grocy() throws -> AnswerServer {
        try AnswerServer { request in
            if request.path.contains("unknown") {
                return .json(#"{"error_message":"No product with barcode unknown found"}"#, 400)
            }
            if request.path.hasSuffix("/undo") { return .status(204, headers: [], body: []) }
            if request.method == "POST" { return .json(#"[{"id":\#(request.number)}]"#) }
            return .json(#"{"product":{"name":"Milk"},"stock_amount":2}"#)
        }
    }

    /// Has scans do what is called `title`.
    private func choose(_ title: String, _ app: TestedApp) throws {
        try app.choose(command: "grocy")
        try app.wait(for: "what should each scan do?")
        app.type(title)
        app.press(.enter)
    }

    private func posts(_ server: AnswerServer) -> [String] {
        server.requests.filter { $0.method == "POST" }.map { String(decoding: $0.body, as: UTF8.self) }
    }

    /// Shows a code for the first time, or again after it was away.
    private func scan(_ code: String, _ app: TestedApp) throws {
        app.source.show([])
        try app.wait(until: { !$0.contains("1 in view") }, "nothing in view")
        app.source.show([code], symbology: .ean13)
    }

    @Test func scansActAndAreUndone() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = try grocy()
        try TestedApp.run(try settings(server.address), in: folder) { app in
            try scan("9780201379624", app)
            try app.wait(for: "History 1")
            // Nothing is sent before the user has chosen.
            #expect(server.requests.isEmpty)
            try choose("consume", app)
            try app.wait(for: "home: Consume")
            app.press(.character("3"))
            try app.wait(for: "home: Consume ×3")
            try scan(milk, app)
            try app.wait(for: "consume ×3: Milk, now 2")
            #expect(posts(server).count == 1 && posts(server)[0].hasPrefix(#"{"amount":3,"#))
            // The digit was for one scan.
            #expect(!app.screen.contains("Consume ×3"))
            app.press(.character("u"))
            try app.wait(for: "consume ×3: undone")
            #expect(server.requests.last?.path.hasSuffix("/undo") == true)
            // There is nothing else to undo.
            app.press(.character("u"))
            try app.choose(command: "grocy")
            try app.wait(for: "no longer act on home")
            app.type("stop")
            app.press(.enter)
            try app.wait(until: { !$0.contains("home: Consume") }, "the mode's end")
            try scan("12345670", app)
            try app.wait(for: "History 3")
        }
        #expect(posts(server).count == 2)
    }

    @Test func whatTheServerDoesNotKnowIsListedAndDropped() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = try grocy()
        try TestedApp.run(try settings(server.address), in: folder) { app in
            try choose("add to stock", app)
            try app.wait(for: "home: Add to stock")
            app.source.show(["unknown"])
            try app.wait(for: "add: not known to home")
            try app.choose(command: "grocy")
            try app.wait(for: "1 not known there")
            app.type("unfinished")
            app.press(.enter)
            try app.wait(for: "Unfinished on home")
            app.press(.enter)
            try app.wait(for: "Drop it")
            app.type("drop")
            app.press(.enter)
            try app.wait(for: "add: dropped")
        }
        #expect(posts(server).count == 1)
    }

    /// What is sent waits for the network, over restarts; then it has no scan, and is reported in a line.
    @Test func whatCannotBeSentWaitsForTheNextRun() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let end = try TestedApp.run(try settings("http://127.0.0.1:1"), in: folder) { app in
            try choose("consume", app)
            try app.wait(for: "home: Consume")
            try scan(milk, app)
            try app.wait(for: "consume: waiting for home: no connection")
            try app.wait(for: "1 to send")
        }
        #expect(
            end.remarks.contains {
                $0.hasPrefix("1 request to an inventory server is waiting: the next start sends it")
            })
        let server = try grocy()
        try TestedApp.run(try settings(server.address), in: folder) { app in
            app.stopClock()
            try app.wait(for: "home: Milk, now 2")
        }
        #expect(posts(server).count == 1)
    }

    @Test func dangerousActsAskBeforeEachScan() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = try grocy()
        try TestedApp.run(try settings(server.address), in: folder) { app in
            try choose("consume all", app)
            try app.wait(for: "home: Consume all of it")
            try scan(milk, app)
            try app.wait(for: "Consume all of it: 4006381333931?")
            // Another code meanwhile is not done without a question of its own.
            app.source.show(["unknown"])
            try app.wait(for: "History 2")
            app.press(.escape)
            try app.wait(until: { !$0.contains("Consume all of it: 4006381333931?") }, "the question's end")
            try scan("9780201379624", app)
            try app.wait(for: "Consume all of it: 9780201379624?")
            app.press(.character("Y"))
            try app.wait(for: "consume-all: Milk")
        }
        #expect(posts(server).count == 1)
    }

    @Test func whatAnActionNeedsIsAskedFor() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = try grocy()
        try TestedApp.run(try settings(server.address), in: folder) { app in
            try choose("transfer", app)
            try app.wait(for: "Transfer to another location: from")
            app.type("2")
            app.press(.enter)
            try app.wait(for: "Transfer to another location: to")
            app.type("5")
            app.press(.enter)
            try app.wait(for: "home: Transfer to another location")
            app.press(.character("x"))
            try app.wait(for: "Quantity of the next scan")
            app.type("much")
            app.press(.enter)
            try app.wait(for: "A quantity is a number")
            app.press(.control("u"))
            app.type("0.5")
            app.press(.enter)
            try app.wait(for: "×0.5")
            try scan(milk, app)
            try app.wait(for: "transfer ×0.5: Milk")
        }
        #expect(posts(server) == [#"{"amount":0.5,"location_id_from":2,"location_id_to":5}"#])
    }

    @Test func whatMayHoldASecretIsNotSent() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = try grocy()
        try TestedApp.run(try settings(server.address), in: folder) { app in
            try choose("consume", app)
            try app.wait(for: "home: Consume")
            app.source.show(["WIFI:S:Guests;T:WPA;P:secret-words;;"])
            try app.wait(for: "History 1")
            app.source.show([milk], symbology: .ean13)
            try app.wait(for: "consume: Milk, now 2")
        }
        #expect(posts(server).count == 1)
    }

    /// Nothing was done, and each scan says so; once the file can be used, scans act.
    @Test func aFileThatCannotBeUsedRefusesEachScan() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = try grocy()
        let settings = try settings(server.address)
        let file = folder + "/inventory.sqlite"
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
        try TestedApp.run(settings, in: folder) { app in
            try choose("consume", app)
            try app.wait(for: "home: Consume")
            // The file was opened when the program began, and what was said then stands for some seconds. What is said next is
            // about the scan: without that its act might still be under way when the file can be used.
            try app.wait(until: { $0.contains("inventory.sqlite") }, "the reason at the start")
            try app.wait(until: { !$0.contains("inventory.sqlite") }, "the end of that notice")
            try scan(milk, app)
            try app.wait(until: { $0.contains("inventory.sqlite") }, "the reason")
            #expect(server.requests.isEmpty)
            try LoopThread.excuse { try FileManager.default.removeItem(atPath: file) }
            try scan("9780201379624", app)
            try app.wait(for: "consume: Milk, now 2")
        }
        #expect(posts(server).count == 1)
    }

    /// A server's words steer no terminal.
    @Test func aHostileNameIsShownAsText() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = try AnswerServer { request in
            request.method == "POST"
                ? .json(#"[{"id":1}]"#)
                : .json(#"{"product":{"name":"Evil\u001b]0;x\u0007\u202e\nName"},"stock_amount":2}"#)
        }
        try TestedApp.run(try settings(server.address), in: folder) { app in
            try choose("consume", app)
            try app.wait(for: "home: Consume")
            try scan(milk, app)
            try app.wait(for: "consume: Evil")
            #expect(!app.screen.contains { "\u{1B}\u{07}\u{202E}".contains($0) })
        }
    }

    @Test func withoutServersTheCommandSaysWhatToDo() throws {
        try TestedApp.run { app in
            app.stopClock()
            try app.choose(command: "grocy")
            try app.wait(for: "No inventory servers: add [inventory.NAME] to the settings")
        }
    }
}
