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
        #expect(terminal.shows(" saved "))
        // From here on nobody reads: the screen, drawn anew again and again, fills the kernel's buffer.
        let filling = ContinuousClock.now + .seconds(120)
        while !terminal.isFull, ContinuousClock.now < filling {
            terminal.type("\u{C}")
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(terminal.isFull)
        #expect(terminal.process.isRunning)
        let kept = try await scans()
        terminal.type(".")
        let more = ContinuousClock.now + .seconds(120)
        while try await scans() <= kept, ContinuousClock.now < more { try await Task.sleep(for: .milliseconds(500)) }
        #expect(try await scans() > kept, "scanning stood still with the screen")
        kill(terminal.process.processIdentifier, signal)
        #expect(try await terminal.end() == status)
        #expect(terminal.modes == before)
        #expect(try await scans() > kept)
    }

    @Test func aTerminalThatReadsAgainGetsTheRest() async throws {
        let terminal = try BareTerminal(program, ["scan", "--source", "demo"])
        #expect(terminal.shows("demo, not saved"))
        let filling = ContinuousClock.now + .seconds(120)
        while !terminal.isFull, ContinuousClock.now < filling { try await Task.sleep(for: .milliseconds(50)) }
        #expect(terminal.isFull)
        terminal.type("?")
        #expect(terminal.shows("Go to the last line"))
        terminal.type("\u{3}")
        terminal.read()
        #expect(try await terminal.end() == 0)
    }

    @Test func pasteMarksAreAskedForAndGivenBack() async throws {
        for signal in [nil, SIGSEGV, SIGTERM] as [Int32?] {
            let terminal = try BareTerminal(program, ["scan", "--source", "demo"])
            #expect(terminal.shows("demo, not saved"))
            #expect(terminal.has("\u{1B}[?2004h"))
            if signal == nil {
                let first = try #require(terminal.last("\u{1B}[?2004h"))
                terminal.type("\u{1A}")
                #expect(terminal.read { ($0.last("\u{1B}[?2004l") ?? 0) > first })
                // What lets it go on must not come before it stands still.
                #expect(terminal.read(until: \.isStopped))
                kill(terminal.process.processIdentifier, SIGCONT)
                #expect(terminal.read { ($0.last("\u{1B}[?2004h") ?? 0) > first })
                terminal.type("q")
            } else {
                kill(terminal.process.processIdentifier, signal ?? 0)
            }
            terminal.read()
            let off = try #require(terminal.last("\u{1B}[?2004l"))
            #expect(off > (try #require(terminal.last("\u{1B}[?2004h"))), "\(signal ?? 0)")
            #expect(terminal.last("\u{1B}[?1049l") ?? 0 > off - 100)
        }
    }

    @Test func whatATerminalRepliesPressesNoKey() async throws {
        let terminal = try BareTerminal(program, ["scan", "--source", "demo"])
        #expect(terminal.shows("demo, not saved"))
        for reply in [
            "\u{1B}]11;rgb:qqqq/0000/qqqq\u{1B}\\", "\u{1B}P>|q q q\u{1B}\\", "\u{1B}[?113u", "\u{1B}[?2026;2$y",
            "\u{1B}[I",
        ] {
            // Split in the middle: the second half comes when the first has been read.
            let middle = reply.index(reply.startIndex, offsetBy: 3)
            for half in [reply[..<middle], reply[middle...]] {
                terminal.type(String(half))
                #expect(terminal.read(until: \.hasTakenInput))
            }
        }
        #expect(terminal.process.isRunning)
        // A sequence that never ends is given up after a while, and keys are keys again.
        terminal.type("\u{1B}]11;")
        for _ in 0..<30 where terminal.process.isRunning {
            terminal.read(seconds: 1.5)
            terminal.type("q")
            terminal.read(seconds: 2.5)
        }
        #expect(try await terminal.end() == 0)
    }

    @Test func aTerminalThatSaysItIsHugeTakesLittleMemory() async throws {
        let terminal = try BareTerminal(program, ["scan", "--source", "demo"], columns: 65535, rows: 65535)
        #expect(terminal.shows("demo, not saved"))
        terminal.read(seconds: 2)
        let status = try String(contentsOfFile: "/proc/\(terminal.process.processIdentifier)/status", encoding: .utf8)
        let peak = try #require(status.firstMatch(of: /VmHWM:\s+(\d+) kB/).flatMap { Int($0.output.1) })
        #expect(peak < 500_000, "\(peak) kB")
        terminal.type("q")
        terminal.read()
        #expect(try await terminal.end() == 0)
    }
}
