import Foundation
import Glibc
import Testing

/// Settings, and what is remembered, in a real terminal.
///
/// In the same suite as the others, because they find the scanner to signal by its command line.
extension ScreenEndToEndTests {
    @Test func aSettingIsChangedOnItsScreenAndCountsAtOnce() async throws {
        let path = try program.file(
            "config/quietzone/config.toml", Array("# mine\n[display]\nfigures = false # why\n".utf8))
        _ = try program.file("config/quietzone/themes/paper.toml", Array("base = \"light\"\n".utf8))
        let pane = try await scanner("--source demo")
        defer { pane.end() }
        try await pane.wait(for: "hold a code in this box")
        try await pane.press("O", until: "─ Settings ─")
        try await pane.press("Tab", "Tab", "Tab", "Tab", "Tab", "Down", "Down", "Down", "Down", "Space")
        try await pane.wait(for: "[display] figures is true")
        try await pane.press("Up", "Up", "Up", "Up", "Enter", until: "● auto")
        try await pane.send("paper")
        try await pane.press("Enter", until: "[display] theme is paper")
        #expect(
            try String(contentsOfFile: path, encoding: .utf8)
                == "# mine\n[display]\nfigures = true # why\ntheme = \"paper\"\n")
        try await pane.press("Escape", until: "dropped")
        try await quit(pane)
    }

    @Test func theViewIsRememberedUntilTheSettingsSayOtherwise() async throws {
        let pane = try await scanner("--source demo")
        defer { pane.end() }
        try await pane.wait(for: "Demo history")
        try await pane.press("i", "i", "h")
        try await pane.wait("for the history to go") { !$0.contains("Demo history") }
        try await quit(pane)
        try await pane.line("clear; \(Program.executable) --source demo")
        let screen = try await pane.wait(for: String(repeating: "▀", count: 8))
        #expect(!screen.contains("Demo history"))
        try await pane.press("q")
        try await pane.wait("for the shell") { !$0.contains("▀▀") }
        _ = try program.file(
            "config/quietzone/config.toml", Array("[display]\npreview = \"braille\"\nfigures = true\n".utf8))
        try await pane.line("clear; \(Program.executable) --source demo")
        try await pane.wait("for the figures") { $0.contains("dropped") && $0.contains("  braille") }
        try await pane.press("q")
    }

    @Test func theLogIsShown() async throws {
        _ = try program.file("state/quietzone/quietzone.log", Array("2026-03-01T11:07:09Z noted before\n".utf8))
        let pane = try await scanner("--source demo")
        defer { pane.end() }
        try await pane.wait(for: "hold a code in this box")
        try await pane.press(":")
        try await pane.send("log")
        try await pane.press("Enter", until: "noted before")
        try await pane.press("q", "q")
        try await expectRestored(pane, status: 0)
    }

    @Test func theNetworkJustScannedIsJoinedByTwoKeys() async throws {
        let tool = try program.file(
            "bin/nmcli",
            Array(
                #"""
                #!/bin/sh
                echo "$*" >> "$HOME/nmcli-arguments"
                case "$*" in
                *general) echo running ;;
                *passwd-file*) cat > "$HOME/nmcli-input" ;;
                esac
                """#.utf8))
        chmod(tool, 0o755)
        let folder = URL(fileURLWithPath: tool).deletingLastPathComponent().path
        let pane = try await Pane(program)
        defer { pane.end() }
        try await pane.line("PATH='\(folder)':$PATH HOME='\(folder)'; export PATH HOME")
        try await start(pane, "--source demo")
        try await pane.wait(for: "Wi-Fi Quietzone Guests")
        try await pane.press("z", "g", "g", "o")
        try await pane.answer("Join this network?", "y")
        try await pane.wait(for: "Joined Quietzone Guests")
        let arguments = try String(contentsOfFile: folder + "/nmcli-arguments", encoding: .utf8)
        #expect(!arguments.contains("horse"))
        let given = try String(contentsOfFile: folder + "/nmcli-input", encoding: .utf8)
        #expect(given == "802-11-wireless-security.psk:correct\\ horse\n")
        try await quit(pane)
    }

    @Test func aScanGoesToAProgramOfTheUsersAndRulesHold() async throws {
        let tool = try program.file("bin/take", Array("#!/bin/sh\ncat >> \"$HOME/taken\"\necho \"took $1\"\n".utf8))
        chmod(tool, 0o755)
        let folder = URL(fileURLWithPath: tool).deletingLastPathComponent().path
        _ = try program.file(
            "config/quietzone/config.toml",
            Array(
                """
                [command.take]
                run = ["\(tool)", "{text}"]
                title = "Take it"
                [[rule]]
                pattern = "https://example.org/quietzone"
                do = "ignore"
                [[rule]]
                kinds = ["contact"]
                do = "run take"
                """.utf8))
        let pane = try await Pane(program)
        defer { pane.end() }
        try await pane.line("HOME='\(folder)'; export HOME")
        try await start(pane, "--source demo")
        // Of one moment: what is ignored comes into view again.
        let shown = try await pane.wait(for: "4012345678901")
        #expect(!shown.contains("example.org/quietzone"), "it is ignored")
        try await pane.press("!")
        try await pane.answer("Run Take it?", "y")
        try await pane.wait(for: "Take it: took 4012345678901")
        // The contact follows, and goes there by its rule.
        try await pane.wait(for: "Take it: END:VCARD")
        let taken = try String(contentsOfFile: folder + "/taken", encoding: .utf8).split(separator: "\n")
        #expect(taken.count == 2)
        #expect(taken.first?.contains(#""symbology":"ean-13""#) == true)
        #expect(taken.last?.contains(#""kind":"contact""#) == true)
        try await quit(pane)
    }
}
