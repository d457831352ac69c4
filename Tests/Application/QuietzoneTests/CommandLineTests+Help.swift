import Testing

/// Suggestions, help, and how one command's output goes into another.
extension CommandLineTests {
    @Test(arguments: [
        (["histroy"], "Did you mean `quietzone history`?"),
        (["histroy", "--help"], "Did you mean `quietzone history`?"),
        (["help", "histroy"], "Did you mean `quietzone history`?"),
        (["history", "lst"], "Did you mean `quietzone history list`?"),
        (["read", "--only", "qrcoed", "x.png"], "Did you mean qr-code?"),
        (["make", "-s", "ean12", "1"], "Did you mean ean-13?"),
        (["read", "--charset", "Shift-JSI", "x.png"], "Did you mean Shift_JIS?"),
    ])
    func misspelledNamesGetASuggestion(arguments: [String], suggestion: String) async throws {
        let wrong = try await program.run(arguments)
        #expect(wrong.status == 2)
        #expect(wrong.errors.contains(suggestion))
    }

    @Test func whatIsReadIsExplained() async throws {
        let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Ng;Zoe\r\nFN:Zoe Ng\r\nEND:VCARD"
        let picture = try program.picture("contact.png", card)
        let line = try await program.run(["read", picture]).output
        #expect(line.contains("␍␊"))
        #expect(try await program.run(["explain", String(line.dropLast())]).output.hasPrefix("Contact: Zoe Ng\n"))
        #expect(try await program.run(["explain", "4006381333931"]).output.hasPrefix("Product: 4006381333931"))
        #expect(try await program.run(["explain", "4006381333932"]).output.hasPrefix("Text"))
        #expect(
            try await program.run(["explain", "--symbology", "code128", "4006381333931"]).output.hasPrefix("Text"))
    }

    @Test func helpBeginsWithTheOptionsThatMostPeopleNeed() async throws {
        for command in ["read", "watch", "make"] {
            let help = try await program.run([command, "--help"]).output
            let titles = help.split(separator: "\n").filter { $0.hasSuffix(":") && $0 == $0.uppercased() }
            let options = try #require(titles.firstIndex(of: "OPTIONS:"))
            #expect(titles[..<options].allSatisfy { $0 == "ARGUMENTS:" })
            #expect(options < titles.count - 1)
        }
        #expect(try await !program.run(["read", "--help"]).output.contains("windows-1257"))
    }
}
