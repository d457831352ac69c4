import Foundation
import Testing

/// The full-screen program in a real terminal.
@Suite(.serialized, .enabled(if: Pane.isPossible, "tmux is not installed: Scripts/setup --tests"))
struct ScreenEndToEndTests {
    private let program = try! Program()

    /// Starts the scanner from the shell; the modes of the terminal before it are kept in a file.
    private func start(_ pane: Pane, _ arguments: String) throws {
        try pane.line("stty -a > before; \(Program.executable) \(arguments); echo EXIT=$?; stty -a > after; echo DONE")
    }

    /// Waits for the shell's prompt after the scanner, and compares the terminal with what it was.
    private func expectRestored(_ pane: Pane, status: Int32) throws {
        let screen = try pane.wait("for the end") { $0.contains("\nDONE") }
        #expect(screen.contains("EXIT=\(status)"), "\(screen)")
        #expect(!screen.contains("Last scan"), "the alternate screen was left on")
        #expect(try program.text("before") == program.text("after"))
        // An invisible cursor would be left behind by a program that forgot it.
        #expect(try program.text("after").contains(" echo "))
    }

    @Test func theDemoIsScannedOpenedExportedAndQuit() throws {
        let pane = try Pane(program)
        try start(pane, "--source demo")
        try pane.wait(for: "hold a code in this box")
        let scanned = try pane.wait(for: " kept ")
        #expect(scanned.contains("DEMO") && scanned.contains("in view"))
        try pane.wait(for: "example.org")
        // The oldest scan is the web address that the demo begins with.
        try pane.press("G", "Enter")
        let opened = try pane.wait(for: "─ Actions ")
        #expect(opened.contains("QR Code") && opened.contains("demo"))
        try pane.press("Escape")
        try pane.wait(for: "Last scan")
        try pane.press("e")
        try pane.wait(for: "Export the history")
        try pane.press("C-u")
        try pane.line("out.csv")
        try pane.wait(for: "written to out.csv")
        let csv = try program.text("out.csv")
        #expect(csv.contains("qr-code") && csv.contains("example.org"))
        // A second time it asks, and a no leaves the file alone.
        try pane.press("e")
        try pane.wait(for: "Export the history")
        try pane.press("C-u")
        try pane.line("out.csv")
        try pane.wait(for: "Overwrite?")
        try pane.press("n")
        try pane.press("q")
        try expectRestored(pane, status: 0)
        let list = try program.run(["history", "list"])
        #expect(list.status == 0 && list.output.contains("example.org"))
    }

    @Test func aPictureIsScannedAndItsCodeKept() throws {
        let path = try program.picture("wifi.png", "WIFI:T:WPA;S:Cafe;P:s3cr3t-word;;")
        let pane = try Pane(program, columns: 80, rows: 30)
        try start(pane, "--source \(path)")
        try pane.press("b")
        try pane.wait(for: " kept ")
        try pane.press("Enter")
        let masked = try pane.wait(for: "••••••••")
        #expect(!masked.contains("s3cr3t"))
        try pane.press("v")
        try pane.wait(for: "s3cr3t-word")
        try pane.press("q")
        try pane.wait(for: "Last scan")
        try pane.press("q")
        try expectRestored(pane, status: 0)
    }

    @Test(arguments: [("TERM", 143), ("SEGV", 139), ("ABRT", 134)] as [(String, Int32)])
    func aSignalRestoresTheTerminal(_ signal: String, _ status: Int32) throws {
        let pane = try Pane(program)
        try start(pane, "--source demo")
        try pane.wait(for: " kept ")
        try kill(signal)
        try expectRestored(pane, status: status)
        let list = try program.run(["history", "list"])
        #expect(list.status == 0)
    }

    private func kill(_ signal: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["pkill", "-\(signal)", "-f", "^\(Program.executable) --source demo"]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test func aClosedTerminalEndsTheProgramAndKeepsTheHistory() throws {
        let pane = try Pane(program)
        try start(pane, "--source demo")
        try pane.wait(for: " kept ")
        try pane.close()
        let end = Date() + 10
        var isGone = false
        while !isGone, Date() < end {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["pgrep", "-f", "^\(Program.executable) --source demo"]
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            isGone = process.terminationStatus != 0
            usleep(50_000)
        }
        #expect(isGone)
        #expect(try program.run(["history", "list"]).output.contains("qr-code"))
    }

    @Test func stoppedAndContinuedItDrawsAnew() throws {
        let pane = try Pane(program)
        try pane.line("\(Program.executable) --source demo")
        try pane.wait(for: "hold a code in this box")
        try pane.press("C-z")
        let stopped = try pane.wait(for: "Stopped")
        #expect(!stopped.contains("Last scan"))
        try pane.line("echo shell is here")
        try pane.wait(for: "shell is here")
        try pane.line("fg")
        try pane.wait(for: "hold a code in this box")
        try pane.wait(for: " fps ")
        try pane.press("q")
        try pane.wait("for the shell") { !$0.contains("Last scan") }
    }

    @Test func aNewSizeIsTakenAtOnce() throws {
        let pane = try Pane(program)
        try start(pane, "--source demo")
        try pane.wait(for: "hold a code in this box")
        try pane.resize(columns: 30, rows: 10)
        try pane.wait(for: "Needs 40×12")
        try pane.resize(columns: 80, rows: 50)
        let screen = try pane.wait(for: "hold a code in this box")
        #expect(screen.contains("┌─ History"))
        try pane.press("q")
        try expectRestored(pane, status: 0)
    }

    @Test func helpAndReasonsAreThere() throws {
        let pane = try Pane(program)
        try start(pane, "--source demo")
        try pane.wait(for: "hold a code in this box")
        try pane.press("+")
        try pane.wait(for: "no camera: it has no focus, zoom or light")
        try pane.press("c")
        try pane.wait("for a word on cameras") { $0.contains("No camera found") || $0.contains("Camera: ") }
        try pane.press("?")
        try pane.wait(for: "Read only inside the interest box")
        try pane.press("Escape")
        try pane.wait(for: "Last scan")
        try pane.press("C-c")
        try expectRestored(pane, status: 0)
    }

    @Test func withoutColourItIsStillAScanner() throws {
        let pane = try Pane(program)
        try pane.line("export NO_COLOR=1")
        try start(pane, "--source demo")
        try pane.wait(for: " kept ")
        let screen = try pane.screen(escapes: true)
        #expect(screen.firstMatch(of: /\u{1B}\[[0-9;]*(3|4|9|10)[0-7]([;m])/) == nil)
        try pane.press("q")
        try expectRestored(pane, status: 0)
    }

    @Test(arguments: ["dumb", "no-such-terminal"])
    func aTerminalThatCannotShowItIsToldWhatToUse(_ term: String) throws {
        let pane = try Pane(program)
        try pane.line("TERM=\(term) \(Program.executable) --source demo; echo EXIT=$?")
        let screen = try pane.wait(for: "EXIT=2")
        #expect(screen.contains("quietzone watch"))
    }
}
