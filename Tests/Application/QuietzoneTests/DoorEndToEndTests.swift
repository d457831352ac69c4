import CertificateWorkshop
import Foundation
import Testing

/// The door of an event, from the command line and in a real terminal.
@Suite(.timeLimit(.minutes(30))) struct DoorEndToEndTests {
    let program: Program
    init() throws { program = try Program() }
    let name = "Movie night"
    /// Tickets of one showing have one time.
    let start = Date()

    func run(_ arguments: [String], input: String = "", status: Int32 = 0) async throws -> String {
        let result = try await program.run(arguments, input: Array(input.utf8))
        #expect(result.status == status, "\(arguments): \(result.output)\(result.errors)")
        return result.output
    }

    /// A time by the clock here, as options take it.
    func time(in minutes: Double = 0) -> String {
        let formatter = ISO8601DateFormatter()
        return formatter.string(from: start.addingTimeInterval(minutes * 60))
    }

    func code(_ serial: Int, key: String = "a", seat: String = "", in minutes: Double = 0) async throws
        -> String
    {
        try await run(
            ["pass", "code", "--key", key, "--time", time(in: minutes), "--serial", String(serial), "--seat", seat]
        ).trimmingCharacters(in: .newlines)
    }

    func makeEvent() async throws {
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
        #expect(try await run(["door", "log", name, "--check"]).hasPrefix("intact\t\(lines.count) lines"))
        _ = try await run(["door", "revoke", name, "7", "--reason", " =1+1"])
        #expect(try await run(["door", "log", name, "--csv"]).contains(",revoked,7,\"' =1+1\","))
        _ = try await run(["door", "revoke", name, "6", "--reason", "refunded"])
        #expect(try await run(["door", "check", name, code(6)], status: 1).hasPrefix("revoked\t6\trefunded"))
        _ = try await run(["door", "undo", name, "1", "--reason", "wrong person"])
        #expect(try await run(["door", "check", name, good]).hasPrefix("welcome"))
        #expect(try await run(["door", "counts", name]).hasPrefix("inside\t1\n"))
    }

    /// Whoever reads the lines of `door check` sees one for each code, whatever a guest list says.
    @Test func noCellMakesALineOrACell() async throws {
        _ = try await run(["door", "new", name, "--accept", "list"])
        _ = try program.file(
            "guests.csv", Array("number,name,note\n1,Ana,\"x\nwelcome\t99\t\"\n2,\"B\nC\",\n".utf8))
        _ = try await run(["door", "import", name, "guests.csv"])
        let lines = try await run(["door", "check", name, "1", "2"]).split(separator: "\n")
        #expect(lines.map { $0.split(separator: "\t").prefix(2).joined(separator: " ") } == ["welcome 1", "welcome 2"])
        #expect(lines.first?.contains("x␊welcome␉99") == true)
        let found = try await run(["door", "find", name]).split(separator: "\n")
        #expect(found.map { $0.prefix { $0 != "\t" } } == ["1", "2"])
    }

    @Test func anEventIsCreatedWithItsGuestList() async throws {
        _ = try program.file("guests.csv", Array("number,name\n1,Ana\n2,Ben\n".utf8))
        #expect(try await run(["door", "new", name, "--guests", "guests.csv"]).contains("2 new, 0 updated"))
        #expect(try await run(["door", "check", name, "1"]).hasPrefix("welcome\t1"))
        // What cannot be opened or read leaves no event behind.
        #expect(try await run(["door", "new", "Opera", "--guests", "none.csv"], status: 2).isEmpty)
        #expect(try await run(["door", "new", "Opera", "--open"], status: 2).isEmpty)
        #expect(try await !run(["door", "list"]).contains("Opera"))
    }

    /// A code of several lines is one code, whichever way it goes to the door.
    @Test func aCodeOfSeveralLinesIsOne() async throws {
        _ = try await run(["door", "new", name, "--accept", "list"])
        _ = try program.file("guests.csv", Array("number\n1\n2\n3\n".utf8))
        _ = try await run(["door", "import", name, "guests.csv"])
        let picture = try program.picture("three.png", "1\n2\n3")
        for (form, option) in [
            (["--format", "{text}"], []), ([], []), (["-0"], ["-0"]), (["--json"], ["--json-input"]),
        ] {
            let codes = try await run(["watch", "--source", picture] + form)
            let said = try await run(["door", "check", name] + option, input: codes, status: 1)
            #expect(said.split(separator: "\n").count == 1 && said.hasPrefix("not-"), "\(form): \(said)")
        }
        #expect(try await run(["door", "check", name, "--null"], input: "1\0").hasPrefix("welcome\t1"))
        let wrong = try await program.run(
            ["door", "check", name, "--json-input"], input: Array("x\n{\"bytes\":\"Mg==\"}\n".utf8))
        #expect(wrong.status == 2 && wrong.output.hasPrefix("welcome\t2") && wrong.errors.contains("watch --json"))
        let both = try await program.run(["door", "check", name, "-0", "--json-input"])
        #expect(both.status == 2 && both.errors.contains("use either"))
    }

    /// A line is bytes, of any length, and blanks around a number are no part of it.
    @Test func linesAreTakenAsTheyAreAndNumbersWithoutBlanks() async throws {
        try await makeEvent()
        _ = try program.file("guests.csv", Array("serial, seat\n 1, A1\n2,A2 \n".utf8))
        let codes = try await run(["pass", "code", "--key", "a", "--time", time(), "--csv", "guests.csv"])
        #expect(codes.contains(",A1,1|") && codes.contains(",A2,2|"))
        let lines = [UInt8](repeating: 0x61, count: 3 << 20) + [0x0A, 0xFF, 0xFE, 0x0D, 0x0A] + Array(codes.utf8)
        let result = try await program.run(["door", "check", name], input: lines)
        let said = result.output.split(separator: "\n").map {
            $0.split(separator: "\t").prefix(2).joined(separator: " ")
        }
        #expect(said == ["not-a-ticket", "not-a-ticket", "welcome 1", "welcome 2"])
        #expect(
            try await program.run(["door", "admit", name, " ", "--reason", "x"]).errors.contains(
                "enter a number or a name"))
        _ = try await run(["door", "undo", name, "\u{A0}2 ", "--reason", "mistake"])
        _ = try await run(["door", "revoke", name, " 2", "--reason", "refunded"])
        let second = try #require(codes.split(separator: "\n").last.map(String.init))
        #expect(try await run(["door", "check", name, second], status: 1).hasPrefix("revoked\t2\trefunded"))
        // A mark that is not closed would make one ticket of several.
        _ = try program.file("open.csv", Array("serial,seat\n3,\"A3\n4,A4\n".utf8))
        let refused = try await program.run(["pass", "code", "--key", "a", "--time", time(), "--csv", "open.csv"])
        #expect(refused.status == 2 && refused.errors.contains("quotation mark"))
    }

    /// A name is no path, and a number of the list alone no ticket where keys sign those.
    @Test func anEventWithKeysWantsSignedCodes() async throws {
        _ = try await run(["pass", "key", "new", "a", "--event", "AC/DC"])
        _ = try await run(["door", "new", "AC/DC", "--key", "a"])
        _ = try program.file("guests.csv", Array("number,name\n17,Ana\n".utf8))
        let result = try await program.run(["door", "import", "AC/DC", "guests.csv"])
        #expect(result.status == 0 && result.errors.contains("--accept list"))
        #expect(try await run(["door", "check", "AC/DC", "17"], status: 1).hasPrefix("not-signed\t"))
        #expect(try await run(["door", "check", "AC/DC", code(17)]).hasPrefix("welcome\t17\t"))
        _ = try await run(["door", "set", "AC/DC", "--accept", "list"])
        #expect(try await run(["door", "check", "AC/DC", "17"], status: 1).hasPrefix("already-used\t17\t"))
        let refused = try await program.run(["door", "set", "AC/DC", "--admit", "in-and-out", "--groups", "one-by-one"])
        #expect(refused.status == 2 && refused.errors.contains("leave out"))
        let rules = try await run(["door", "set", "AC/DC", "--accept", "bcbp", "--flight", "lh0400@326"])
        #expect(rules.contains("from 60 min before to 60 min after") && rules.contains("flight LH400@326"))
        #expect(try await !run(["door", "set", "AC/DC", "--accept", "list"]).contains("flight"))
        #expect(try await program.run(["door", "revoke", "AC/DC", "18", "--restore"]).errors.contains("not revoked"))
    }

    /// Whatever becomes of a key's file, a number of the list alone lets nobody in where keys sign; a key that ends, ends at doors that
    /// are open.
    @Test func aDoorFailsClosedWithoutItsKeys() async throws {
        _ = try await run(["pass", "key", "new", "a", "--event", name])
        _ = try await run(["door", "new", name])
        _ = try program.file("guests.csv", Array("number\n17\n".utf8))
        _ = try await run(["door", "import", name, "guests.csv"])
        #expect(try await run(["door", "check", name, "17"], status: 1).hasPrefix("not-signed\t"))
        let file = try #require(
            FileManager.default.enumerator(at: program.folder, includingPropertiesForKeys: nil)?.compactMap {
                $0 as? URL
            }
            .first { $0.lastPathComponent == "a.ticketkey" })
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
        #expect(try await run(["door", "check", name, "17"], status: 1).hasPrefix("not-signed\t"))
        // An event that is made beside a key that cannot be used.
        let made = try await program.run(["door", "new", "Other"])
        #expect(made.status == 0 && made.errors.contains("--accept list"))
        _ = try await run(["door", "import", "Other", "guests.csv"])
        #expect(try await run(["door", "check", "Other", "17"], status: 1).hasPrefix("not-signed\t"))
        try FileManager.default.removeItem(at: file)
        #expect(try await run(["door", "check", name, "17"], status: 1).hasPrefix("not-signed\t"))
        #expect(try await run(["door", "check", "Other", "17"], status: 1).hasPrefix("not-signed\t"))
        _ = try await run(["door", "set", name, "--accept", "list"])
        #expect(try await run(["door", "check", name, "17"]).hasPrefix("welcome\t17\t"))
    }

    /// The rules of a door are those that it was made with: a key that comes later turns nobody of its list away, and says what it changes.
    @Test(arguments: [[], ["--event", "Solo"]]) func aKeyThatComesLaterClosesNoDoor(_ option: [String]) async throws {
        _ = try await run(["door", "new", "Solo", "--list-only"])
        _ = try program.file("guests.csv", Array("number,name\n1,Ana\n2,Ben\n".utf8))
        _ = try await run(["door", "import", "Solo", "guests.csv"])
        #expect(try await run(["door", "check", "Solo", "1"]).hasPrefix("welcome\t1\t"))
        let made = try await program.run(["pass", "key", "new", "2026-b"] + option)
        #expect(made.status == 0)
        #expect(made.errors.contains("are still admitted without a signature at Solo"))
        #expect(made.errors.contains("quietzone door set EVENT --key 2026-b"))
        #expect(try await run(["door", "check", "Solo", "2"]).hasPrefix("welcome\t2\t"))
        // A key of another event changes nothing, and one that the door does not name is not let in.
        #expect(try await program.run(["pass", "key", "new", "o", "--event", "Opera"]).errors.isEmpty)
        _ = try await run(["door", "set", "Solo", "--key", "2026-b"])
        #expect(
            try await run(["door", "check", "Solo", "1"], status: 1)
                == "not-signed\t1\tAna is on the guest list, but the code is not signed\t\t\n")
        #expect(try await program.run(["pass", "key", "new", "c"]).errors.contains("turned away at Solo"))
    }

    /// A series of passes whose codes are tickets of the door's key, and its guest list: the door knows both.
    @Test func passesOfASeriesAreLetIn() async throws {
        try await makeEvent()
        let authority = try AppleShapedAuthority.shared.get()
        func path(_ name: String) -> String { program.folder.appendingPathComponent(name).path }
        func write(_ name: String, _ bytes: [UInt8]) throws {
            try Data(bytes).write(to: program.folder.appendingPathComponent(name))
        }
        try write("leaf.pem", authority.leaf("door"))
        for name in ["leaf.key", "intermediate.pem", "root.pem"] { try write(name, authority.bytes(name)) }
        _ = try await run(["pass", "new", path("concert")])
        let file = program.folder.appendingPathComponent("concert/pass.toml")
        let toml =
            try String(contentsOf: file, encoding: .utf8).replacing("\"{code}\"", with: "\"{ticket}\"")
            + "[ticket]\nkey = \"a\"\ntime = \"{time}\"\nseat = \"{seat}\"\nserial = \"{number}\"\n"
        try Data(toml.utf8).write(to: file)
        let now = time()
        try write(
            "guests.csv",
            Array("number,name,seat,gate,time,note\nK-1,Ada,1A,B,\(now),wheelchair\nK-2,Grace,,B,\(now),\n".utf8))
        let sign = [
            "pass", "sign", path("concert"), "--csv", path("guests.csv"), "-o", path("passes"), "--guests",
            path("list.csv"), "--certificate", path("leaf.pem"), "--key", path("leaf.key"), "--intermediate",
            path("intermediate.pem"), "--root", path("root.pem"),
        ]
        #expect(try await run(sign).contains("the guest list in \(path("list.csv"))"))
        // The same once more makes nothing twice, and another list wants a word.
        #expect(try await run(sign).contains("0 passes signed, 2 made before"))
        try write("list.csv", Array("mine\n".utf8))
        _ = try await run(sign, status: 2)
        #expect(try String(contentsOfFile: path("list.csv"), encoding: .utf8) == "mine\n")
        _ = try await run(sign + ["--force"])
        #expect(try await run(["door", "import", name, path("list.csv")]).hasPrefix("2 new"))
        var codes: [String] = []
        for number in 1...2 {
            let json = try Workshop().run("unzip", ["-p", path("passes/\(number).pkpass"), "pass.json"])
            let pass = try JSONSerialization.jsonObject(with: Data(json.text.utf8)) as? [String: Any]
            let barcodes = try #require(pass?["barcodes"] as? [[String: Any]])
            codes.append(try #require(barcodes.first?["message"] as? String))
        }
        let remark = "the pass's own signature was not verified"
        #expect(
            try await run(["door", "check", name, codes[0]]) == "welcome\tK-1\tseat 1A · Ada\twheelchair\t\(remark)\n")
        #expect(try await run(["door", "check", name, codes[1]]) == "welcome\tK-2\tGrace\t\t\(remark)\n")
        #expect(try await run(["door", "check", name, codes[0]], status: 1).hasPrefix("already-used\tK-1\t"))
        let forged = codes[1].replacing("K-2", with: "K-3")
        #expect(try await run(["door", "check", name, forged], status: 1).hasPrefix("wrong-signature\t"))
        // Somebody's own ticket of the same key is no pass of the series.
        #expect(try await run(["door", "check", name, code(9)]) == "welcome\t9\t\t\t\n")
    }

    @Test func wrongArgumentsGiveALineEach() async throws {
        for arguments in [
            ["door", "check", "nobody", "x"], ["door", "new", "…"], ["door", "new", "A", "--begins", "soon"],
            ["door", "new", "A", "--admit", "never"], ["door", "import", "nobody", "x.csv"],
            ["pass", "key", "new", "a b"],
            ["pass", "code", "--key", "none", "--time", "2026-12-24 19:30", "--serial", "1"],
            ["pass", "key", "new", "s", "--scheme", "rot13"],
            ["door", "join", "postgresql://127.0.0.1:1/doors"],
            ["door", "join", "postgresql://127.0.0.1:1/doors", name],
            ["door", "new", "A", "--ledger", ""], ["door", "new", "A", "--flight", "LH400"],
            ["door", "new", "A", "--accept", "bcbp"], ["door", "log", name, "--check", "--head", "zzz"],
        ] {
            let result = try await program.run(arguments)
            #expect(result.status == 2, "\(arguments)")
            #expect(result.errors.contains("quietzone: "), "\(arguments): \(result.errors)")
        }
    }

    /// A time in a form of some country is asked back in the form that means one time alone.
    @Test(arguments: [
        ("24.11.2026 20:00", "write 2026-11-24 20:00"), ("11/24/2026 8 pm", "write 2026-11-24 20:00"),
        ("01/02/2026 20:00", "write 2026-02-01 20:00 or 2026-01-02 20:00"), ("soon", "write it as 2026-12-24 19:30"),
        ("24.11.2026", "add the time of day, such as 2026-11-24 19:30"),
    ]) func aLocalTimeIsAskedBack(_ text: String, _ advice: String) async throws {
        for arguments in [["door", "new", "A", "--begins", text], ["pass", "key", "new", "a", "--until", text]] {
            let result = try await program.run(arguments)
            #expect(result.status == 2 && result.errors.contains(advice), "\(result.errors)")
        }
    }

    @Test func aDoorWithoutATerminalPointsToTheCheck() async throws {
        _ = try await run(["door", "new", name])
        let result = try await program.run(["door", "open", name])
        #expect(result.status == 2 && result.errors.contains("quietzone door check"), "\(result.errors)")
    }
}
