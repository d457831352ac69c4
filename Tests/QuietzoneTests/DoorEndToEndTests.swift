import Foundation
import Testing

/// The door of an event, from the command line and in a real terminal.
@Suite(.timeLimit(.minutes(10))) struct DoorEndToEndTests {
    private let program: Program
    init() throws { program = try Program() }
    private let name = "Movie night"

    private func run(_ arguments: [String], input: String = "", status: Int32 = 0) async throws -> String {
        let result = try await program.run(arguments, input: Array(input.utf8))
        #expect(result.status == status, "\(arguments): \(result.output)\(result.errors)")
        return result.output
    }

    /// A time by the clock here, as options take it.
    private func time(in minutes: Double = 0) -> String {
        let formatter = ISO8601DateFormatter()
        return formatter.string(from: Date().addingTimeInterval(minutes * 60))
    }

    private func code(_ serial: Int, key: String = "a", seat: String = "", in minutes: Double = 0) async throws
        -> String
    {
        try await run(
            ["pass", "code", "--key", key, "--time", time(in: minutes), "--serial", String(serial), "--seat", seat]
        ).trimmingCharacters(in: .newlines)
    }

    private func makeEvent() async throws {
        _ = try await run(["pass", "key", "new", "a", "--event", name])
        _ = try await run(["pass", "key", "new", "o", "--event", "Opera"])
        _ = try await run(["door", "new", name, "--door", "North", "--door", "South"])
    }

    @Test func everyVerdictIsSaidOnTheCommandLine() async throws {
        try await makeEvent()
        let good = try await code(1, seat: "1A")
        let forged = good.replacing("1A", with: "1B")
        let lines = [
            (good, "welcome"), (good, "already-used"), (forged, "wrong-signature"), ("hello", "not-a-ticket"),
            ("TICKET:x", "wrong-format"), (try await code(2, seat: "1A"), "seat-taken"),
            (try await code(3, key: "o"), "other-event"), (try await code(4, in: 90), "too-early"),
            (try await code(5, in: -90), "too-late"),
            (good.replacing("|ed25519.a.", with: "|ed25519.zz."), "unknown-key"),
        ]
        let output = try await run(
            ["door", "check", name, "--door", "South", "--checker", "Ana"],
            input: lines.map(\.0).joined(separator: "\n") + "\n", status: 1)
        #expect(output.split(separator: "\n").map { $0.prefix { $0 != "\t" } } == lines.map { Substring($0.1) })
        let log = try await run(["door", "log", name])
        #expect(log.split(separator: "\n").count == lines.count)
        #expect(log.contains("South\tAna\talready-used"))
        #expect(try await run(["door", "log", name, "--check"]).hasPrefix("whole\t\(lines.count) lines"))
        _ = try await run(["door", "revoke", name, "7", "--reason", " =1+1"])
        #expect(try await run(["door", "log", name, "--csv"]).contains(",revoked,7,\"' =1+1\","))
        _ = try await run(["door", "revoke", name, "6", "--reason", "refunded"])
        #expect(try await run(["door", "check", name, code(6)], status: 1).hasPrefix("revoked\t6\trefunded"))
        _ = try await run(["door", "undo", name, "1", "--reason", "wrong person"])
        #expect(try await run(["door", "check", name, good]).hasPrefix("welcome"))
        #expect(try await run(["door", "counts", name]).hasPrefix("inside\t1\n"))
    }

    @Test func wrongArgumentsGiveALineEach() async throws {
        for arguments in [
            ["door", "check", "nobody", "x"], ["door", "new", "…"], ["door", "new", "A", "--begins", "soon"],
            ["door", "new", "A", "--admit", "never"], ["door", "import", "nobody", "x.csv"],
            ["pass", "key", "new", "a b"],
            ["pass", "code", "--key", "none", "--time", "2026-12-24 19:30", "--serial", "1"],
            ["pass", "key", "new", "s", "--scheme", "rot13"],
        ] {
            let result = try await program.run(arguments)
            #expect(result.status == 2, "\(arguments)")
            #expect(result.errors.contains("quietzone: "), "\(arguments): \(result.errors)")
        }
    }

    /// Fifty tickets one after the other before the camera: good ones, forged by one bit, expired, shown twice, of others.
    @Test func fiftyTicketsAreDecidedOnTheScreen() async throws {
        try await makeEvent()
        let folder = program.folder.appendingPathComponent("tickets")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let words = ["WELCOME", "WRONG SIGNATURE", "TOO LATE", "OTHER EVENT", "NOT A TICKET"]
        var codes: [(code: String, word: String)] = []
        for number in 0..<40 {
            let word = words[number * 7 % words.count]
            var text = try await code(
                number, key: word == "OTHER EVENT" ? "o" : "a", seat: "R\(number)", in: word == "TOO LATE" ? -120 : 0)
            if word == "NOT A TICKET" { text = "https://example.org/\(number)" }
            if word == "WRONG SIGNATURE" { text = text.replacing("R\(number)", with: "Q\(number)") }
            codes.append((text, word))
        }
        // Each good one once more, as far as there are ten.
        codes += codes.filter { $0.word == "WELCOME" }.map { ($0.code, "ALREADY USED") }
        codes += (0..<(50 - codes.count)).map { ("unknown \($0)", "NOT A TICKET") }
        for (index, code) in codes.enumerated() {
            let path = folder.appendingPathComponent(String(format: "%03d.png", index)).path
            _ = try await run(["make", "-s", "qr-code", "-o", path, code.code])
        }
        let pane = try await Pane(program, columns: 120, rows: 40)
        defer { pane.end() }
        try await pane.line("\(Program.executable) door open '\(name)' --door North --source tickets; echo EXIT=$?")
        for (index, _) in codes.enumerated() {
            if index > 0 { try await pane.press(".") }
            // Each decision has a line in the log, which is what counts.
            try await pane.wait("for ticket \(index)") { screen in
                screen.contains("\(index + 1 - codes[...index].count { $0.word == "WELCOME" }) turned away")
                    && screen.contains("\(codes[...index].count { $0.word == "WELCOME" }) inside")
            }
        }
        try await pane.press("Escape")
        try await pane.answer("y")
        try await pane.press("q")
        try await pane.wait(for: "EXIT=0")
        let log = try await run(["door", "log", name, "--csv"]).split(separator: "\n").dropFirst()
        let kinds = log.map { $0.split(separator: ",", omittingEmptySubsequences: false)[4].uppercased() }
        #expect(kinds == codes.map { $0.word.replacing(" ", with: "-") })
    }
}
