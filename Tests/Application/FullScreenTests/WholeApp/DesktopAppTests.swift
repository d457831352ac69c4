import Config
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
