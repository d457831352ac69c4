import Files
import Foundation
import Testing

/// `quietzone doctor` as a command, in an environment of its own.
@Suite struct DoctorCommandTests {
    private func checks(_ result: Program.Result) throws -> [[String: Any]] {
        let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        return try #require((json as? [String: Any])?["checks"] as? [[String: Any]])
    }

    private func state(_ id: String, _ checks: [[String: Any]]) -> String? {
        checks.first { $0["id"] as? String == id }?["state"] as? String
    }

    @Test func itReportsAndChangesNothing() async throws {
        let program = try Program()
        let before = try FileManager.default.subpathsOfDirectory(atPath: program.folder.path)
        let result = try await program.run(["doctor"])
        // A machine may have a camera.
        #expect([0, 1].contains(result.status))
        #expect(result.status == (result.output.hasSuffix("Scanning works.\n") ? 0 : 1))
        #expect(result.errors == "")
        #expect(result.output.contains("  ok       Decoder: decoded a test code"))
        #expect(result.output.contains("not checked, because input or output is not a terminal"))
        #expect(try FileManager.default.subpathsOfDirectory(atPath: program.folder.path) == before)
    }

    @Test func aSourceOtherThanACameraIsEnough() async throws {
        let program = try Program()
        _ = try program.file("config/quietzone/config.toml", Array("[scanner]\nsource = \"demo\"\n".utf8))
        let result = try await program.run(["doctor", "--json"])
        #expect(result.status == 0)
        #expect(try state("settings", checks(result)) == "ok")
    }

    @Test func whatIsBrokenIsFoundAndStatusIs1() async throws {
        let program = try Program()
        _ = try program.file("config/quietzone/config.toml", Array("[scanner]\nsource = \"demo\"\nnonsense = 1\n".utf8))
        _ = try program.file("data/quietzone/history.sqlite", Array("no history".utf8))
        let result = try await program.run(["doctor", "--json"])
        #expect(result.status == 1)
        let checks = try checks(result)
        #expect(state("settings", checks) == "problem")
        #expect(state("history", checks) == "problem")
        #expect(try program.text("data/quietzone/history.sqlite") == "no history")
    }

    @Test func aDataFolderThatCannotBeMadeIsAProblem() async throws {
        let program = try Program()
        _ = try program.file("config/quietzone/config.toml", Array("[scanner]\nsource = \"demo\"\n".utf8))
        let file = try program.file("file", [])
        let result = try await program.run(["doctor", "--json"], extra: ["XDG_DATA_HOME": file + "/data"])
        #expect(result.status == 1)
        #expect(
            try checks(result).contains {
                $0["title"] as? String == "Data folder" && $0["state"] as? String == "problem"
            })
    }

    @Test func hostileVariablesDoNotReachTheTerminal() async throws {
        let program = try Program()
        let evil = "\u{1B}]0;x\u{07}\u{202E}"
        let result = try await program.run(
            ["doctor"],
            extra: ["TERM": evil, "LANG": evil, "LC_ALL": evil, "XDG_STATE_HOME": program.folder.path + "/\(evil)"])
        let hostile: Set<UInt32> = [0x1B, 0x07, 0x202E]
        #expect(!result.output.unicodeScalars.contains { hostile.contains($0.value) })
    }

    @Test func missingProgramsAreListedWithTheirPackages() async throws {
        let program = try Program()
        let result = try await program.run(["doctor", "--json"], extra: ["PATH": program.folder.path])
        let checks = try checks(result)
        #expect(state("ffmpeg", checks) == "missing")
        #expect(checks.first { $0["id"] as? String == "pdftoppm" }?["package"] as? String != nil)
    }

    @Test func programsThatHangDoNotHoldItUp() async throws {
        let program = try Program()
        let hanging = try program.file("bin/tmux", Array("#!/bin/sh\nexec sleep 300\n".utf8))
        chmod(hanging, 0o755)
        let fonts = try program.file("bin/fc-list", Array("#!/bin/sh\nexec sleep 300\n".utf8))
        chmod(fonts, 0o755)
        let begun = ContinuousClock.now
        let result = try await program.run(
            ["doctor"],
            extra: ["PATH": program.folder.path + "/bin:/usr/bin:/bin", "TMUX": "/x,1,0", "DISPLAY": ":99"])
        #expect(result.output.contains("Decoder"))
        // They would take 300 s. A busy machine takes its time, too.
        #expect(ContinuousClock.now - begun < .seconds(240))
    }

    @Test(.enabled(if: Pane.isPossible)) func aTerminalIsAskedAndLeftAsItWas() async throws {
        let program = try Program()
        let pane = try await Pane(program, columns: 100, rows: 60)
        defer { pane.end() }
        try await pane.line(
            "stty -g >before; \(Program.executable) doctor; stty -g >after; echo done-$((1+1))", until: "done-2")
        let screen = try await pane.screen()
        #expect(screen.contains("Size: 100×60"))
        #expect(screen.contains("take one column each"))
        #expect(screen.contains("inside tmux"))
        #expect(try program.text("before") == program.text("after"))
    }

    @Test(.enabled(if: Pane.isPossible)) func theWelcomeComesOnTheFirstStartOnly() async throws {
        let program = try Program()
        let mark = program.folder.path + "/state/quietzone/welcomed"
        unlink(mark)
        let pane = try await Pane(program)
        defer { pane.end() }
        // Ended by Ctrl-C it counts as shown.
        try await pane.line("\(Program.executable) --source demo; echo end-$((1+1))", until: "Welcome to Quietzone")
        try await pane.press("C-c", until: "end-2")
        #expect(Folder.contains(mark))
        try await pane.line("clear; \(Program.executable) --source demo; echo end-$((1+2))", until: "Last scan")
        #expect(try await !pane.screen().contains("Welcome"))
        try await pane.press("q", until: "end-3")
    }

    @Test func theTourNeedsTheFullScreenAndTheDemo() async throws {
        let program = try Program()
        #expect(try await program.run(["--tour", "--source", "screen"]).status == 2)
        #expect(try await program.run(["--tour", "--screen-reader"]).errors.contains("--tour needs the full screen"))
        #expect(try await program.run(["--tour"]).errors.contains("not a terminal"))
    }
}
