import Foundation
import Glibc
import Testing

/// Terminals that block, send garbage, or report a huge size.
@Suite(.serialized) struct StalledTerminalTests {
    private let program: Program

    init() throws { program = try Program() }

    private func scans() async throws -> Int {
        try await program.run(["history", "list"]).output.split(separator: "\n").count
    }

    /// HUP means that the terminal is gone: an error, not a termination by signal.
    @Test(arguments: [(SIGTERM, 128 + SIGTERM), (SIGINT, 128 + SIGINT), (SIGHUP, 2)] as [(Int32, Int32)])
    func whenNobodyReadsASignalEndsItAndNothingIsLost(signal: Int32, status: Int32) async throws {
        for number in 1...2 { _ = try program.picture("codes/\(number).png", "CODE-\(number)") }
        let terminal = try BareTerminal(program, ["scan", "--source", program.folder.path + "/codes"])
        let before = terminal.modes
        #expect(terminal.read(seconds: 60) { $0.has(" kept ") })
        // From here on nobody reads: the screen, drawn anew again and again, fills the kernel's buffer.
        let filling = Date() + 20
        while !terminal.isFull, Date() < filling {
            terminal.type("\u{C}")
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(terminal.isFull)
        #expect(terminal.process.isRunning)
        let kept = try await scans()
        terminal.type(".")
        let more = Date() + 60
        while try await scans() <= kept, Date() < more { try await Task.sleep(for: .milliseconds(500)) }
        #expect(try await scans() > kept, "scanning stood still with the screen")
        kill(terminal.process.processIdentifier, signal)
        let start = Date()
        #expect(try await terminal.end(within: 10) == status)
        #expect(Date().timeIntervalSince(start) < 3)
        #expect(terminal.modes == before)
        #expect(try await scans() > kept)
    }

    @Test func aTerminalThatReadsAgainGetsTheRest() async throws {
        let terminal = try BareTerminal(program, ["scan", "--source", "demo"])
        #expect(terminal.read(seconds: 60) { $0.has("demo, not kept") })
        let filling = Date() + 20
        while !terminal.isFull, Date() < filling { try await Task.sleep(for: .milliseconds(50)) }
        #expect(terminal.isFull)
        terminal.type("?")
        #expect(terminal.read(seconds: 20) { $0.has("Go to the last: the oldest scan") })
        terminal.type("\u{3}")
        terminal.read(seconds: 10)
        #expect(try await terminal.end(within: 1) == 0)
    }

    @Test func pasteMarksAreAskedForAndGivenBack() async throws {
        for signal in [nil, SIGSEGV, SIGTERM] as [Int32?] {
            let terminal = try BareTerminal(program, ["scan", "--source", "demo"])
            #expect(terminal.read(seconds: 60) { $0.has("demo, not kept") })
            #expect(terminal.has("\u{1B}[?2004h"))
            if signal == nil {
                let first = try #require(terminal.last("\u{1B}[?2004h"))
                terminal.type("\u{1A}")
                #expect(terminal.read(seconds: 20) { ($0.last("\u{1B}[?2004l") ?? 0) > first })
                terminal.read(seconds: 0.5)
                kill(terminal.process.processIdentifier, SIGCONT)
                #expect(terminal.read(seconds: 20) { ($0.last("\u{1B}[?2004h") ?? 0) > first })
                terminal.type("q")
            } else {
                kill(terminal.process.processIdentifier, signal ?? 0)
            }
            terminal.read(seconds: 10)
            let off = try #require(terminal.last("\u{1B}[?2004l"))
            #expect(off > (try #require(terminal.last("\u{1B}[?2004h"))), "\(signal ?? 0)")
            #expect(terminal.last("\u{1B}[?1049l") ?? 0 > off - 100)
        }
    }

    @Test func whatATerminalRepliesPressesNoKey() async throws {
        let terminal = try BareTerminal(program, ["scan", "--source", "demo"])
        #expect(terminal.read(seconds: 60) { $0.has("demo, not kept") })
        for reply in [
            "\u{1B}]11;rgb:qqqq/0000/qqqq\u{1B}\\", "\u{1B}P>|q q q\u{1B}\\", "\u{1B}[113u", "\u{1B}[?2026;2$y",
            "\u{1B}[I",
        ] {
            // Split in the middle, with a pause.
            let middle = reply.index(reply.startIndex, offsetBy: 3)
            terminal.type(String(reply[..<middle]))
            terminal.read(seconds: 0.2)
            terminal.type(String(reply[middle...]))
            terminal.read(seconds: 0.2)
        }
        #expect(terminal.process.isRunning)
        // A sequence that never ends.
        terminal.type("\u{1B}]11;")
        terminal.read(seconds: 1.5)
        terminal.type("q")
        terminal.read(seconds: 10)
        #expect(try await terminal.end(within: 1) == 0)
    }

    @Test func aTerminalThatSaysItIsHugeTakesLittleMemory() async throws {
        let terminal = try BareTerminal(program, ["scan", "--source", "demo"], columns: 65535, rows: 65535)
        #expect(terminal.read(seconds: 120) { $0.has("hold a code in this box") })
        terminal.read(seconds: 2)
        let status = try String(contentsOfFile: "/proc/\(terminal.process.processIdentifier)/status", encoding: .utf8)
        let peak = try #require(status.firstMatch(of: /VmHWM:\s+(\d+) kB/).flatMap { Int($0.output.1) })
        #expect(peak < 500_000, "\(peak) kB")
        terminal.type("q")
        terminal.read(seconds: 30)
        #expect(try await terminal.end(within: 1) == 0)
    }
}
