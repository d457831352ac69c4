import Foundation
import Glibc
import Testing

/// A camera whose calls take 3 s each.
@Suite(.serialized) struct HangingCameraTests {
    private let program: Program
    private let terminal: BareTerminal
    /// The camera hangs while it exists.
    private let file: String

    init() throws {
        program = try Program()
        let (files, folder) = (FileManager.default, program.folder.path + "/cameras")
        for name in ["dev", "sys"] {
            try files.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
        }
        files.createFile(atPath: folder + "/dev/video0", contents: nil)
        file = program.folder.path + "/hanging"
        let executable = URL(fileURLWithPath: Program.executable).deletingLastPathComponent()
        terminal = try BareTerminal(
            program, [file, folder], executable: executable.appendingPathComponent("scanner-with-hanging-camera").path)
    }

    /// Presses `key` and returns how many milliseconds later `text` was written; nil when it is not in 10 s.
    private func milliseconds(from key: String, to text: String) -> Double? {
        let before = terminal.output.count
        let start = ContinuousClock.now
        terminal.type(key)
        let isThere = terminal.read(seconds: 10) { ($0.last(text) ?? -1) >= before }
        return isThere ? start.duration(to: .now) / .milliseconds(1) : nil
    }

    /// Focus, zoom and the list of cameras: each is followed by help. The median of one of three rounds beside that of keys while
    /// the camera answers, for other programs may have the processor; what waited for the camera would take seconds in each.
    @Test func keysAnswerWhileTheCameraHangsAsTheyDoElse() async throws {
        try #require(terminal.read(seconds: 60) { $0.has("fps") })
        let calm = try medianOfAnswers()
        FileManager.default.createFile(atPath: file, contents: nil)
        terminal.read(seconds: 0.3)
        let allowed = max(50, 3 * calm)
        var medians: [Double] = []
        while medians.count < 3, medians.min() ?? .infinity > allowed { medians.append(try medianOfAnswers()) }
        #expect(medians.min() ?? .infinity <= allowed, "\(medians), \(calm) while the camera answers")
    }

    private func medianOfAnswers() throws -> Double {
        var times: [Double] = []
        for key in ["f", "+", "p", "v", "f", "+", "p"] {
            terminal.type(key)
            terminal.read(seconds: 0.05)
            times.append(try #require(milliseconds(from: "?", to: "Move down by a page"), "\(key)"))
            terminal.type(key == "v" ? "qq" : "q")
            terminal.read(seconds: 0.2)
        }
        return times.sorted()[times.count / 2]
    }

    @Test func aSignalEndsItWhileTheCameraHangs() async throws {
        try #require(terminal.read(seconds: 60) { $0.has("fps") })
        FileManager.default.createFile(atPath: file, contents: nil)
        terminal.read(seconds: 0.3)
        terminal.type("f")
        terminal.read(seconds: 0.3)
        let start = Date()
        kill(terminal.process.processIdentifier, SIGTERM)
        terminal.read(seconds: 10)
        #expect(try await terminal.end(within: 1) == 128 + SIGTERM)
        #expect(Date().timeIntervalSince(start) < 2.5)
    }
}
