import Frames
import Surface

@testable import FullScreen

/// A terminal that remembers what it shows, and whose keys the test presses.
final class FakeTerminal: AppTerminal {
    private let bell: Doorbell
    private var pressed: [Input] = []
    /// What is on it, a line for each row.
    private(set) var shown = ""
    /// What its clipboard has.
    private(set) var clipboard = ""
    /// How often it has rung.
    private(set) var rings = 0
    var size: (columns: Int, rows: Int)

    /// What it was asked to show on the desktop.
    private(set) var notifications: [String] = []
    /// What its taskbar has shown.
    private(set) var progress: [TaskbarProgress?] = [nil]
    var traits = TerminalTraits()
    let cellAspect = 2.0
    let remark: String? = nil
    let version: String? = nil
    let outputDescriptor: Int32 = -1
    let isReady = true
    let pause: Int32 = 0
    let hasUnfinishedInput = false
    var inputDescriptor: Int32 { bell.descriptor }

    init(columns: Int, rows: Int) throws {
        bell = try Doorbell()
        size = (columns, rows)
    }

    /// Whether keys were pressed that the program has not read.
    var hasKeys: Bool { !pressed.isEmpty }

    func press(_ keys: [Key]) {
        pressed += keys.map { .key($0) }
        bell.ring()
    }

    func inputs() -> [Input] {
        bell.clear()
        defer { pressed = [] }
        return pressed
    }

    func present(_ canvas: Canvas) -> Bool {
        shown = canvas.text
        return true
    }

    func copy(base64 text: String) -> Bool {
        clipboard = text
        return true
    }

    func ring(times: Int) { rings += times }
    func show(_ progress: TaskbarProgress?) { if progress != self.progress.last { self.progress.append(progress) } }
    func notify(_ text: String, orRing rings: Bool) { notifications.append(text) }
    func send() {}
    func holdModes() {}
    func resize() {}
    func takeNewSize() -> Bool { false }
    func redrawAll() {}
    func reportMouse(_ isWanted: Bool) {}
    func suspend() {}
    func resume() {}
}
