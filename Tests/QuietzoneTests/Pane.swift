import Foundation
import Testing

/// A terminal that a person could sit at: tmux runs a shell in it, keys are typed, the screen is read.
final class Pane {
    private let socket = "quietzone-\(UUID().uuidString.prefix(8))"
    private let program: Program

    /// Whether tmux is here; `make setup` with `--tests` installs it.
    static let isPossible = ["/usr/bin/tmux", "/usr/local/bin/tmux", "/bin/tmux"]
        .contains { FileManager.default.isExecutableFile(atPath: $0) }

    /// Opens a terminal of `columns` × `rows` with a plain shell.
    init(_ program: Program, columns: Int = 120, rows: Int = 40, term: String = "tmux-256color") throws {
        self.program = program
        var command = ["-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)"]
        command += ["-c", program.folder.path, "env"] + program.environment.map { "\($0.key)=\($0.value)" }
        command += ["TERM=\(term)", "PS1=$ ", "bash", "--norc", "--noprofile", "-i"]
        try tmux(command)
        _ = try? tmux(["set-option", "-g", "escape-time", "0"])
    }

    deinit { _ = try? tmux(["kill-server"]) }

    /// Ends the terminal as a closed window does: its programs get SIGHUP.
    func close() throws { try tmux(["kill-session"]) }

    /// Types a line and Enter.
    func line(_ text: String) throws {
        try tmux(["send-keys", "-l", text])
        try tmux(["send-keys", "Enter"])
    }

    /// Presses keys by tmux's names: `Enter`, `Escape`, `C-z`, `q`.
    func press(_ keys: String...) throws { for key in keys { try tmux(["send-keys", key]) } }

    /// Changes the terminal's size.
    func resize(columns: Int, rows: Int) throws {
        try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
    }

    /// The screen as text; with `escapes` its colours too.
    func screen(escapes: Bool = false) throws -> String {
        try tmux(["capture-pane", "-p"] + (escapes ? ["-e"] : []))
    }

    /// Waits until the screen holds `text`, and returns it; the test fails when it never does.
    @discardableResult
    func wait(
        for text: String, seconds: Double = 60, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> String {
        try wait("for “\(text)”", seconds: seconds, sourceLocation: sourceLocation) { $0.contains(text) }
    }

    /// Waits until `isRight` is.
    @discardableResult
    func wait(
        _ what: String, seconds: Double = 60, sourceLocation: SourceLocation = #_sourceLocation,
        _ isRight: (String) -> Bool
    ) throws -> String {
        let end = Date() + seconds
        var shown = ""
        repeat {
            shown = try screen()
            if isRight(shown) { return shown }
            usleep(50_000)
        } while Date() < end
        Issue.record("waited \(what) in vain; the screen:\n\(shown)", sourceLocation: sourceLocation)
        throw Timeout()
    }

    struct Timeout: Error {}

    @discardableResult
    private func tmux(_ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["tmux", "-u", "-L", socket] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}
