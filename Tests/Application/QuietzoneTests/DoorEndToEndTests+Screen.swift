import CertificateWorkshop
import Foundation
import Testing

extension DoorEndToEndTests {
    /// No server listens there: what is let in is on this disk, waits for the ledger, and everything says so.
    @Test func aDoorWhoseLedgerCannotBeReachedGoesOnAlone() async throws {
        _ = try await run(["door", "new", name, "--ledger", "postgresql://127.0.0.1:1/doors"])
        let imported = try await program.run(["door", "import", name, "-"], input: Array("code\n1\n2\n".utf8))
        #expect(imported.status == 0)
        #expect(imported.errors.contains("the ledger cannot be reached"))
        let checked = try await program.run(["door", "check", name, "--json", "1", "1"])
        #expect(checked.status == 1)
        #expect(checked.errors.contains("this door continues offline"))
        #expect(checked.output.split(separator: "\n").map { $0.contains("\"alone\":true") } == [true, true])
        #expect(checked.output.contains("\"verdict\":\"already-used\""))
        #expect(try await run(["door", "ledger", name], status: 1).hasPrefix("alone\t1 waiting"))
        // The password of a connection is never shown.
        let secret = "host=127.0.0.1 port=1 password=hunter2"
        let set = try await program.run(["door", "set", name, "--ledger", secret])
        let log = try await run(["door", "log", name])
        #expect(!(set.output + set.errors + log).contains("hunter2"))
        #expect(log.contains("\talone\t"))

        let picture = program.folder.appendingPathComponent("2.png").path
        _ = try await run(["make", "-s", "qr-code", "-o", picture, "2"])
        let pane = try await Pane(program, columns: 100, rows: 30)
        defer { pane.end() }
        try await pane.line("\(Program.executable) door open '\(name)' --source 2.png; echo EXIT=$?")
        try await pane.wait("for the sign") { $0.contains("offline: other doors were not asked") }
        try await pane.wait("for the status") {
            $0.contains("ALONE: 2 to merge") && $0.contains("The ledger cannot be reached")
        }
        try await pane.press("Escape")
        try await pane.answer("Close the door?", "y")
        try await pane.press("q")
        try await pane.wait(for: "EXIT=0")
        _ = try await run(["door", "set", name, "--ledger", "none"])
        #expect(try await program.run(["door", "check", name, "2"]).errors.isEmpty)
    }

    private static let hasCamera =
        (try? FileManager.default.contentsOfDirectory(atPath: "/dev"))?
        .contains { $0.hasPrefix("video") } ?? false

    /// The demo stands in for a camera elsewhere. Here its codes would be in the door's log.
    @Test(.disabled(if: hasCamera)) func noDoorOpensWithoutACamera() async throws {
        _ = try await run(["door", "new", name])
        let pane = try await Pane(program, columns: 100, rows: 30)
        defer { pane.end() }
        try await pane.line("\(Program.executable) door open '\(name)'; echo EXIT=$?")
        #expect(try await pane.wait(for: "EXIT=2").contains("No camera found"))
        #expect(try await run(["door", "log", name]).isEmpty)
        // The same door opens with pictures.
        _ = try await run(["make", "-s", "qr-code", "-o", program.folder.appendingPathComponent("1.png").path, "1"])
        try await pane.line("\(Program.executable) door open '\(name)' --source 1.png; echo EXIT=$?")
        try await pane.wait("for the sign") { $0.contains("NOT A TICKET") || $0.contains("turned away") }
        try await pane.press("Escape")
        try await pane.answer("Close the door?", "y")
        try await pane.press("q")
        try await pane.wait(for: "EXIT=0")
    }

