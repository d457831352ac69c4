import Files
import Foundation
import Glibc
import History
import Subprocess
import Testing

/// The full-screen program in a real terminal.
@Suite(.serialized, .enabled(if: Pane.isPossible, "tmux is not installed: Scripts/setup --tests"))
struct ScreenEndToEndTests {
    let program: Program

    init() throws { program = try Program() }

    /// Starts the scanner from the shell, which saves the terminal's modes to a file first.
    func start(_ pane: Pane, _ arguments: String) async throws {
        try await pane.line(
            "stty -a > before; \(Program.executable) \(arguments); echo EXIT=$?; stty -a > after; echo D\"\"ONE")
    }

    /// The same in a terminal of its own.
    func scanner(_ arguments: String, columns: Int = 120, rows: Int = 40) async throws -> Pane {
        let pane = try await Pane(program, columns: columns, rows: rows)
        do {
            try await start(pane, arguments)
            return pane
        } catch {
            pane.end()
            throw error
        }
    }

    /// The output of `stty -a`, without the size in its first line, which a test may change.
    func modes(_ file: String) throws -> Substring { try program.text(file).drop { $0 != "\n" } }

    /// Waits for the shell's prompt after the scanner, and compares the terminal's modes with those before.
    func expectRestored(_ pane: Pane, status: Int32) async throws {
        let screen = try await pane.wait("for the end") { $0.contains("\nDONE") }
        #expect(screen.contains("EXIT=\(status)"), "\(screen)")
        #expect(!screen.contains("Last scan"), "the alternate screen was left on")
        #expect(try modes("before") == modes("after"))
        #expect(try await pane.mouseModes() == "0 0")
        // The cursor must be visible again.
        #expect(try program.text("after").contains(" echo "))
    }

    /// Ends the scanner by its key.
    func quit(_ pane: Pane) async throws {
        try await pane.press("q")
        try await expectRestored(pane, status: 0)
    }

    @Test func theDemoIsScannedOpenedExportedAndQuit() async throws {
        let pane = try await scanner("--source demo")
        defer { pane.end() }
        try await pane.wait(for: "hold a code in this box")
        let scanned = try await pane.wait(for: "demo, not saved")
        #expect(scanned.contains("DEMO"))
        #expect(scanned.contains("─ Demo history "))
        #expect(scanned.contains("in view"))
        try await pane.wait(for: "example.org")
        // The oldest scan is the web address with which the demo begins.
        try await pane.press("G", "Enter")
        let opened = try await pane.wait(for: "─ Actions ")
        #expect(opened.contains("QR Code"))
        #expect(opened.contains("demo"))
        try await pane.press("Escape")
        try await pane.wait(for: "Last scan")
        try await pane.press("e")
        try await pane.enter("out.csv", into: "Export the history")
        try await pane.answer("Export the history", "Enter")
        // The whole path is told.
        try await pane.wait(for: "written to")
        try await pane.wait(for: "\(program.folder.path)/out.csv")
        let csv = try program.text("out.csv")
        #expect(csv.contains("qr-code"))
        #expect(csv.contains("example.org"))
        // The second time it asks before replacing; "no" keeps the file.
        try await pane.press("e")
        try await pane.enter("out.csv", into: "Export the history")
        try await pane.answer("Export the history", "Enter") { $0.contains("Overwrite?") }
        try await pane.answer("Overwrite?", "n")
        try await pane.wait(for: "> out.csv")
        // A name without an ending is refused; what was typed stays.
        try await pane.enter("out", into: "Export the history", shown: "> out ")
        try await pane.answer("Export the history", "Enter") { $0.contains("! The file name needs one") }
        try await pane.wait(for: "> out ")
        try await pane.answer("Export the history", "Escape")
        try await pane.press("q")
        try await expectRestored(pane, status: 0)
        // What it scanned was made up, and ends with it.
        let list = try await program.run(["history", "list"])
        #expect(list.status == 1)
        #expect(list.output.isEmpty)
    }

