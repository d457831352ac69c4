import Testing

/// The picture's renderers in a real terminal.
///
/// In the same suite as the others, because they find the scanner to signal by its command line.
extension ScreenEndToEndTests {
    private var halfBlocks: String { String(repeating: "▀", count: 8) }

    @Test func aKeyGoesThroughTheRenderersAndBackToCharacters() async throws {
        let pane = try await Pane(program)
        defer { pane.end() }
        try await pane.line("\(Program.executable) --source demo")
        let first = try await pane.wait(for: "hold a code in this box")
        #expect(!first.contains(halfBlocks))
        // The status line names the renderer for as long as it is used; what a key says goes after a while.
        try await pane.press("I", until: " ascii")
        try await pane.press("i", until: "letters")
        try await pane.press("i", until: "half-blocks")
        try await pane.wait(for: halfBlocks)
        // Grey foreground on grey background, from the 256 colours.
        let greys = /\u{1B}\[[0-9;]*48;5;2[345][0-9][;m]/
        #expect(try await pane.screen(escapes: true).firstMatch(of: greys) != nil)
        try await pane.wait("for an outline") { screen in
            screen.contains(" 1") && screen.unicodeScalars.contains { 0x2801...0x28FF ~= $0.value }
        }
        for name in ["quadrants", "sextants", "braille"] {
            try await pane.press("i", until: name)
            #expect(try await !pane.screen().contains("???"))
        }
        // A tmux that shows Sixel has pictures in pixels between those and characters.
        try await pane.press("i")
        let next = try await pane.wait("for another renderer") { $0.contains(" ascii") || $0.contains(" sixel") }
        if next.contains(" sixel") { try await pane.press("i", until: " ascii") }
        try await pane.wait("for characters") { !$0.contains(halfBlocks) }
    }

    @Test(arguments: [
        ("TERM=screen", "this terminal has 8 colours, and they need 16"),
        ("NO_COLOR=1", "no colours are available"),
        ("LC_ALL=C", "this terminal's locale is not UTF-8"),
    ])
    func aTerminalThatCannotSaysWhyAndShowsCharacters(_ setting: String, why: String) async throws {
        _ = try program.file("config/quietzone/config.toml", Array("[display]\npreview = \"half-blocks\"\n".utf8))
        let pane = try await Pane(program)
        defer { pane.end() }
        try await pane.line("\(setting) \(Program.executable) --source demo")
        let screen = try await pane.wait(for: "No half blocks: \(why)")
        #expect(!screen.contains(halfBlocks))
        try await pane.wait(for: "hold a code in this box")
        #expect(try await !pane.screen().contains(halfBlocks))
    }
}
