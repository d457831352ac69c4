import Foundation
import Glibc
import Subprocess
import Testing

/// A terminal in tmux with a shell; tests type keys and read the screen.
final class Pane: Sendable {
    private let socket = "quietzone-\(UUID().uuidString.prefix(8))"
    private let program: Program
    /// The tmux process, and the path of its socket.
    private let server: (process: pid_t, path: String)

    /// Whether tmux is installed; `make setup` with `--tests` installs it.
    static let isPossible = ["/usr/bin/tmux", "/usr/local/bin/tmux", "/bin/tmux"]
        .contains { FileManager.default.isExecutableFile(atPath: $0) }

    /// Opens a terminal of `columns` × `rows` with a plain shell.
    init(_ program: Program, columns: Int = 120, rows: Int = 40, term: String = "tmux-256color") async throws {
        self.program = program
        var command = ["-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)"]
        command += ["-c", program.folder.path, "env"] + program.environment.map { "\($0.key)=\($0.value)" }
        command += ["TERM=\(term)", "PS1=$ ", "bash", "--norc", "--noprofile", "-i"]
        try await Self.tmux(socket, command)
        let told = try await Self.tmux(socket, ["display-message", "-p", "#{pid} #{socket_path}"])
            .trimmingCharacters(in: .whitespacesAndNewlines).split(separator: " ", maxSplits: 1)
        let process = try #require(told.first.flatMap { pid_t($0) }.flatMap { $0 > 1 ? $0 : nil })
        server = (process, String(try #require(told.last)))
        _ = try? await tmux(["set-option", "-g", "escape-time", "0"])
    }

    /// Ends tmux, with SIGHUP for its programs, and waits until it has exited. Synchronous, for use in `defer`.
    func end() {
        // A tmux that has exited is not signalled, as its PID may have been reused.
        func isThere() -> Bool {
            (try? String(contentsOfFile: "/proc/\(server.process)/comm", encoding: .utf8))?.hasPrefix("tmux") == true
        }
        if isThere() { Glibc.kill(server.process, SIGTERM) }
        for _ in 0..<500 where isThere() { usleep(10_000) }
        unlink(server.path)
    }

    /// Ends the terminal as a closed window does: its programs get SIGHUP.
    func close() async throws { try await tmux(["kill-session"]) }

    /// Types a line and Enter, and waits for a text where one is given.
    func line(
        _ text: String, until shown: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await tmux(["send-keys", "-l", text])
        try await press("Enter", until: shown, sourceLocation: sourceLocation)
    }

    /// Presses keys by tmux's names: `Enter`, `Escape`, `C-z`, `q`; then waits for a text where one is given.
    func press(
        _ keys: String..., until shown: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for key in keys {
            try await tmux(["send-keys", key])
            // What comes at once with Esc is a key with Alt.
            if key == "Escape" { try await Task.sleep(for: .milliseconds(150)) }
        }
        if let shown { try await wait(for: shown, sourceLocation: sourceLocation) }
    }

    /// Presses a key that answers a question, after the question has been on the screen for a moment.
    func answer(
        _ key: String, until shown: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await Task.sleep(for: .milliseconds(400))
        try await press(key, until: shown, sourceLocation: sourceLocation)
    }

    /// Sends text at once, like a paste to a program without bracketed paste; then waits for a text where one is given.
    func send(
        _ text: String, until shown: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await tmux(["send-keys", "-l", text])
        if let shown { try await wait(for: shown, sourceLocation: sourceLocation) }
    }

    /// Pastes text, bracketed if the program has requested it.
    func paste(_ text: String) async throws {
        try await tmux(["set-buffer", text])
        try await tmux(["paste-buffer", "-p", "-r"])
    }

    /// The path of the terminal device.
    func device() async throws -> String {
        try await tmux(["display-message", "-p", "#{pane_tty}"]).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Clicks the left button at a cell, counted from 1, by sending the terminal's reports.
    func click(column: Int, row: Int) async throws {
        try await tmux(["send-keys", "-l", "\u{1B}[<0;\(column);\(row)M\u{1B}[<0;\(column);\(row)m"])
    }

    /// Whether the program has enabled mouse reports and SGR coordinates: `1 1` or `0 0`.
    func mouseModes() async throws -> String {
        try await tmux(["display-message", "-p", "#{mouse_button_flag} #{mouse_sgr_flag}"])
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Changes the terminal's size.
    func resize(columns: Int, rows: Int) async throws {
        try await tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
    }

    /// The screen as text; with `escapes` its colours too.
    func screen(escapes: Bool = false) async throws -> String {
        try await tmux(["capture-pane", "-p"] + (escapes ? ["-e"] : []))
    }

    /// Waits until the screen contains `text` and returns the screen; the test fails when it never does.
    @discardableResult
    func wait(
        for text: String, seconds: Double = 60, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> String {
        try await wait("for “\(text)”", seconds: seconds, sourceLocation: sourceLocation) { $0.contains(text) }
    }

    /// Waits until `isRight` returns true.
    @discardableResult
    func wait(
        _ what: String, seconds: Double = 60, sourceLocation: SourceLocation = #_sourceLocation,
        _ isRight: (String) -> Bool
    ) async throws -> String {
        let end = Date() + seconds
        var shown = ""
        repeat {
            shown = try await screen()
            if isRight(shown) { return shown }
            try await Task.sleep(for: .milliseconds(50))
        } while Date() < end
        Issue.record("waited \(what) in vain; the screen:\n\(shown)", sourceLocation: sourceLocation)
        throw Timeout()
    }

    struct Timeout: Error {}

    @discardableResult
    private func tmux(_ arguments: [String]) async throws -> String { try await Self.tmux(socket, arguments) }

    @discardableResult
    private static func tmux(_ socket: String, _ arguments: [String]) async throws -> String {
        let result = try await Subprocess.run(
            .name("tmux"), arguments: Arguments(["-u", "-L", socket] + arguments), output: .string(limit: 1 << 20),
            error: .discarded)
        return result.standardOutput
    }
}
