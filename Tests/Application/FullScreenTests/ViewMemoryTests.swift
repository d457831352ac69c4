@testable import FullScreen
import Foundation
import Screens
import Testing

@Suite struct ViewMemoryTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path

    private func memory() -> ViewMemory {
        var memory = ViewMemory()
        memory.preview = .init(chosen: "braille", setting: "ascii")
        memory.colour = .init(chosen: true, setting: false)
        memory.figures = .init(chosen: true, setting: false)
        memory.panes = ScannerPanes(history: false, lastScan: true, sideShare: 0.4, belowShare: nil)
        return memory
    }

    @Test func whatIsChosenComesBack() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/state/view.json"
        let file = ViewMemoryFile(at: path)
        #expect(file.problem == nil)
        #expect(file.current == ViewMemory())
        file.change { $0 = memory() }
        file.finish()
        #expect(ViewMemoryFile(at: path).current == memory())
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/state") == ["view.json"])
    }

    @Test func aChoiceCountsUntilTheSettingIsAnother() {
        let choice = ViewMemory.choice("braille", over: "ascii")
        #expect(ViewMemory.value(choice, setting: "ascii") == "braille")
        #expect(ViewMemory.value(choice, setting: "quadrants") == "quadrants")
        #expect(ViewMemory.choice("ascii", over: "ascii") == nil)
        #expect(ViewMemory.value(nil, setting: true))
    }

    @Test(arguments: [
        "", "[]", "null", "{\"preview\": 5}", "{\"panes\": []}", "{\"panes\": {\"sideShare\": 1e400}}",
        "{\"panes\": {\"sideShare\": -3, \"history\": \"x\"}}", "{\"figures\": {\"chosen\": 1, \"setting\": 2}}",
        "{\"preview\": {\"chosen\": \"\(String(repeating: "x", count: 500))\", \"setting\": \"a\"}}", "\u{0}\u{1}",
        String(repeating: "[", count: 50_000),
    ])
    func foreignContentIsNothing(text: String) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = folder + "/view.json"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        let file = ViewMemoryFile(at: path)
        #expect(file.current == ViewMemory())
        file.change { $0.panes.history = false }
        file.finish()
        #expect(ViewMemoryFile(at: path).current.panes.history == false)
    }

    @Test func whatIsNoFileIsLeftAlone() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder + "/view.json", withIntermediateDirectories: true)
        let file = ViewMemoryFile(at: folder + "/view.json")
        #expect(file.problem != nil)
        file.change { $0.panes.history = false }
        file.finish()
        #expect(!file.current.panes.history)
    }

    /// A long file is not read whole, and a FIFO is not waited for.
    @Test func whatNeverEndsIsNotRead() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        #expect(mkfifo(folder + "/fifo", 0o600) == 0)
        #expect(ViewMemoryFile(at: folder + "/fifo").problem != nil)
        #expect(ViewMemoryFile(at: "/dev/zero").problem != nil)
    }
}
