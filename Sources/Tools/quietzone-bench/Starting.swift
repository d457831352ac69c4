import ArgumentParser
import CLinux
import Foundation

/// How long the full-screen program takes to its first paint and to its first picture, in a terminal of 200 × 60 cells.
struct Starting: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "How long the full-screen program takes to its first paint and picture.")

    @Argument(help: "How many starts.")
    var runs = 20

    @OptionGroup var tested: TestedProgram

    private static let limit = 5.0

    mutating func validate() { runs = max(1, runs) }

    func run() throws {
        let program = try tested.builtPath()
        print("milliseconds from the start, \(runs) starts with --source demo        median     p95")
        for answers in [true, false] {
            let times = try (0..<runs).map { _ in
                try withTemporaryFolder { try start(program, home: $0, answers: answers) }
            }
            let kind = answers ? "a terminal that answers" : "one that answers nothing"
            for (what, values) in [("first paint", times.map(\.paint)), ("first picture", times.map(\.picture))] {
                let sorted = values.sorted()
                let p95 = sorted[min(sorted.count - 1, Int((Double(sorted.count) * 0.95).rounded(.up)) - 1)]
                print("\(what), \(kind)".column(62) + String(format: "%8.0f%8.0f", sorted[sorted.count / 2], p95))
            }
        }
    }

    private struct Times {
        var paint: Double
        var picture: Double
    }

    private func start(_ program: String, home: String, answers: Bool) throws -> Times {
        let (master, slave) = try PseudoTerminal.open(columns: 200, rows: 60)
        defer { Foundation.close(master) }
        let begun = ContinuousClock.now
        let child = try PseudoTerminal.start(program, ["--source", "demo"], home: home, on: slave)
        defer {
            kill(child, SIGTERM)
            waitpid(child, nil, 0)
        }
        return try watch(master, from: begun, answers: answers)
    }

    /// Reads what is drawn until there is a picture.
    private func watch(_ master: Int32, from begun: ContinuousClock.Instant, answers: Bool) throws -> Times {
        var text = ""
        var paint: Double?
        var isAnswered = !answers
        var buffer = [UInt8](repeating: 0, count: 65536)
        func now() -> Double { WallClock.milliseconds(since: begun) }
        while now() < Self.limit * 1000 {
            guard qz_poll([master], 1, 100) == 1 else { continue }
            let count = read(master, &buffer, buffer.count)
            guard count > 0 else { break }
            text += String(decoding: buffer[..<count], as: UTF8.self)
            if !isAnswered, text.contains("\u{1B}[c") {
                isAnswered = true
                let answer = Array("\u{1B}]11;rgb:0000/0000/0000\u{1B}\\\u{1B}[?62;22c".utf8)
                _ = write(master, answer, answer.count)
            }
            if paint == nil, text.contains("istory") { paint = now() }
            // The greys of the picture: nothing else has them (XTerm's 232 to 255).
            if let paint, text.firstMatch(of: /48;5;2(3[2-9]|4\d|5[0-5])/) != nil {
                return Times(paint: paint, picture: now())
            }
        }
        throw BenchError("nothing was drawn within \(Self.limit) s: \(text.suffix(300).debugDescription)")
    }
}