    @Test func aHeldHistoryLetsTheScreenBeginAndScansWait() async throws {
        let path = program.folder.path + "/data/quietzone/history.sqlite"
        #expect(Folder.make(Folder.parent(of: path) ?? "/") == 0)
        try HistoryStore.open(at: path).close()
        let blocker = try Blocker(path, keepsReadersOut: true)
        let picture = try program.picture("held.png", "https://example.org/held")
        let pane = try await scanner("--source \(picture)")
        defer { pane.end() }
        // It is reported at the start, and again with the first scan, a moment later.
        try await pane.wait(for: "the history is locked by another program")
        try await pane.wait(for: "NOT SAVED YET")
        try blocker.release()
        try await pane.wait(for: "Saved after a delay")
        try await quit(pane)
        #expect(try await program.run(["history", "list"]).output.contains("example.org"))
    }

    @Test func aPictureIsScannedAndItsCodeKept() async throws {
        let path = try program.picture("wifi.png", "WIFI:T:WPA;S:Cafe;P:s3cr3t-word;;")
        let pane = try await scanner("--source \(path)", columns: 80, rows: 30)
        defer { pane.end() }
        try await pane.wait(for: " saved ")
        try await pane.press("Enter")
        let masked = try await pane.wait(for: "••••••••")
        #expect(!masked.contains("s3cr3t"))
        try await pane.press("C-t", until: "s3cr3t-word")
        try await pane.press("q", until: "Last scan")
        try await quit(pane)
    }

    @Test(arguments: ["jpeg", "png"]) func aPictureIsSavedWithTimeAndSource(_ format: String) async throws {
        _ = try program.file("config/quietzone/config.toml", Array("[pictures]\nformat = \"\(format)\"\n".utf8))
        let pane = try await scanner("--source demo")
        defer { pane.end() }
        try await pane.wait(for: "demo, not saved")
        // While the picture is frozen, the symbols that were read are in it.
        try await pane.press("z", until: "FROZEN")
        try await pane.press("P", until: "Picture saved:")
        try await pane.press("z", "P")
        try await pane.wait("for the second picture") { _ in program.pictures.count == 2 }
        try await quit(pane)
        let ending = format == "jpeg" ? ".jpg" : ".png"
        #expect(program.pictures.allSatisfy { $0.hasSuffix(ending) })
        #expect(program.pictures.allSatisfy { $0.contains("/quietzone-2") })
        let path = try #require(program.pictures.first)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("quietzone 0"))
        #expect(text.contains("DEMO"))
        #expect(text.firstMatch(of: /20\d\d:\d\d:\d\d \d\d:\d\d:\d\d/) != nil)
        let read = try await program.run(["read", path])
        #expect(read.status == 0, "\(read.output) \(read.errors)")
        #expect(read.output.contains("example.org"), "\(read.output) \(read.errors)")
    }

    @Test func aPictureThatCannotBeSavedIsSaidInALine() async throws {
        _ = try program.file("pictures/Quietzone", [])
        let pane = try await scanner("--source demo")
        defer { pane.end() }
        try await pane.wait(for: "hold a code in this box")
        try await pane.wait(for: " fps ")
        try await pane.press("P", until: "Picture not saved:")
        try await quit(pane)
    }

    @Test func withoutALightAWhiteScreenIsOfferedAndGoesWithTheProgramsStop() async throws {
        let pane = try await Pane(program)
        defer { pane.end() }
        try await pane.line("unset NO_COLOR; \(Program.executable) --source demo")
        let shown = try await pane.wait(for: "hold a code in this box")
        #expect(!shown.contains("t torch"))
        try await pane.press("t")
        try await pane.answer("has no light", "n")
        try await pane.press("t")
        try await pane.answer("has no light", "y")
        let lit = try await pane.wait(for: "White screen: ")
        #expect(!lit.contains("History"))
        #expect(!lit.contains("Last scan"))
        let colours = try await pane.screen(escapes: true)
        #expect(colours.contains("48;5;231"), "the background is not the brightest white")
        try await pane.press("t")
        try await pane.wait(for: "Last scan")
        try await pane.press("t")
        try await pane.answer("has no light", "y")
        try await pane.wait("for the white screen") { !$0.contains("Last scan") }
        try await pane.press("C-z", until: "Stopped")
        try await pane.line("fg", until: "Last scan")
        try await pane.press("q")
        try await pane.wait("for the shell") { !$0.contains("Last scan") }
    }

