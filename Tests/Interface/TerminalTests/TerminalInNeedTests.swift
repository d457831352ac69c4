import CLinux
import Foundation
import Glibc
import PictureDecoders
import Testing

/// A separate program on a pseudo-terminal: it crashes, or its output is never read.
@Suite(.serialized) struct TerminalInNeedTests {
    func run(
        _ what: String, type: String = "xterm-256color",
        _ check: (_ process: Process, _ master: Int32, _ slave: Int32) throws -> Void
    ) throws {
        var (master, slave): (Int32, Int32) = (-1, -1)
        try #require(qz_open_pty(200, 60, &master, &slave) == 0)
        defer {
            close(master)
            close(slave)
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appendingPathComponent("terminal-in-need")
        process.arguments = [what]
        process.environment = ["TERM": type, "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no"]
        let handle = FileHandle(fileDescriptor: slave, closeOnDealloc: false)
        process.standardInput = handle
        process.standardOutput = handle
        process.standardError = handle
        try process.run()
        defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
        try check(process, master, slave)
    }

    private func output(of process: Process, _ master: Int32, seconds: Double = 30) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let end = Date() + seconds
        while Date() < end {
            guard qz_poll([master], 1, 50) & 1 != 0 else {
                if process.isRunning { continue }
                break
            }
            let count = read(master, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer.prefix(count)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// What is shown in pixels, as it comes out of the terminal's other side.
    @Test(arguments: [
        ("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;10;6t\u{1B}[?62c", true), ("\u{1B}[6;10;6t\u{1B}[?63;4c", false),
    ])
    func aPictureIsShownAndTakenAway(_ answers: String, isKitty: Bool) throws {
        try run("picture") { process, master, _ in
            let text = try conversation(with: process, master, answers)
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            // Below the cells of row 3, column 4, and the cursor is put back.
            let pictures = text.ranges(of: "\u{1B}7\u{1B}[3;4H")
            #expect(pictures.count == 2)
            guard pictures.count == 2 else { return }
            let parts = pictures.map { Array(text[$0.upperBound...].utf8) }
            let end = try #require(text.range(of: "\u{1B}[?1049l")).lowerBound
            if isKitty {
                let first = try #require(parts[0].firstRange(of: Array("\u{1B}_Ga=d".utf8))).lowerBound
                let picture = try #require(KittyPicture(parts[0][..<first]))
                let luma = (0..<1600).map { UInt8($0 % 40 * 6) }
                let fewer: [UInt8] = luma.map { ($0 & 0xF8) | $0 >> 5 }
                #expect(picture.luma == fewer)
                #expect((picture.keys["c"], picture.keys["r"]) == ("10", "5"))
                #expect(text[pictures[1].upperBound..<end].contains("\u{1B}_Ga=d,d=I,i="))
            } else {
                func sixels(_ part: [UInt8]) throws -> SixelPicture {
                    let length = try #require(part.firstRange(of: [0x1B, 0x5C])).upperBound
                    return try #require(SixelPicture(part[..<length]))
                }
                let (first, second) = (try sixels(parts[0]), try sixels(parts[1]))
                #expect((first.width, first.height) == (60, 50))
                let shares: [Int?] = (0..<60).map { x in
                    let grey = (x * 40 / 60 * 6 * 15 + 127) / 255
                    return (grey * 100 + 7) / 15
                }
                #expect(Array(first.shares.prefix(60)) == shares)
                // The letters are in row 4, from column 6 on: two cells from the picture's first one, and one below it.
                let holes = (0..<60).filter { x in second.shares[15 * 60 + x] == nil }
                #expect(holes == Array(12..<36))
                #expect(second.shares.prefix(10 * 60).allSatisfy { $0 != nil })
            }
        }
    }

    /// Answers the first question, and returns all that is written until the program ends.
    func conversation(with process: Process, _ master: Int32, _ answers: String) throws -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var (answered, answeredColors) = (0, 0)
        let end = Date() + 30
        while Date() < end {
            guard qz_poll([master], 1, 50) & 1 != 0 else {
                if process.isRunning { continue }
                break
            }
            let count = read(master, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer.prefix(count)
            let text = String(decoding: bytes, as: UTF8.self)
            // The second question is for those with sixels only.
            let asked = text.ranges(of: "\u{1B}[c").count
            // Light when it is asked again.
            let colors = text.ranges(of: "\u{1B}]11;?").count - 1
            while answeredColors < colors {
                _ = "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\".withCString { write(master, $0, strlen($0)) }
                answeredColors += 1
            }
            while answered < asked {
                let answer = answered == 0 ? answers : "\u{1B}[?2;0;1000;1000S\u{1B}[?63;4c"
                _ = answer.withCString { write(master, $0, strlen($0)) }
                answered += 1
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func localModes(_ slave: Int32) -> tcflag_t {
        var modes = termios()
        tcgetattr(slave, &modes)
        return modes.c_lflag
    }

    @Test(arguments: ["stack", "thread"]) func anExhaustedStackRestoresTheTerminal(_ what: String) throws {
        try run(what) { process, master, slave in
            let text = output(of: process, master)
            process.waitUntilExit()
            #expect(process.terminationReason == .uncaughtSignal)
            #expect(process.terminationStatus == SIGSEGV)
            #expect(text.contains("\u{1B}[?1049h"))
            let end = try #require(text.range(of: "\u{1B}[?1049l"))
            let ending = text[..<end.lowerBound]
            #expect(ending.contains("\u{1B}[?2004l"))
            #expect(ending.contains("\u{1B}[?1000l"))
            #expect(localModes(slave) & tcflag_t(ICANON | ECHO | ISIG) == tcflag_t(ICANON | ECHO | ISIG))
        }
    }

    /// Neither drawing nor exiting waits for it.
    @Test(arguments: ["draw", "stack"]) func aTerminalThatIsNeverReadHoldsNothing(_ what: String) throws {
        try run(what) { process, _, slave in
            let end = ContinuousClock.now + .seconds(120)
            while process.isRunning, ContinuousClock.now < end { usleep(20_000) }
            #expect(!process.isRunning)
            guard !process.isRunning else { return }
            let isSignal = process.terminationReason == .uncaughtSignal
            #expect(isSignal == (what == "stack"))
            #expect(localModes(slave) & tcflag_t(ICANON | ECHO | ISIG) == tcflag_t(ICANON | ECHO | ISIG))
        }
    }

    /// xterm has 64 pairs including the default colours: fewer than the 64 that are drawn.
    @Test func everyCellIsInItsColoursWhenPairsAreMadeAnew() throws {
        try run("pairs", type: "xterm") { process, master, _ in
            let text = output(of: process, master)
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            let drawn = DrawnPairs(text)
            #expect(drawn.wrong == 0)
            #expect(drawn.seen.count == 64)
        }
    }
}

/// Letters that encode their intended colours, with the colours that a terminal would display.
private struct DrawnPairs {
    /// The number of letters in wrong colours.
    var wrong = 0
    /// All letters.
    var seen: Set<UInt8> = []
    private var foreground: UInt8?
    private var background: UInt8?

    init(_ text: String) {
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == 0x1B else {
                if 0x30..<0x70 ~= byte { take(byte - 0x30) }
                continue
            }
            let kind = rest.popFirst()
            if kind == UInt8(ascii: "(") { _ = rest.popFirst() }
            // A question to the terminal, up to its ST.
            if [UInt8(ascii: "]"), UInt8(ascii: "_"), UInt8(ascii: "P")].contains(kind) {
                rest = rest.drop { $0 != 0x1B }
            }
            guard kind == UInt8(ascii: "[") else { continue }
            let parameters = rest.prefix { $0 < 0x40 }
            rest.removeFirst(parameters.count)
            if rest.popFirst() == UInt8(ascii: "m") { apply(String(decoding: parameters, as: UTF8.self)) }
        }
    }

    private mutating func take(_ pair: UInt8) {
        seen.insert(pair)
        if foreground != pair / 8 || background != pair % 8 { wrong += 1 }
    }

    private mutating func apply(_ parameters: String) {
        for parameter in parameters.split(separator: ";", omittingEmptySubsequences: false) {
            switch UInt8(parameter) ?? 0 {
            case 0: (foreground, background) = (nil, nil)
            case 39: foreground = nil
            case 49: background = nil
            case let value where 30...37 ~= value: foreground = value - 30
            case let value where 40...47 ~= value: background = value - 40
            default: break
            }
        }
    }
}
