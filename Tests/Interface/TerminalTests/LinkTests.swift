import Surface
import Testing

@testable import Terminal

@Suite struct LinkTests {
    @Test(arguments: [
        ("kitty(0.26.5)", true), ("foot(1.13.1)", true), ("foot(1.6)", false), ("VTE(7006)", true), ("tmux 3.4", true),
        ("tmux 3.3a", false), ("XTerm(379)", false), ("", false), ("mlterm", false),
    ])
    func linksGoToTerminalsThatTakeThem(version: String, isTaken: Bool) {
        #expect(TerminalLink.isTaken(by: version) == isTaken)
    }

    @Test func whatIsDrawnOverALinkIsNone() {
        var canvas = Canvas(width: 30, height: 3)
        canvas.write("https://example.org/", x: 2, y: 1)
        canvas.link(2..<22, y: 1, to: "https://example.org/")
        #expect(canvas.linkedCells.count == 20)
        canvas.write("日x", x: 4, y: 1)
        #expect(canvas.linkedCells.keys.sorted() == [32, 33] + Array(37..<52))
        var upper = Canvas(width: 30, height: 3)
        upper.write("x", x: 0, y: 1)
        canvas.take(rows: 2, of: upper)
        #expect(canvas.linkedCells.isEmpty)
        // Off the canvas.
        canvas.link(25..<99, y: 2, to: "http://a.example/")
        canvas.link(-9..<1, y: 2, to: "http://a.example/")
        for y in [-1, 3] { canvas.link(0..<5, y: y, to: "http://a.example/") }
        #expect(canvas.linkedCells.keys.sorted() == [60, 85, 86, 87, 88, 89])
    }

    @Test(arguments: ["", "a b", "a\u{7}", "a\u{1B}\\", "ä", "\u{9C}", String(repeating: "a", count: 1001)])
    func anAddressWithAnythingElseIsNoLink(address: String) {
        var canvas = Canvas(width: 30, height: 3)
        canvas.link(0..<5, y: 0, to: address)
        #expect(canvas.linkedCells.isEmpty)
    }
}
