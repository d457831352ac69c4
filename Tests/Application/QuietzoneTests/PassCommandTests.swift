import CertificateWorkshop
import Foundation
import Testing

/// `quietzone pass`, with certificates shaped like Apple's.
struct PassCommandTests {
    let program: Program
    let authority: AppleShapedAuthority

    init() throws {
        program = try Program()
        authority = try AppleShapedAuthority.shared.get()
    }

    private func path(_ name: String) -> String { program.folder.appendingPathComponent(name).path }

    private func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: program.folder.appendingPathComponent(name))
    }

    private var signing: [String] {
        get throws {
            try Data(authority.leaf("command")).write(to: program.folder.appendingPathComponent("leaf.pem"))
            for name in ["leaf.key", "intermediate.pem", "root.pem"] {
                try Data(authority.bytes(name)).write(to: program.folder.appendingPathComponent(name))
            }
            return [
                "--certificate", path("leaf.pem"), "--key", path("leaf.key"), "--intermediate",
                path("intermediate.pem"),
                "--root", path("root.pem"),
            ]
        }
    }

    @Test func templateToCheckedPasses() async throws {
        let (template, tickets, bundle) = (path("concert"), path("tickets"), path("all.pkpasses"))
        #expect(try await program.run(["pass", "new", template]).status == 0)
        let again = try await program.run(["pass", "new", template])
        #expect(again.status == 2 && again.errors.contains("already exists"))
        try write("guests.csv", "name,seat,gate,code\nAda,12A,B2,A-1\nGrace,1,B3,A-2\n")
        let sign =
            try ["pass", "sign", template, "--csv", path("guests.csv"), "-o", tickets, "--bundle", bundle] + signing
        let first = try await program.run(sign)
        #expect(first.status == 0 && first.output.contains("2 passes signed, in \(tickets)"), "\(first.errors)")
        let second = try await program.run(sign)
        #expect(second.status == 0 && second.output.contains("0 passes signed, 2 made before"), "\(second.errors)")
        let root = ["--root", path("root.pem")]
        let check = try await program.run(["pass", "check", "\(tickets)/1.pkpass", bundle] + root)
        #expect(check.status == 0, "\(check.output)")
        let verdicts = check.output.split(separator: "\n")
        #expect(verdicts.count == 3, "\(check.output)")
        #expect(verdicts.allSatisfy { $0.hasSuffix("valid, except that its root certificate is not Apple's") })
        let shown = try await program.run(["pass", "show", "\(tickets)/1.pkpass"] + root)
        #expect(shown.status == 0 && shown.output.contains("12A") && shown.output.contains("its root is not Apple's"))
        let strangers = try await program.run(["pass", "check", "\(tickets)/1.pkpass"])
        #expect(strangers.status == 1 && strangers.output.contains("root"))
        let json = try await program.run(["pass", "check", "--json", "\(tickets)/1.pkpass"] + root)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.bytes)) as? [String: Any])
        #expect(object["accepted"] as? Bool == true && object["serialNumber"] as? String == "1")
        let pdf = path("tickets.pdf")
        let printed = try await program.run(["pass", "print", template, "--csv", path("guests.csv"), "-o", pdf])
        #expect(printed.status == 0 && printed.output.contains("2 labels on 1 sheet of A4"), "\(printed.errors)")
        #expect(try Data(contentsOf: URL(fileURLWithPath: pdf)).starts(with: Data("%PDF-".utf8)))
    }

    @Test func keysEndAndTakeNoOthersPlace() async throws {
        let salt = try await program.run(
            ["pass", "key", "new", "book", "--scheme", "salted-sha1", "--salt-from-input"],
            input: Array("EXTRA SECRET SAUCE\r\nmore\n".utf8))
        let file = salt.output.split(separator: "\n").first.map(String.init) ?? ""
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains("salt = \"EXTRA SECRET SAUCE\""))
        let code = ["pass", "code", "--time", "2046-12-24T18:00:00Z", "--serial", "7", "--key"]
        #expect(try await program.run(["pass", "key", "new", "a"]).status == 0)
        try write("a.public.ticketkey", try await program.run(["pass", "key", "public", "a"]).output)
        #expect(try await program.run(code + ["a"]).status == 0)
        let ended = try await program.run(["pass", "key", "end", "a", "2046-12-01T00:00:00Z"])
        #expect(ended.status == 0 && ended.output.contains("key a expires on"))
        let late = try await program.run(code + ["a"])
        #expect(late.status == 2 && late.errors.contains("expires on 2046-12-01T00:00:00Z, and the ticket is for"))
        #expect(try await program.run(["pass", "key", "end", "a", "2020-12-01T00:00:00Z"]).status == 0)
        let over = try await program.run(code + ["a"])
        #expect(over.status == 2 && over.errors.contains("expired on 2020-12-01T00:00:00Z"), "\(over.errors)")
        try FileManager.default.removeItem(atPath: (file as NSString).deletingLastPathComponent + "/a.ticketkey")
        #expect(try await program.run(["pass", "key", "import", path("a.public.ticketkey")]).status == 0)
        let again = try await program.run(["pass", "key", "new", "a"])
        #expect(again.status == 2 && again.errors.contains("another key a already exists"), "\(again.errors)")
    }

    /// What is in the way of the bundles and the guest list is told before anything is signed.
    @Test func filesInTheWayAreToldBeforeSigning() async throws {
        let (template, tickets) = (path("concert"), path("tickets"))
        let (bundle, list) = (path("all.pkpasses"), path("list.csv"))
        #expect(try await program.run(["pass", "new", template]).status == 0)
        func guests(_ count: Int) -> String {
            "name,seat,gate,code\n" + (1...count).map { "N\($0),\($0),B,C\($0)\n" }.joined()
        }
        try write("guests.csv", guests(2))
        let sign =
            try [
                "pass", "sign", template, "--csv", path("guests.csv"), "-o", tickets, "--bundle", bundle, "--guests",
                list,
            ] + signing
        for (name, text) in [("list.csv", "somebody else's"), ("all.pkpasses", "somebody else's")] {
            try write(name, text)
            let told = try await program.run(sign)
            #expect(told.status == 2 && told.errors.contains("\(name) already exists"), "\(told.errors)")
            #expect(!FileManager.default.fileExists(atPath: tickets + "/1.pkpass"))
            try FileManager.default.removeItem(atPath: path(name))
        }
        // A bundle that cannot be written costs neither passes nor guest list.
        let lost = try await program.run(sign.map { $0 == bundle ? path("none/all.pkpasses") : $0 })
        #expect(lost.status == 2 && lost.output.contains("the guest list in"), "\(lost.errors)")
        #expect(try await program.run(sign).status == 0)
        #expect(try await program.run(sign).output.contains("0 passes signed, 2 made before"))
        // More rows change both.
        try write("guests.csv", guests(3))
        let more = try await program.run(sign)
        #expect(more.status == 2 && more.errors.contains("list.csv already exists"), "\(more.errors)")
        #expect(!FileManager.default.fileExists(atPath: tickets + "/3.pkpass"))
        let forced = try await program.run(sign + ["--force"])
        #expect(forced.status == 0 && forced.output.contains("1 pass signed, 2 made before"), "\(forced.errors)")
    }

    @Test func changedPassesAreRefused() async throws {
        let template = path("card")
        _ = try await program.run(["pass", "new", template, "--style", "generic"])
        let file = path("card.pkpass")
        let sign = try ["pass", "sign", template, "--field", "name=Ada", "--field", "code=C-1", "-o", file] + signing
        let made = try await program.run(sign)
        #expect(made.status == 0, "\(made.errors)")
        let again = try await program.run(sign)
        #expect(again.status == 2 && again.errors.contains("--force"))
        var bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: URL(fileURLWithPath: file))
        let check = try await program.run(["pass", "check", file, "--root", path("root.pem")])
        #expect(check.status == 1 && check.output.contains("rejected"))
        let quiet = try await program.run(["pass", "check", "--quiet", file, "--root", path("root.pem")])
        #expect(quiet.status == 1 && quiet.output.isEmpty)
        let none = try await program.run(["pass", "check", path("missing.pkpass")])
        #expect(none.status == 2 && none.errors.contains("cannot be read"))
        let text = try await program.run(["pass", "show", template + "/pass.toml"])
        #expect(text.status == 1 && text.output.contains("it is not a pass"))
    }

    @Test func passwordsComeFromADescriptorAndAreNoArguments() async throws {
        _ = try signing
        let workshop = try Workshop()
        for name in ["leaf.pem", "leaf.key", "intermediate.pem"] {
            try workshop.write(name, Array(Data(contentsOf: program.folder.appendingPathComponent(name))))
        }
        try workshop.make(
            "openssl",
            [
                "pkcs12", "-export", "-inkey", "leaf.key", "-in", "leaf.pem", "-certfile", "intermediate.pem",
                "-passout",
                "pass:geheim", "-out", "pass.p12",
            ])
        _ = try await program.run(["pass", "new", path("card"), "--style", "coupon"])
        func signed(_ password: String, _ output: String) throws -> Workshop.Result {
            let arguments = [
                Program.executable, "pass", "sign", path("card"), "--field", "name=A", "--field", "code=C", "-o",
                path(output), "--certificate", "pass.p12", "--root", path("root.pem"), "--password-fd", "3",
            ]
            return try workshop.run("bash", ["-c", "\"$@\" 3<<<\(password)", "bash"] + arguments)
        }
        let right = try signed("geheim", "right.pkpass")
        #expect(right.status == 0, "\(right.text)")
        let wrong = try signed("falsch", "wrong.pkpass")
        #expect(wrong.status == 2 && wrong.text.contains("the password is wrong"), "\(wrong.text)")
        #expect(!FileManager.default.fileExists(atPath: path("wrong.pkpass")))
    }

    @Test func certificatesThatDoNotFitAreNamed() async throws {
        _ = try await program.run(["pass", "new", path("card"), "--style", "coupon"])
        _ = try signing
        for (name, options, word) in [
            ("expired", ["20240101000000Z", "20250101000000Z"], "expired on 2025-01-01"),
            ("early", ["20470101000000Z", "20480101000000Z"], "valid only from 2047-01-01"),
        ] {
            let pem = try authority.leaf("command-\(name)", from: options[0], until: options[1])
            try Data(pem).write(to: program.folder.appendingPathComponent("\(name).pem"))
            let told = try await program.run([
                "pass", "sign", path("card"), "--field", "name=A", "--field", "code=C", "-o", path("x.pkpass"),
                "--certificate", path("\(name).pem"), "--key", path("leaf.key"), "--intermediate",
                path("intermediate.pem"), "--root", path("root.pem"),
            ])
            #expect(told.status == 2 && told.errors.contains(word), "\(told.errors)")
        }
        let alone = try await program.run([
            "pass", "sign", path("card"), "--field", "name=A", "--field", "code=C", "-o", path("x.pkpass"),
            "--certificate", path("leaf.pem"), "--key", path("leaf.key"), "--root", path("root.pem"),
        ])
        #expect(
            alone.status == 2 && alone.errors.contains("is missing: it belongs in the signature"), "\(alone.errors)")
    }
}
