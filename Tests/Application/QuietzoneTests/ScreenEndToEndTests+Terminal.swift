import Foundation
import History
import Subprocess
import Testing

/// The terminal: signals, sizes, the mouse, and missing capabilities.
extension ScreenEndToEndTests {
    @Test(arguments: [("TERM", 143), ("SEGV", 139), ("ABRT", 134), ("USR1", 138), ("ALRM", 142)] as [(String, Int32)])
    func aSignalRestoresTheTerminal(_ signal: String, _ status: Int32) async throws {
        let picture = try program.picture("one.png", "https://example.org/one")
        let pane = try await scanner("--source \(picture)")
        defer { pane.end() }
        try await pane.wait(for: " saved ")
        try await kill(signal, scanning: picture)
        try await expectRestored(pane, status: status)
        let list = try await program.run(["history", "list"])
        #expect(list.output.contains("example.org/one"))
    }

    /// Sends a signal to the scanner of a picture, which is in this test's own folder.
    private func kill(_ signal: String, scanning picture: String) async throws {
        #expect(try await succeeds("pkill", "-\(signal)", "-f", "^\(Program.executable) --source \(picture)"))
    }

    private func succeeds(_ command: String, _ arguments: String...) async throws -> Bool {
        try await Subprocess.run(.name(command), arguments: Arguments(arguments), output: .discarded)
            .terminationStatus.isSuccess
    }

