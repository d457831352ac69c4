import Testing

/// Pictures as a source on the screen, and a settings file that is broken.
extension ScreenEndToEndTests {
    @Test func aFolderIsSeenPictureByPicture() async throws {
        for number in 1...3 { _ = try program.picture("labels/label\(number).png", "LOT-\(number)", as: .code128) }
        _ = try program.file("labels/notes.txt", Array("hello".utf8))
        let pane = try await Pane(program)
        defer { pane.end() }
        // Without --source, too.
        try await start(pane, "labels")
        try await pane.wait(for: "picture 1 of 3  label1.png")
        try await pane.wait(for: "History 1")
        try await pane.press(".", until: "picture 2 of 3  label2.png")
        try await pane.wait(for: "History 2")
        try await pane.press(".", until: "History 3")
        try await pane.press(".", until: "This is the last picture")
        try await pane.press(",", ",", until: "picture 1 of 3")
        try await pane.press("T", until: "Read thoroughly: one symbol found")
        try await pane.wait(for: "History 3")
        try await quit(pane)
        #expect(try await program.run(["history", "list"]).output.split(separator: "\n").count == 3)
    }

    @Test func theCodeInViewIsGradedAndItsReportSaved() async throws {
        _ = try program.picture("label.png", "LOT-1", as: .code128)
        let pane = try await Pane(program)
        defer { pane.end() }
        try await start(pane, "label.png")
        try await pane.wait(for: "History 1")
        try await pane.press("F6", until: "estimated after ISO/IEC 15416")
        #expect(try await pane.screen().contains("Symbol contrast"))
        try await pane.press("e", until: "Save the report")
        try await pane.answer("Save the report", "Enter") { $0.contains("Saved to") }
        try await pane.press("Escape", until: "History 1")
        try await quit(pane)
    }

    @Test func aBrokenSettingIsSaidAndTheProgramStarts() async throws {
        _ = try program.file("config/quietzone/config.toml", Array("[keys]\nquit = []\n".utf8))
        let pane = try await scanner("--source demo")
        defer { pane.end() }
        try await pane.wait(for: "config.toml, line 2: [keys] quit: must be one key or more")
        try await quit(pane)
    }

    @Test func aFileThatCannotBeParsedIsSaidWithItsLine() async throws {
        _ = try program.file("config/quietzone/config.toml", Array("[display]\ntheme = dark\n".utf8))
        let pane = try await scanner("--source demo")
        defer { pane.end() }
        try await pane.wait(for: "config.toml, line 2: `theme`: a value is missing, or is text")
        try await quit(pane)
    }
}