    @Test func aScanIsDeletedForGoodWithItsPictureAfterAYes() async throws {
        _ = try program.file(
            "config/quietzone/config.toml", Array("[pictures]\nkeep-scans = true\n[history]\nbin-days = 0\n".utf8))
        let picture = try program.picture("one.png", "https://example.org/one")
        let pane = try await scanner("--source \(picture)")
        defer { pane.end() }
        try await pane.wait(for: " saved ")
        try await pane.wait("for its picture") { _ in !program.pictures.isEmpty }
        try await pane.press("d", until: "It and its picture cannot be brought back")
        let first = try #require(program.pictures.first)
        try await pane.answer("It and its picture cannot be brought back", "n")
        try await pane.press("Enter")
        try await pane.wait(for: "─ Actions ")
        #expect(program.pictures.contains(first))
        try await pane.press("d")
        try await pane.answer("It and its picture cannot be brought back", "Y")
        try await pane.wait(for: "Deleted for good")
        #expect(!program.pictures.contains(first))
        try await pane.wait(for: "─ In view ─")
        try await quit(pane)
    }

    /// The names of the files that scans were exported to.
    private func exports() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: program.folder.path).filter { $0.hasSuffix(".csv") }
    }

    @Test func whatIsTypedBeforeAQuestionIsSeenAnswersNothing() async throws {
        let picture = try program.picture("one.png", "https://example.org/one")
        let pane = try await scanner("--source \(picture)")
        defer { pane.end() }
        try await pane.wait(for: " saved ")
        // As one unbracketed paste, and as single keys.
        for keys in ["dY", "dYYYY", "dy\r"] {
            try await pane.send(keys)
            // Keys are taken in their order: once this one is, those before it have been.
            try await pane.answer("Delete this scan?", "Escape")
            #expect(try await program.run(["history", "list"]).output.contains("qr-code"), "\(keys)")
        }
        let before = try await program.run(["history", "list"]).output
        try await pane.send("e\r")
        try await pane.answer("Export the history", "Escape")
        #expect(try exports().isEmpty)
        // A bracketed paste does not trigger a command, but a prompt accepts it.
        try await pane.paste("dYq\re")
        // This key shows the help only where nothing is asked and the program has not ended.
        try await pane.press("?", until: "Go to the last")
        try await pane.press("Escape")
        try await pane.wait("for the scanner") { $0.contains("Last scan") && !$0.contains("Go to the last") }
        try await pane.press("e", until: "Export the history")
        try await pane.press("C-u")
        try await pane.paste("pasted\r\n.csv")
        try await pane.wait(for: "pasted.csv")
        try await pane.answer("Export the history", "Enter")
        let path = program.folder.path + "/pasted.csv"
        try await pane.wait("for pasted.csv") { _ in FileManager.default.fileExists(atPath: path) }
        #expect(try exports() == ["pasted.csv"])
        #expect(try await program.run(["history", "list"]).output == before)
        try await quit(pane)
    }

    @Test func helpAndReasonsAreThere() async throws {
        let pane = try await scanner("--source demo")
        defer { pane.end() }
        try await pane.wait(for: "hold a code in this box")
        try await pane.press("f", until: "is not a camera: it has no focus, zoom or light")
        try await pane.press("c")
        try await pane.wait("for a word on cameras") { $0.contains("No camera found") || $0.contains("Camera: ") }
        try await pane.press("?", until: "Go to the last line")
        try await pane.press("Escape", until: "Last scan")
        try await pane.press("C-c")
        try await expectRestored(pane, status: 0)
    }
}
