import Config
import Foundation
import GRDB
import History
import Screens
import Services
import Surface
import Testing

@testable import FullScreen

/// The program as its user meets it, without a terminal and without a camera.
@Suite struct WholeAppTests {
    @Test func aScanIsShownAndKept() throws {
        let end = try TestedApp.run { app in
            try app.wait(for: "Fake Camera")
            app.source.show(["https://example.org/first"])
            try app.wait(for: "example.org/first")
            try app.wait(until: { _ in try app.kept == ["https://example.org/first"] }, "the scan on disk")
            app.press(.character("q"))
            #expect(app.scanner.exitReason == .quit)
        }
        #expect(end.unkept.isEmpty)
        #expect(end.remarks.isEmpty)
    }

    @Test func keysLeadThroughTheScreens() throws {
        try TestedApp.run { app in
            app.source.show(["WIFI:T:WPA;S:Cafe;P:open sesame;;"])
            try app.wait(for: "Cafe")
            app.source.show([])
            app.press(.enter)
            try app.wait(for: "Network")
            #expect(!app.screen.contains("open sesame"))
            app.press(.control("t"))
            try app.wait(for: "open sesame")
            app.press(.escape)
            app.press(.character("L"))
            try app.wait(for: "Enter open")
            app.press(.character("?"))
            try app.wait(for: "Keys")
            app.press(.escape)
            app.press(.escape)
            try app.wait(for: "Last scan")
        }
    }

    @Test func keysActOnTheCodeThatIsShownThoughAnotherWasScannedLast() throws {
        var settings = Settings()
        settings.reappearanceSeconds = 3600
        try TestedApp.run(settings) { app in
            for text in ["first", "second"] {
                app.source.show([text])
                try app.wait(until: { _ in try app.kept.last == text }, "the scan of \(text)")
            }
            // Back before the hour is over it is no other scan.
            app.source.show(["first"])
            try app.wait(until: { $0.contains("─ In view ─") && $0.contains("scanned at") }, "the first one alone")
            app.press(.character("y"))
            let copied = Data("first".utf8).base64EncodedString()
            try app.wait(until: { _ in app.terminal.clipboard == copied }, "the first one's text")
            app.press(.enter)
            try app.wait(for: "Scan 1  first")
            #expect(try app.kept == ["first", "second"])
        }
    }

    @Test func whatIsOnTheScreenAndNotKeptIsCopied() throws {
        try TestedApp.run { app in
            try app.wait(for: "Fake Camera")
            app.keeping.history.close()
            app.source.show(["not kept yet"])
            try app.wait(for: "NOT SAVED YET")
            app.press(.character("y"))
            let copied = Data("not kept yet".utf8).base64EncodedString()
            try app.wait(until: { _ in app.terminal.clipboard == copied }, "its text")
            app.press(.enter)
            try app.wait(for: "This scan is not saved yet; press y to copy it")
        }
    }

    @Test func keysThatAreTypedAheadAreForTheScreenThatTheyFollow() throws {
        try TestedApp.run { app in
            app.source.show(["https://example.org/typed-ahead"])
            try app.wait(until: { _ in try app.kept.count == 1 }, "the scan")
            try app.wait(for: "History 1")
            app.source.show([])
            app.stopClock()
            // Enter opens the scan, Esc leaves it, and L opens the list.
            app.press(.enter, .escape, .character("L"), .enter, .character("w"))
            try app.wait(for: "Note for")
            app.type("late")
            app.press(.enter)
            try app.wait(for: "late")
        }
    }

    @Test func whatIsDeletedComesBack() throws {
        try TestedApp.run { app in
            app.source.show(["first", "second"])
            try app.wait(until: { _ in try app.kept.count == 2 }, "two scans")
            app.source.show([])
            try app.wait(for: "History 2")
            app.press(.character("d"))
            try app.wait(for: "Delete this scan?")
            app.press(.character("y"))
            try app.wait(for: "History 1")
            #expect(try app.kept.count == 1)
            app.press(.character("u"))
            try app.wait(for: "History 2")
            #expect(try app.kept.count == 2)
        }
    }

