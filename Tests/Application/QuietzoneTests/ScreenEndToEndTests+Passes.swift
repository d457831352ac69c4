import CertificateWorkshop
import Foundation
import Testing

/// Issuing passes on the screen, in a real terminal, with certificates shaped like Apple's.
extension ScreenEndToEndTests {
    /// Fields of the form, each by what is typed into it; nil leaves it empty.
    private func fill(_ pane: Pane, _ values: [String?]) async throws {
        for value in values {
            if let value { try await pane.send(value) }
            try await pane.press("Down")
        }
    }

    @Test func aSeriesOfPassesIsIssuedVerifiedAndNotMadeTwice() async throws {
        let authority = try AppleShapedAuthority.shared.get()
        let workshop = try Workshop()
        try workshop.write("leaf.pem", authority.leaf("screen"))
        for name in ["leaf.key", "intermediate.pem", "root.pem"] { try workshop.write(name, authority.bytes(name)) }
        try workshop.make(
            "openssl",
            [
                "pkcs12", "-export", "-inkey", "leaf.key", "-in", "leaf.pem", "-certfile", "intermediate.pem",
                "-passout", "pass:geheim", "-out", "pass.p12",
            ])
        _ = try program.file("pass.p12", workshop.read("pass.p12"))
        _ = try program.file("root.pem", authority.bytes("root.pem"))
        _ = try program.file(
            "guests.csv", Array("name,seat,gate,code\nAda,12A,B2,A-1\nGrace,1,B3,A-2\nEdsger,7,B3,A-3\n".utf8))
        #expect(try await program.run(["pass", "new", "concert"]).status == 0)
        let pane = try await scanner("--source demo", columns: 120, rows: 40)
        defer { pane.end() }
        try await pane.wait(for: "in view")
        try await pane.press(":")
        try await pane.send("issue passes")
        try await pane.press("Enter", until: "Enter the template")
        let tickets = ["tickets", "all.pkpasses", "tickets.pdf"]
        try await fill(pane, ["concert", "guests.csv", "pass.p12", nil, nil, "root.pem"] + tickets)
        let known = try await pane.wait(for: "pass.p12 is locked")
        #expect(known.contains("3 passes.") && known.contains("12A"))
        try await pane.press("Enter")
        try await pane.enter("falsch", into: "It unlocks", shown: "••••••")
        // Where the line breaks depends on how long the path of the test's folder is.
        try await pane.answer("It unlocks", "Enter") { $0.contains("wrong") }
        for _ in "falsch" { try await pane.press("BSpace") }
        try await pane.send("geheim")
        let typed = try await pane.wait(for: "••••••")
        #expect(!typed.contains("geheim"))
        try await pane.answer("It unlocks", "Enter") { $0.contains("Sign 3 passes?") }
        try await pane.answer("Sign 3 passes?", "y")
        let made = try await pane.wait(for: "3 passes signed")
        try await pane.wait(for: "on 1 sheet of A4")
        #expect(!made.contains("Sign 3 passes?"))
        let before = try ["1", "2", "3"].map { try Data(contentsOf: url("tickets/\($0).pkpass")) }
        for number in 1...3 { try verify(url("tickets/\(number).pkpass"), workshop) }
        #expect(try Data(contentsOf: url("tickets.pdf")).starts(with: Data("%PDF-".utf8)))
        let check = try await program.run(["pass", "check", "all.pkpasses", "--root", "root.pem"])
        #expect(check.status == 0 && check.output.split(separator: "\n").count == 3, "\(check.output)")
        // Again: nothing twice, also by the command.
        try await pane.press("Enter")
        try await pane.answer("3 were issued before", "n") { !$0.contains("n, Esc  no") }
        try await pane.press("Escape")
        try await pane.wait(for: "in view")
        let again = try await program.run([
            "pass", "sign", "concert", "--csv", "guests.csv", "-o", "tickets", "--certificate",
            workshop.path("leaf.pem"), "--key", workshop.path("leaf.key"), "--intermediate",
            workshop.path("intermediate.pem"), "--root", "root.pem",
        ])
        #expect(again.output.contains("0 passes signed, 3 made before"), "\(again.output)\(again.errors)")
        #expect(try ["1", "2", "3"].map { try Data(contentsOf: url("tickets/\($0).pkpass")) } == before)
        // A pass that is dropped is shown.
        try await pane.paste(url("tickets/2.pkpass").path)
        try await pane.wait(for: "Grace")
        try await pane.press("End", until: "pass.json: ")
        try await pane.press("Escape", "q")
        try await expectRestored(pane, status: 0)
        // Nothing that was written down has the password.
        let log = try? program.text("state/quietzone/log")
        #expect(log?.contains("geheim") != true)
    }

    private func url(_ name: String) -> URL { program.folder.appendingPathComponent(name) }

    /// Unpacks a pass with unzip, and verifies its signature with openssl.
    private func verify(_ pass: URL, _ workshop: Workshop) throws {
        try workshop.make("unzip", ["-o", "-q", pass.path])
        try workshop.make(
            "openssl",
            [
                "cms", "-verify", "-binary", "-inform", "DER", "-in", "signature", "-content", "manifest.json",
                "-CAfile", "root.pem", "-purpose", "any", "-out", "verified",
            ])
        #expect(try workshop.read("verified") == workshop.read("manifest.json"))
    }
}