    @Test func aClosedTerminalEndsTheProgramAndKeepsTheHistory() async throws {
        let picture = try program.picture("one.png", "https://example.org/one")
        let pane = try await scanner("--source \(picture)")
        defer { pane.end() }
        try await pane.wait(for: " saved ")
        try await pane.close()
        let end = Date() + 60
        var isGone = false
        while !isGone, Date() < end {
            isGone = try await !succeeds("pgrep", "-f", "^\(Program.executable) --source \(picture)")
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(isGone)
        #expect(try await program.run(["history", "list"]).output.contains("qr-code"))
    }

    @Test func stoppedAndContinuedItDrawsAnew() async throws {
        let pane = try await Pane(program)
        defer { pane.end() }
        try await pane.line("\(Program.executable) --source demo", until: " fps ")
        try await pane.press("C-z")
        let stopped = try await pane.wait(for: "Stopped")
        #expect(!stopped.contains("Last scan"))
        try await pane.line("echo shell is here", until: "shell is here")
        try await pane.line("fg", until: " fps ")
        try await pane.press("q")
        try await pane.wait("for the shell") { !$0.contains("Last scan") }
    }

    /// Their terminfo entries announce different mouse reports.
    @Test(arguments: ["tmux-256color", "xterm-256color"])
    func theMouseIsUsedAndGivenBack(term: String) async throws {
        let pane = try await Pane(program, term: term)
        defer { pane.end() }
        try await start(pane, "--source demo")
        let screen = try await pane.wait(for: "demo, not saved")
        #expect(try await pane.mouseModes() == "1 1")
        // In the picture: the demo has no lens to focus.
        try await pane.click(column: 30, row: 15)
        try await pane.wait(for: "is not a camera: it has no focus")
        // The first row of the history, which is selected already, is shown.
        let title = try #require(screen.split(separator: "\n").first?.firstRange(of: "Demo history"))
        let column = screen.split(separator: "\n")[0].distance(from: screen.startIndex, to: title.lowerBound)
        try await pane.click(column: column + 4, row: 2)
        try await pane.wait(for: "─ Actions ")
        try await pane.press("C-z", until: "Stopped")
        #expect(try await pane.mouseModes() == "0 0")
        try await pane.line("fg", until: "─ Actions ")
        #expect(try await pane.mouseModes() == "1 1")
        // The line of keys: help and back come first.
        let drawn = try await pane.wait(for: "Esc back")
        let keys = try #require(drawn.split(separator: "\n").last { $0.contains("Esc back") })
        let back = try #require(keys.firstRange(of: "back"))
        try await pane.click(column: keys.distance(from: keys.startIndex, to: back.lowerBound) + 1, row: 40)
        try await pane.wait(for: "Last scan")
        try await pane.press("q")
        try await pane.wait("for the shell") { !$0.contains("Last scan") }
        #expect(try await pane.mouseModes() == "0 0")
    }

    @Test func theMouseIsLeftToTheTerminalWhereThatIsSet() async throws {
        _ = try program.file("config/quietzone/config.toml", Array("[display]\nmouse = false\n".utf8))
        let pane = try await scanner("--source demo")
        defer { pane.end() }
        try await pane.wait(for: "hold a code in this box")
        #expect(try await pane.mouseModes() == "0 0")
        try await quit(pane)
    }

    @Test func aNewSizeIsTakenAtOnce() async throws {
        let pane = try await scanner("--source demo")
        defer { pane.end() }
        try await pane.wait(for: "in view")
        try await pane.resize(columns: 30, rows: 10)
        try await pane.wait(for: "Needs 40×12")
        try await pane.resize(columns: 80, rows: 50)
        // What tmux has taken so far may be half of a screen.
        try await pane.wait("for all of the screen") {
            $0.contains("in view") && $0.contains("─ Demo history")
        }
        try await quit(pane)
    }

    @Test func aStoppedOutputComesBackComplete() async throws {
        let pane = try await scanner("--source demo")
        defer { pane.end() }
        try await pane.wait(for: "demo, not saved")
        // A key like any other, which suspends nothing.
        try await pane.press("C-s")
        let terminal = Glibc.open(pane.device, O_RDWR | O_NOCTTY)
        try #require(terminal >= 0)
        defer { close(terminal) }
        tcflow(terminal, TCOOFF)
        // Pictures come meanwhile that nobody takes. Nothing can be waited for where nothing is shown.
        try await Task.sleep(for: .seconds(3))
        try await pane.press("?")
        try await Task.sleep(for: .seconds(1))
        #expect(!(try await pane.screen()).contains("Go to the last"))
        tcflow(terminal, TCOON)
        // What tmux has taken so far may be half of a screen: all of it is there once it stays.
        var last = ""
        let back = try await pane.wait("for all of the help") { screen in
            defer { last = screen }
            return screen.contains("Go to the last") && screen == last
        }
        try await pane.press("C-l")
        try await pane.wait("for the same screen, drawn anew") { $0 == back }
        try await pane.press("Escape", until: " fps ")
        try await quit(pane)
    }

    @Test func withoutColourItIsStillAScanner() async throws {
        let pane = try await Pane(program)
        defer { pane.end() }
        try await pane.line("export NO_COLOR=1")
        try await start(pane, "--source demo")
        try await pane.wait(for: "demo, not saved")
        let screen = try await pane.screen(escapes: true)
        #expect(screen.firstMatch(of: /\u{1B}\[[0-9;]*(3|4|9|10)[0-7]([;m])/) == nil)
        try await quit(pane)
    }

    @Test func aTypeThatTerminfoDoesNotKnowIsTakenForXtermAndSaid() async throws {
        let pane = try await Pane(program)
        defer { pane.end() }
        try await pane.line("TERM=no-such-terminal \(Program.executable) --source demo")
        try await pane.wait(for: "Terminal type no-such-terminal is unknown here")
        try await pane.wait("for all of the screen") {
            $0.contains("in view") && $0.contains("reading")
        }
        try await pane.press("q")
        let shell = try await pane.wait("for the shell") { !$0.contains("Last scan") }
        #expect(!shell.contains("hold a code in this box"))
    }

    /// Colours 256, 8 and none, with and without UTF-8: the picture, a screen above it, the list of commands, and the shell again.
    @Test(arguments: [
        ("xterm-256color", "C.UTF-8"), ("tmux-256color", "C"), ("linux", "C.UTF-8"), ("screen", "C.UTF-8"),
        ("vt100", "C"), ("xterm-color", "C.UTF-8"),
    ])
    func everyKindOfTerminalShowsAllOfIt(term: String, locale: String) async throws {
        let pane = try await Pane(program, columns: 80, rows: 24, term: term)
        defer { pane.end() }
        try await pane.line("clear; LC_ALL=\(locale) \(Program.executable) --source demo; echo EXIT=$?")
        let scanner = try await pane.wait(for: "in view")
        #expect(scanner.contains("Demo history"))
        // Nothing that a locale or a font lacks: no sign of replacement, and no question marks beside the key's.
        #expect(!scanner.contains("\u{FFFD}"))
        #expect(!scanner.contains("??"))
        if term == "linux" { #expect(!scanner.unicodeScalars.contains { 0x2800...0x28FF ~= $0.value }) }
        let styled = try await pane.screen(escapes: true)
        let shades = styled.firstMatch(of: /\u{1B}\[[0-9;:]*[34]8[;:][25]/) != nil
        #expect(shades == ["xterm-256color", "tmux-256color"].contains(term))
        let colours = styled.firstMatch(of: /\u{1B}\[[0-9;]*[34][0-7]m/) != nil || shades
        #expect(colours == (term != "vt100"))
        try await pane.press("?", until: "Show details of the selected scan")
        try await pane.press("Escape", until: "in view")
        try await pane.send(":")
        try await pane.send("style", until: "Change the picture style")
        try await pane.press("Escape", "q")
        let shell = try await pane.wait(for: "EXIT=0")
        // Some have no second screen to come back from.
        #expect(!shell.contains("Demo history") || ["vt100", "linux", "xterm-color"].contains(term))
    }

    @Test func anUnusableTerminalGetsAnAlternative() async throws {
        let pane = try await Pane(program)
        defer { pane.end() }
        try await pane.line("TERM=dumb \(Program.executable) --source demo; echo EXIT=$?")
        let screen = try await pane.wait(for: "EXIT=2")
        #expect(screen.contains("quietzone watch"))
    }
}