    @Test func otherSettingsHoldAtOnce() throws {
        try TestedApp.run { app in
            try app.wait(for: "Fake Camera")
            #expect(!app.screen.contains("dropped"))
            app.press(.character("I"))
            try app.wait(for: "dropped")
            var settings = app.scanner.app.settings
            settings.showsFigures = true
            #expect(app.scanner.app.apply(settings) == nil)
            settings.showsFigures = false
            #expect(app.scanner.app.apply(settings) == nil)
            app.press(.control("l"))
            try app.wait(until: { !$0.contains("dropped") }, "a status line without figures")
        }
    }

    /// Another program writes to the history for as long as the test likes.
    @Test func everyKeyAnswersWhileAnotherProgramHoldsTheHistory() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "quietzone-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try TestedApp.run(in: folder) { app in
            app.source.show(["before"])
            try app.wait(until: { _ in try app.kept == ["before"] }, "a scan")
            try app.wait(for: "History 1")
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let other = try DatabaseQueue(path: folder + "/history.sqlite", configuration: configuration)
            try other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
            app.source.show(["while it is held"])
            // Changes wait, and the keys go on.
            app.press(.character("d"))
            try app.wait(for: "Delete this scan?")
            app.press(.character("y"))
            app.press(.character("x"))
            try app.wait(for: "How many of")
            app.press(.escape)
            app.press(.character("%"))
            try app.wait(for: "Statistics")
            app.press(.escape)
            app.press(.control("n"))
            try app.wait(for: "Make a code")
            app.press(.escape)
            app.press(.character("V"))
            try app.wait(for: "Log")
            app.press(.escape)
            app.press(.character("b"))
            #expect(try app.kept == ["before"], "nothing was written meanwhile")
            try other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
            try app.wait(until: { _ in try app.kept == ["while it is held"] }, "both changes")
        }
    }

    @Test func aHistoryThatIsDamagedWhileItIsOpenCostsNoKey() throws {
        try TestedApp.run { app in
            app.source.show(["kept"])
            try app.wait(until: { _ in try app.kept == ["kept"] }, "a scan")
            app.keeping.history.close()
            // Each screen comes from another thread, and would come over what is opened meanwhile.
            app.press(.enter)
            try app.wait(for: "Symbology")
            app.press(.escape)
            app.press(.character("%"))
            try app.wait(for: "Statistics")
            app.press(.character("?"))
            try app.wait(for: "Keys")
        }
    }

    @Test func whatCannotBeKeptIsLeftBehind() throws {
        let end = try TestedApp.run { app in
            try app.wait(for: "Fake Camera")
            app.keeping.history.close()
            app.source.show(["lost otherwise"])
            try app.wait(for: "Not saved")
        }
        #expect(end.unkept.map(\.scan.symbol.content.text) == ["lost otherwise"])
    }

    @Test func aCommandOfAnotherScreenOpensThatFirst() throws {
        try TestedApp.run { app in
            app.source.show(["kept"])
            try app.wait(until: { _ in try app.kept == ["kept"] }, "a scan")
            app.press(.character(":"))
            app.type("sort")
            app.press(.enter)
            try app.wait(
                until: { $0.contains("─ Order ─") && app.scanner.app.display.stack.shows(.history) },
                "the question there")
            app.press(.escape, .escape, .character(":"))
            app.type("save as a file")
            app.press(.enter)
            try app.wait(
                until: { $0.contains("scan.txt") && app.scanner.app.display.stack.shows(.scan) }, "the name of the file"
            )
        }
    }

    @Test func aFeatureIsAddedByNamingIt() throws {
        let end = try TestedApp.run(features: Features.all + [ToyFeature.self]) { app in
            try app.wait(for: "Fake Camera")
            app.press(.control("v"), .down, .enter)
            try app.wait(for: "Bought kite")
            #expect(app.screen.contains("> kite"))
            #expect(app.screen.contains("Enter buy"))
            app.press(.escape)
            try app.wait(for: "1 bought")
            app.press(.character("?"))
            app.press(.end)
            try app.wait(for: "Show toys")
        }
        #expect(end.remarks == ["toys are on their way"])
    }
}