    /// Fifty tickets one after the other in front of the camera: valid, forged by one bit, expired, shown twice, and of other events.
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
        try await pane.answer("Close the door?", "y")
        try await pane.press("q")
        try await pane.wait(for: "EXIT=0")
        let log = try await run(["door", "log", name, "--csv"]).split(separator: "\n").dropFirst()
        let kinds = log.map { $0.split(separator: ",", omittingEmptySubsequences: false)[4].uppercased() }
        #expect(kinds == codes.map { $0.word.replacing(" ", with: "-") })
    }

    /// An event is made on the screen; guests are admitted by hand and by name, and an admission is undone.
    @Test func anEventIsMadeAndGuestsAreLetInByHandOnTheScreen() async throws {
        _ = try program.file(
            "guests.csv", Array("Ticketnummer;Vorname;Name;Sitzplatz\n17;Ana;Silva;1A\n18;Jürgen;Groß;\n".utf8))
        let pane = try await Pane(program, columns: 110, rows: 34)
        defer { pane.end() }
        try await pane.line("\(Program.executable) --source demo; echo EXIT=$?", until: "in view")
        // There is no event yet: the form of a new one comes at once.
        try await pane.press("C-e", until: "Guest list")
        try await pane.send("Kino", until: "Kino")
        try await pane.press("Escape", until: "in view")
        try await pane.press("C-e")
        // What was typed is there again.
        try await pane.wait(for: "Kino")
        // The list is the second field.
        try await pane.press("Down")
        try await pane.send("no-such-file")
        try await pane.press("Enter")
        try await pane.answer("Create “Kino”?", "y")
        try await pane.wait(for: "No such file")
        try await pane.press("C-u")
        try await pane.send("guests.csv")
        try await pane.press("Enter")
        try await pane.answer("Create “Kino”?", "y")
        try await pane.wait(for: "2 on the list")

        // Two people at one laptop: the first time by name, then by a key and Enter.
        for name in ["Ana", "Ben"] {
            try await pane.press("F2")
            try await pane.enter(name, into: "The log stores this name")
            try await pane.answer("The log stores this name", "Enter")
            try await pane.wait(for: "Kino · Door · \(name)")
            if name == "Ben" { break }
            // Nobody else is known yet.
            try await pane.press("F2")
            try await pane.answer("The log stores this name", "Escape")
        }
        for name in ["Ana", "Ben", "Ana"] {
            try await pane.press("F2", until: "Someone else")
            try await pane.press("Enter", until: "Kino · Door · \(name)")
        }
        for (index, (words, option, reason)) in [
            ("silva", "seat 1A", "battery"), ("Herr X", "not on the list", "paid cash"),
        ].enumerated() {
            try await pane.press("/", until: "Which guest?")
            try await pane.send(words, until: option)
            try await pane.press("Enter")
            try await pane.enter(reason, into: "Admit by hand: why?")
            try await pane.answer("Admit by hand: why?", "Enter")
            // The demo's own codes are shown to the door meanwhile, and the sign may be theirs.
            try await pane.wait(for: "\(index + 1) inside")
        }
        try await pane.press("u")
        let undo = try await pane.wait(for: "Undo which admission?")
        #expect(undo.contains("Ana Silva") && undo.contains("ticket Herr X"))
        try await pane.send("silva")
        try await pane.press("Enter")
        try await pane.enter("mistake", into: "Undo the admission: why?")
        try await pane.answer("Undo the admission: why?", "Enter")
        try await pane.wait(for: "1 inside")
        _ = try program.file("late.csv", Array("number,name,paid\n18,Jürgen Groß,no\n19,Late,yes\n".utf8))
        try await pane.press("F4")
        try await pane.enter("late.csv", into: "Import which guest list?")
        try await pane.answer("Import which guest list?", "Enter")
        try await pane.wait(for: "1 new, 1 updated, 1 of them revoked")
        try await pane.press("V")
        let log = try await pane.wait(for: "log, newest first")
        #expect(log.contains("17  Ana Silva  battery") && log.contains("undone  17  Ana Silva  mistake"))
        try await pane.press("Escape", until: "1 inside")
        try await pane.press("Escape")
        try await pane.answer("Close the door?", "y")
        try await pane.wait(for: "in view")
        try await pane.press("q")
        try await pane.wait(for: "EXIT=0")
        #expect(try await run(["door", "counts", "kino"]).hasPrefix("inside\t1\ntickets\t1\t3 on the list"))
    }
}
