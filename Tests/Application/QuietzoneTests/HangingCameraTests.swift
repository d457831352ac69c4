import Foundation
import Glibc
import Testing

/// A camera whose calls take seconds each.
@Suite(.serialized) struct HangingCameraTests {
    private let program: Program
    private let folder: String
    /// The camera hangs while it exists.
    private let file: String

    init() throws {
        program = try Program()
        folder = program.folder.path + "/cameras"
        let files = FileManager.default
        for name in ["dev", "sys"] {
            try files.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
        }
        _ = files.createFile(atPath: folder + "/dev/video0", contents: nil)
        file = program.folder.path + "/hanging"
    }

    /// The full-screen program with the camera, whose calls take `seconds` while it hangs.
    private func scanner(hangingFor seconds: Int) throws -> BareTerminal {
        let executable = URL(fileURLWithPath: Program.executable).deletingLastPathComponent()
        let terminal = try BareTerminal(
            program, [file, folder, String(seconds)],
            executable: executable.appendingPathComponent("scanner-with-hanging-camera").path)
        try #require(terminal.shows("fps"))
        return terminal
    }

    /// Presses `key` and returns how many milliseconds later `text` was written; nil when it is not.
    private func milliseconds(from key: String, to text: String, on terminal: BareTerminal) -> Double? {
        let before = terminal.output.count
        let start = ContinuousClock.now
        terminal.type(key)
        let isThere = terminal.read { ($0.last(text) ?? -1) >= before }
        return isThere ? start.duration(to: .now) / .milliseconds(1) : nil
    }

    /// Focus, zoom and the list of cameras: each is followed by help. The median of one of three rounds beside that of keys while
    /// the camera answers, for other programs may have the processor; what waited for the camera would take 3 s in each.
    @Test func keysAnswerWhileTheCameraHangsAsTheyDoElse() async throws {
        let terminal = try scanner(hangingFor: 3)
        let calm = try medianOfAnswers(on: terminal)
        _ = FileManager.default.createFile(atPath: file, contents: nil)
        terminal.read(seconds: 0.3)
        let allowed = max(1000, 3 * calm)
        var medians: [Double] = []
        while medians.count < 3, medians.min() ?? .infinity > allowed {
            medians.append(try medianOfAnswers(on: terminal))
        }
        #expect(medians.min() ?? .infinity <= allowed, "\(medians), \(calm) while the camera answers")
    }

    private func medianOfAnswers(on terminal: BareTerminal) throws -> Double {
        var times: [Double] = []
        for key in ["f", "+", ";", "v", "f", "+", ";"] {
            terminal.type(key)
            terminal.read(seconds: 0.05)
            times.append(try #require(milliseconds(from: "?", to: "Page down", on: terminal), "\(key)"))
            terminal.type(key == "v" ? "qq" : "q")
            terminal.read(seconds: 0.2)
        }
        return times.sorted()[times.count / 2]
    }

    @Test func aSignalEndsItWhileTheCameraHangs() async throws {
        // An hour: whatever waited for the camera would not end.
        let terminal = try scanner(hangingFor: 3600)
        _ = FileManager.default.createFile(atPath: file, contents: nil)
        terminal.read(seconds: 0.3)
        terminal.type("f")
        terminal.read(seconds: 0.3)
        kill(terminal.process.processIdentifier, SIGTERM)
        terminal.read()
        #expect(try await terminal.end() == 128 + SIGTERM)
    }
}
