import Foundation
import Screens
import Surface
import Testing

@testable import FullScreen

/// The first start, and the tour.
@Suite struct WelcomeAppTests {
    @Test func theFirstStartIsWelcomedAndAnyKeyBegins() throws {
        try TestedApp.run(isDemo: true, prepare: { $0.isFirstStart = true }) { app in
            try app.wait(for: "Welcome to Quietzone")
            #expect(app.screen.contains("Press ? for all keys, : to find a command by its name."))
            // A key that would do something on the scanner begins, and does nothing else.
            app.press(.character("q"))
            try app.wait(until: { !$0.contains("Welcome") }, "the end of the welcome")
            #expect(app.scanner.exitReason == nil)
            app.press(.character("q"))
            #expect(app.scanner.exitReason == .quit)
        }
    }

    @Test func laterStartsAreNot() throws {
        try TestedApp.run(isDemo: true) { app in
            try app.wait(for: "Fake Camera")
            #expect(!app.screen.contains("Welcome"))
        }
    }

    @Test func theKeysThatItNamesWorkAtOnce() throws {
        try TestedApp.run(prepare: { $0.isFirstStart = true }) { app in
            try app.wait(for: "Each scan is saved in")
            app.press(.character("?"))
            try app.wait(for: "─ Keys ")
            app.press(.escape)
            try app.wait(until: { !$0.contains("─ Keys ") }, "the scanner")
            #expect(!app.screen.contains("Welcome"))
        }
        try TestedApp.run(prepare: { $0.isFirstStart = true }) { app in
            try app.wait(for: "Welcome")
            app.press(.control("c"))
            #expect(app.scanner.exitReason == .quit)
        }
    }

    @Test func scansAreKeptBelowItAndOneEndsIt() throws {
        try TestedApp.run(prepare: { $0.isFirstStart = true }) { app in
            try app.wait(for: "Welcome")
            app.source.show(["first"])
            try app.wait(until: { _ in try app.kept == ["first"] }, "the scan")
            try app.wait(until: { !$0.contains("Welcome") }, "the end of the welcome")
        }
    }

    @Test func aPrivateRunSaysThatNothingIsSaved() throws {
        try TestedApp.run(isPrivate: true, prepare: { $0.isFirstStart = true }) { app in
            try app.wait(for: "Nothing is saved in this run.")
        }
    }

    @Test(arguments: [(40, 12), (80, 24)]) func allOfItFits(columns: Int, rows: Int) throws {
        try TestedApp.run(isDemo: true, prepare: { $0.isFirstStart = true }) { app in
            app.terminal.size = (columns, rows)
            try app.wait(for: "any key: begin")
            #expect(app.screen.contains("by its name."))
        }
    }

    @Test func theFirstStartIsTakenOnce() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "first-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(FirstStart.take(at: folder + "/state/welcomed"))
        #expect(!FirstStart.take(at: folder + "/state/welcomed"))
        // Where nothing can be written it would come each time.
        #expect(!FirstStart.take(at: "/proc/quietzone/welcomed"))
    }

    // MARK: - The tour

    @Test func aKeyLeadsThroughTheTour() throws {
        try TestedApp.run(isDemo: true, prepare: { $0.showsTour = true }) { app in
            app.stopClock()
            app.source.show(["https://example.org/quietzone"])
            try app.wait(for: "Tour 1 of 8: the camera")
            try app.wait(until: { $0.contains("─ In view ─") || $0.contains("─ Last scan ─") }, "a scan")
            try app.wait(for: "example.org/quietzone")
            for (number, shown) in [
                (2, "Tour 2 of 8: a scan"), (3, "Demo history 1"), (4, "Web address"), (5, "/example"),
                (6, "─ Make a code"), (7, "─ Keys "), (8, "That was the tour."),
            ] {
                app.press(.enter)
                try app.wait(for: "Tour \(number) of 8")
                try app.wait(for: shown)
            }
            try app.wait(until: { !$0.contains("─ Keys ") }, "the scanner")
            app.press(.enter)
            try app.wait(until: { !$0.contains("Tour") && $0.contains("Demo history 1") }, "the end, without a search")
            app.press(.character("q"))
            #expect(app.scanner.exitReason == .quit)
        }
    }

    @Test func timeLeadsThroughTheTourInAMinute() throws {
        try TestedApp.run(isDemo: true, prepare: { $0.showsTour = true }) { app in
            app.stopClock()
            app.source.show(["https://example.org/quietzone"])
            try app.wait(for: "example.org/quietzone")
            for number in 2...TourStep.all.count {
                app.pass(TourFeature.stepTime)
                try app.wait(for: "Tour \(number) of \(TourStep.all.count)")
            }
            app.pass(TourFeature.stepTime)
            try app.wait(until: { !$0.contains("Tour") }, "the end")
        }
        #expect((50...70).contains(TourFeature.stepTime * TourStep.all.count / .seconds(1)))
    }

    @Test(arguments: 0..<7) func escEndsTheTourAnywhere(steps: Int) throws {
        try TestedApp.run(isDemo: true, prepare: { $0.showsTour = true }) { app in
            app.stopClock()
            app.source.show(["https://example.org/quietzone"])
            try app.wait(for: "example.org/quietzone")
            for _ in 0..<steps { app.press(.enter) }
            try app.wait(for: "Tour \(steps + 1) of 8")
            app.press(.escape)
            try app.wait(until: { !$0.contains("Tour") && $0.contains("Demo history 1") }, "the scanner")
            #expect(app.scanner.exitReason == nil)
        }
    }

    @Test func eachStepFitsTheSmallestWindow() throws {
        try TestedApp.run(isDemo: true, prepare: { $0.showsTour = true }) { app in
            app.terminal.size = (40, 12)
            app.stopClock()
            app.source.show(["https://example.org/quietzone"])
            try app.wait(for: "Tour 1")
            for number in 1...TourStep.all.count {
                try app.wait(for: "Tour \(number) of 8")
                #expect(app.screen.contains("Esc: end the tour ─┘"))
                app.press(.enter)
            }
        }
    }
}
