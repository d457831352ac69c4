import Config
import Dispatch
import Screens
import Surface
import Testing

@testable import FullScreen

/// The program follows the desktop, and notifies it.
@Suite struct DesktopAppTests {
    @Test func aScanIsNotifiedByItsKindAlone() throws {
        try TestedApp.run { app in
            app.source.show(["WIFI:T:WPA;S:Home;P:swordfish;;"])
            try app.wait(for: "History 1")
            try app.wait(until: { _ in !app.terminal.notifications.isEmpty }, "the notification")
            #expect(app.terminal.notifications == ["New scan: Wi-Fi network, QR Code"])
            // Of many scans at once one is notified.
            app.source.show(["https://example.org/"])
            try app.wait(for: "History 2")
            #expect(app.terminal.notifications.count == 1)
        }
    }

    @Test func nothingIsNotifiedWhereThatIsOff() throws {
        var settings = Settings()
        settings.notifies = false
        settings.newScanSignal = .bell
        try TestedApp.run(settings) { app in
            app.source.show(["https://example.org/"])
            try app.wait(for: "History 1")
            try app.wait(until: { _ in app.terminal.rings == 1 }, "the bell")
            #expect(app.terminal.notifications.isEmpty)
        }
    }

    @Test func longWorkIsShownAndItsEndNotified() throws {
        try TestedApp.run { app in
            app.press(.escape)
            let gate = DispatchSemaphore(value: 0)
            let context = app.scanner.app
            context.model.issuing.underWay = IssueUnderWay("passes signed", done: 12, of: 30)
            context.jobs.run(isWork: true) {
                gate.wait()
            } then: { _ in
                context.display.show(Notice("30 passes signed"))
            }
            // Each key takes a second.
            app.press(.escape)
            #expect(app.terminal.progress == [nil, .percent(40)])
            context.model.issuing.underWay = nil
            for _ in 0..<5 { app.press(.escape) }
            #expect(app.terminal.progress == [nil, .percent(40), .indeterminate])
            #expect(app.terminal.notifications.isEmpty)
            gate.signal()
            try app.wait(until: { _ in app.terminal.progress.count == 4 }, "the end")
            #expect(app.terminal.progress.last == .some(nil))
            #expect(app.terminal.notifications == ["30 passes signed"])
        }
    }

    @Test func theThemeFollowsTheTerminal() throws {
        try TestedApp.run { app in
            app.press(.escape)
            #expect(!app.scanner.app.display.appearance.isOnWhite)
            for background in [TerminalBackground.light, .dark] {
                app.terminal.traits.background = background
                app.press(.escape)
                #expect(app.scanner.app.display.appearance.isOnWhite == (background == .light))
                #expect(app.scanner.app.model.picture.painter.terminal.background == background)
            }
        }
    }
}
