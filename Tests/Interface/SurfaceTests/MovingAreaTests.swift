import Testing

@testable import Surface

@Suite struct MovingAreaTests {
    /// A canvas of one character in the moving area, another around it.
    private func canvas(_ inside: Character, _ outside: Character = ".") -> Canvas {
        var canvas = Canvas(width: 12, height: 8)
        canvas.fill(canvas.bounds, outside)
        let area = Rect(x: 2, y: 1, width: 8, height: 6)
        canvas.fill(area, inside)
        canvas.moving = MovingArea(area)
        return canvas
    }

    private func rows(_ canvas: Canvas) -> [String] { canvas.text.split(separator: "\n").map(String.init) }

    @Test func whatFitsIsSentWhole() {
        var row = 0
        #expect(canvas("b").limited(to: 48, over: canvas("a"), from: &row) == nil)
        #expect(canvas("a").limited(to: 0, over: canvas("a"), from: &row) == nil)
        var still = canvas("b")
        still.moving = nil
        #expect(still.limited(to: 0, over: canvas("a"), from: &row) == nil)
        #expect(canvas("b").limited(to: 0, over: Canvas(width: 3, height: 3), from: &row) == nil)
    }

    @Test func theRestOfThePictureWaitsAndComesInTurn() throws {
        var row = 0
        var shown = canvas("a")
        var next = canvas("b", ":")
        shown = try #require(next.limited(to: 16, over: shown, from: &row))
        #expect(rows(shown)[0] == "::::::::::::", "around it everything is new")
        #expect(rows(shown)[1...6].map { $0.dropFirst(2).first! } == ["b", "b", "a", "a", "a", "a"])
        next = canvas("c", ":")
        shown = try #require(next.limited(to: 16, over: shown, from: &row))
        #expect(rows(shown)[1...6].map { $0.dropFirst(2).first! } == ["b", "b", "c", "c", "a", "a"])
        shown = try #require(next.limited(to: 1, over: shown, from: &row), "one row at least")
        #expect(rows(shown)[1...6].map { $0.dropFirst(2).first! } == ["b", "b", "c", "c", "c", "a"])
        // In the end it is what it is to be.
        for _ in 0..<9 { shown = next.limited(to: 8, over: shown, from: &row) ?? next }
        #expect(shown.text == next.text)
    }

    @Test func whatIsDrawnOverItDoesNotWait() throws {
        var next = canvas("b")
        next.drawStill { $0.write("yes or no?", x: 1, y: 4) }
        #expect(next.moving?.still == Rect(x: 2, y: 4, width: 8, height: 1))
        var row = 0
        let shown = try #require(next.limited(to: 8, over: canvas("a"), from: &row))
        #expect(rows(shown)[4].contains("yes or no?"))
        #expect(rows(shown)[3].contains("aaaaaaaa"))
        var nothing = canvas("b")
        nothing.drawStill { _ in }
        #expect(nothing.moving?.still.isEmpty == true)
    }
}
