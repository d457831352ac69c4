import Foundation
import Testing

/// Making codes on the screen, in a real terminal: what is typed is what is read off the file that is saved, and what is shown.
extension ScreenEndToEndTests {
    @Test func aCodeIsTypedSavedAndReadBack() async throws {
        let pane = try await scanner("--source demo", columns: 100, rows: 36)
        defer { pane.end() }
        try await pane.wait(for: "in view")
        try await pane.press("C-n", until: "Type on the left")
        // Letters that are commands elsewhere, and an address that gets its scheme.
        try await pane.send("example.org/q?x=1", until: "Reads back: yes")
        try await pane.wait(for: "Web address: example.org")
        try await pane.press("C-s")
        try await pane.enter("made.png", into: "Save the code")
        try await pane.answer("Save the code", "Enter")
        try await pane.wait(for: "Saved to")
        let read = try await program.run(["read", program.folder.appendingPathComponent("made.png").path])
        #expect(read.output == "https://example.org/q?x=1\n")
        // What went out is there to be made again.
        try await pane.press("C-x")
        try await pane.wait(for: "Type on the left")
        try await pane.press("C-o")
        try await pane.wait(for: "Make again")
        try await pane.press("Enter")
        try await pane.wait(for: "Reads back: yes")
        #expect(try await pane.screen().contains("example.org/q?x=1"))
        try await pane.press("Escape", until: "in view")
        try await quit(pane)
    }

    @Test func aScanIsMadeAgain() async throws {
        let pane = try await scanner("--source demo", columns: 120, rows: 40)
        defer { pane.end() }
        try await pane.wait("for a scan") { $0.contains("Demo history") && !$0.contains("Demo history 0") }
        try await pane.press("z", "C-r", until: "Make a code")
        try await pane.wait(for: "Reads back: yes")
        try await pane.press("C-f")
        try await pane.wait("for the code alone") { !$0.contains("Make a code") }
        try await pane.press("Escape", until: "Make a code")
        try await pane.press("C-c")
        try await expectRestored(pane, status: 0)
    }
}
