import Files
import Foundation
import Surface
import Testing

@testable import FullScreen

/// A session is started with one form, and its check-list is counted.
@Suite struct SessionAppTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path

    @Test func aCheckListIsCountedAndClosingAsks() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let list = folder + "/list.csv"
        try Data("code,quantity,name\nBOX-1,2,Screws\n".utf8).write(to: URL(filePath: list))
        try TestedApp.run(in: folder) { app in
            app.press(.character("W"))
            try app.wait(for: "New session")
            app.type("Aisle 4")
            app.press(.down)
            app.type("/no/such/file")
            app.press(.enter)
            // What was typed is still there.
            try app.wait(until: { $0.contains("/no/such/file:") && $0.contains("Aisle 4") }, "why not")
            app.press(.control("u"))
            app.type(list)
            app.press(.enter)
            try app.wait(for: "Aisle 4: 0, 2 missing")
            app.source.show(["BOX-1"])
            try app.wait(for: "Screws 1 of 2")
            app.source.show(["BOX-9"])
            try app.wait(for: "Not on the check-list")
            app.press(.character("W"))
            try app.wait(for: "Show the check-list")
            app.press(.enter)
            try app.wait(
                until: { $0.contains("BOX-1  Screws  1 / 2") && $0.contains("BOX-9  1 / 0") }, "the check-list")
            app.press(.character("e"))
            try app.wait(for: "Export the check-list")
            app.press(.control("u"))
            app.type(folder + "/report.csv")
            app.press(.enter)
            let report = "text,name,expected,counted,state\r\nBOX-1,Screws,2,1,missing\r\nBOX-9,,0,1,surplus\r\n"
            try app.wait(
                until: { _ in (try? String(contentsOfFile: folder + "/report.csv", encoding: .utf8)) == report },
                "the file")
            app.press(.escape, .character("W"))
            try app.wait(for: "Close “Aisle 4”")
            app.press(.down, .down, .enter)
            try app.wait(for: "Its scans stay")
            app.press(.character("y"))
            try app.wait(until: { !$0.contains("Aisle 4") }, "no session")
        }
    }

    /// A code that was in view before is no scan of the session, and that is said; shown again it is one.
    @Test func whatWasInViewBeforeASessionIsReportedAndCountsWhenItIsShownAgain() throws {
        try TestedApp.run { app in
            app.source.show(["BOX-1"])
            try app.wait(for: "1 in view")
            app.press(.character("W"))
            try app.wait(for: "New session")
            app.type("Aisle 4")
            app.press(.enter)
            try app.wait(for: "Not counted: “BOX-1”")
            try app.wait(for: "Aisle 4: 0")
            app.source.show([])
            try app.wait(for: "0 in view")
            app.source.show(["BOX-1"])
            try app.wait(for: "Aisle 4: 1")
        }
    }

    @Test(arguments: [("a", "late, new", "Tagged: late, new"), ("w", "broken", "Note saved")])
    func changesOfScansAreConfirmed(key: Character, typed: String, said: String) throws {
        try TestedApp.run { app in
            app.source.show(["BOX-1"])
            try app.wait(for: "History 1")
            app.press(.character(key))
            try app.wait(until: { $0.contains("Tags of") || $0.contains("Note for") }, "the question")
            app.type(typed)
            app.press(.enter)
            try app.wait(for: said)
        }
    }

    /// The session's number in the status line is that of the history.
    @Test func theNumberOfASessionFollowsDeletions() throws {
        try TestedApp.run { app in
            app.press(.character("W"))
            try app.wait(for: "New session")
            app.type("Aisle 4")
            app.press(.enter)
            try app.wait(for: "Aisle 4: 0")
            app.source.show(["BOX-1"])
            try app.wait(for: "Aisle 4: 1")
            app.press(.character("d"))
            try app.wait(for: "Delete")
            app.press(.character("y"))
            try app.wait(for: "Aisle 4: 0")
            app.press(.character("u"))
            try app.wait(for: "Aisle 4: 1")
        }
    }

    @Test func aWideHistoryShowsTheSelectedScan() throws {
        try TestedApp.run { app in
            app.source.show(["WIFI:T:WPA;S:Home;P:swordfish;;"])
            try app.wait(for: "Home")
            app.source.show(["https://xn--pypal-4ve.com/login"])
            try app.wait(for: "History 2")
            app.terminal.size = (140, 32)
            app.press(.character("L"))
            try app.wait(until: { $0.contains("Scan 2 ") && $0.contains("Host") }, "the link")
            app.press(.down)
            try app.wait(until: { $0.contains("Scan 1 ") && $0.contains("Password") }, "the network")
            #expect(!app.screen.contains("swordfish"))
        }
    }
}
