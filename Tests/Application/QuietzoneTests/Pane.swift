import CLinux
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
    /// The path of the terminal device.
    let device: String

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
        let told = try await Self.tmux(socket, ["display-message", "-p", "#{pid} #{pane_tty} #{socket_path}"])
            .trimmingCharacters(in: .whitespacesAndNewlines).split(separator: " ", maxSplits: 2)
        try #require(told.count == 3)
        let process = try #require(pid_t(told[0]).flatMap { $0 > 1 ? $0 : nil })
        server = (process, String(told[2]))
        device = String(told[1])
        _ = try? await tmux(["set-option", "-g", "escape-time", "0"])
    }

    /// Ends tmux, with SIGHUP for its programs, and waits until it has exited. Synchronous, for use in `defer`.
    func end() {
        // A tmux that has exited is not signalled, as its PID may have been reused.
        func isThere() -> Bool {
            (try? String(contentsOfFile: "/proc/\(server.process)/comm", encoding: .utf8))?.hasPrefix("tmux") == true
        }
        if isThere() { Glibc.kill(server.process, SIGTERM) }
        for _ in 0..<6000 where isThere() { usleep(10_000) }
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
            // A key that comes at once with Esc, or within 50 ms of its being read, is one with Alt.
            if key == "Escape" {
                try await waitUntilKeysAreRead()
                try await Task.sleep(for: .milliseconds(300))
            }
        }
        if let shown { try await wait(for: shown, sourceLocation: sourceLocation) }
    }

    /// Waits until whoever reads the terminal has taken all that was typed.
    private func waitUntilKeysAreRead() async throws {
        let terminal = open(device, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        // A terminal that is gone is read by nobody.
        guard terminal >= 0 else { return }
        defer { Glibc.close(terminal) }
        let end = ContinuousClock.now + .seconds(60)
        repeat {
            // Also before the first look: tmux hands keys on after it has answered.
            try await Task.sleep(for: .milliseconds(20))
        } while qz_poll([terminal], 1, 0) & 1 != 0 && ContinuousClock.now < end
    }

    /// Types a line into a prompt once it is on the screen with `prompt`, in place of what it proposes, and waits until it shows it.
    ///
    /// As with `answer`, what comes too early is ignored and typed again.
    ///
    /// - Parameter shown: what the prompt shows of it; by default the text.
    func enter(
        _ text: String, into prompt: String, shown: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await wait(for: prompt, sourceLocation: sourceLocation)
        for _ in 0..<8 {
            try await Task.sleep(for: .milliseconds(400))
            try await press("C-u")
            try await send(text)
            if try await shows(within: 15, { $0.contains(shown ?? text) }).isRight { return }
        }
        Issue.record("“\(text)” was typed into “\(prompt)” in vain", sourceLocation: sourceLocation)
        throw Timeout()
    }

    /// Answers the question that is on the screen with `question` by a key, and waits until `isAnswered` returns true: by default
    /// until the question has gone.
    ///
    /// The program ignores a key that comes right after a question (`QuestionGuard`): it is pressed again while nothing comes of it.
    func answer(
        _ question: String, _ key: String, sourceLocation: SourceLocation = #_sourceLocation,
        until isAnswered: ((String) -> Bool)? = nil
    ) async throws {
        let isAnswered = isAnswered ?? { !$0.contains(question) }
        var shown = try await wait(for: question, sourceLocation: sourceLocation)
        for _ in 0..<8 {
            // As long as a question must have been seen, and more.
            try await Task.sleep(for: .milliseconds(400))
            try await press(key)
            let (last, isRight) = try await shows(within: 15, isAnswered)
            if isRight { return }
            shown = last
        }
        Issue.record("answered “\(question)” by \(key) in vain; the screen:\n\(shown)", sourceLocation: sourceLocation)
        throw Timeout()
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
        for text: String, seconds: Double = 120, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> String {
        try await wait("for “\(text)”", seconds: seconds, sourceLocation: sourceLocation) { $0.contains(text) }
    }

    /// Waits until `isRight` returns true.
    @discardableResult
    func wait(
        _ what: String, seconds: Double = 120, sourceLocation: SourceLocation = #_sourceLocation,
        _ isRight: (String) -> Bool
    ) async throws -> String {
        let (shown, isThere) = try await shows(within: seconds, isRight)
        if isThere { return shown }
        Issue.record("waited \(what) in vain; the screen:\n\(shown)", sourceLocation: sourceLocation)
        throw Timeout()
    }

    /// The screen as soon as `isRight` returns true for it, or the last one when it does not in time.
    private func shows(
        within seconds: Double, _ isRight: (String) -> Bool
    ) async throws -> (shown: String, isRight: Bool) {
        let end = ContinuousClock.now + .seconds(seconds)
        while true {
            let shown = try await screen()
            if isRight(shown) { return (shown, true) }
            guard ContinuousClock.now < end else { return (shown, false) }
            try await Task.sleep(for: Self.pause)
        }
    }

    struct Timeout: Error {}

    /// Between two looks at the screen, each of which starts a process.
    private static let pause = Duration.milliseconds(100)

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
