import Delivery
import Files
import Foundation
import Scanning
import Synchronization

/// Types each scan into whatever has the keyboard, as a hardware scanner does: by a keyboard of the kernel's (uinput), else by xdotool
/// where there is an X display. Only what is scanned now is typed; what waits when the program ends is not typed later.
package final class ScanTyping: Sendable {
    /// Gives it the scans of a session.
    package let consumer: QueuedConsumer
    private let complain: @Sendable (String) -> Void

    /// - Parameters:
    ///   - settings: `[typing]`.
    ///   - complain: takes a line about a scan that cannot be typed. Called on another thread.
    /// - Throws: `UserError` that says what is missing, or which of the settings has a character that the layout has no key for.
    package init(_ settings: TypingSettings, complain: @escaping @Sendable (String) -> Void) throws {
        guard let layout = KeyboardLayout.named(settings.layout) else {
            throw UserError(
                "there is no layout \(settings.layout): use \(KeyboardLayout.all.map(\.name).joined(separator: ", "))")
        }
        for (setting, text) in [("prefix", settings.prefix), ("suffix", settings.suffix)] {
            guard let character = text.first(where: { layout.strokes(for: $0) == nil }) else { continue }
            throw UserError("[typing] \(setting): the layout \(layout.name) has no key for “\(character)”")
        }
        self.complain = complain
        let typist = Mutex(try Typist(layout, settings))
        consumer = QueuedConsumer(label: "typing") { scan in
            guard let text = scan.symbol.content.text else { return complain("not typed: the content is binary") }
            if let obstacle = VirtualKeyboard.obstacle(to: text, layout) { return complain("not typed: \(obstacle)") }
            typist.withLock { typist in
                do { try typist.type(settings.prefix + text + settings.suffix) } catch {
                    complain("not typed: \(error)")
                }
            }
        }
    }

    /// Waits until what was scanned is typed, and complains of what was not by then: the program's end cuts it off.
    package func finish(atMost patience: Duration) {
        let left = consumer.finish(atMost: patience)
        guard left > 0 else { return }
        complain(
            "\(left) \(left == 1 ? "scan" : "scans") not fully typed: typing takes longer than the program waits")
    }
}

/// What presses the keys.
private enum Typist {
    case keyboard(VirtualKeyboard)
    case xdotool(milliseconds: Int)

    init(_ layout: KeyboardLayout, _ settings: TypingSettings) throws {
        do {
            self = .keyboard(try VirtualKeyboard(layout, pause: .milliseconds(settings.pauseMilliseconds)))
        } catch {
            let hasDisplay = !(ProcessInfo.processInfo.environment["DISPLAY"] ?? "").isEmpty
            guard hasDisplay, Programs.contain("xdotool") else {
                throw UserError("typing needs uinput: \(error.description)")
            }
            self = .xdotool(milliseconds: settings.pauseMilliseconds)
        }
    }

    func type(_ text: String) throws {
        switch self {
        case .keyboard(let keyboard): try keyboard.type(text)
        case .xdotool(let milliseconds):
            // What ends a line is a key, not a character, to X.
            let parts = text.split(separator: "\n", omittingEmptySubsequences: false)
            for (index, part) in parts.enumerated() {
                if index > 0 { try run(["key", "Return"]) }
                if !part.isEmpty { try run(["type", "--delay", String(milliseconds), "--", String(part)]) }
            }
        }
    }

    private func run(_ arguments: [String]) throws {
        let ending = try ToolRun(["xdotool"] + arguments, limit: .seconds(30)).run()
        guard ending.isSuccess else { throw UserError("xdotool failed: \(ending.lastLine)") }
    }
}
