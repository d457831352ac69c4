import Foundation
import Frames
import MessageBus

/// The desktop's portal for screenshots (org.freedesktop.portal.Screenshot), which GNOME, KDE and others have on Wayland.
///
/// The desktop asks the user whether this program may have the picture.
enum ScreenshotPortal {
    private static let service = "org.freedesktop.portal.Desktop"
    private static let path = "/org/freedesktop/portal/desktop"
    private static let timeout = Duration.seconds(10)
    /// How long the user may take to answer.
    private static let patience = Duration.seconds(120)

    /// The path of a file with a picture of the screen; the file is the caller's.
    ///
    /// - Throws: `SourceError` where there is no portal, or the user refuses.
    static func picture(on address: BusAddress = .session, until stop: Doorbell) throws(SourceError) -> String {
        do throws(BusError) {
            let bus = try MessageBus(address, timeout: timeout)
            let token = "quietzone\(UInt32.random(in: 0 ... .max))"
            let sender = bus.name.dropFirst().replacingOccurrences(of: ".", with: "_")
            let request = "\(path)/request/\(sender)/\(token)"
            // Before the call: the answer may come at once.
            try bus.subscribe(
                "type='signal',interface='org.freedesktop.portal.Request',member='Response',path='\(request)'",
                timeout: timeout)
            try bus.call(
                service, path, "org.freedesktop.portal.Screenshot", "Screenshot",
                [.string(""), .options(["handle_token": .string(token), "interactive": .bool(false)])],
                timeout: timeout, startsService: true)
            let end = ContinuousClock.now + patience
            while ContinuousClock.now < end, !stop.isRung {
                guard let signal = try bus.next(until: min(end, .now + .milliseconds(250))) else { continue }
                guard signal.path == request, signal.isSignal("org.freedesktop.portal.Request", "Response"),
                    signal.arguments.count == 2
                else { continue }
                return try file(signal.arguments)
            }
            throw BusError(.timedOut)
        } catch {
            throw SourceError(problem(error))
        }
    }

    /// The file in an answer: 0 and its address, 1 when the user refused.
    private static func file(_ answer: [BusValue]) throws(BusError) -> String {
        guard answer[0].integer == 0 else {
            throw BusError(.refused(name: "", text: "the screenshot was not allowed"))
        }
        guard let address = answer[1]["uri"]?.content.string, let url = URL(string: address), url.isFileURL else {
            throw BusError(.invalid)
        }
        return url.path
    }

    private static func problem(_ error: BusError) -> String {
        switch error.reason {
        case .noLibrary: "the desktop's portal needs libsystemd: sudo apt install libsystemd0"
        case .timedOut: "the desktop's portal did not answer"
        case .refused(_, let text) where !error.isServiceMissing: "the desktop's portal: \(text.onOneLine)"
        default:
            "there is no portal for screenshots: install grim on Sway and other wlroots desktops, or xdg-desktop-portal with the desktop's part"
        }
    }
}
