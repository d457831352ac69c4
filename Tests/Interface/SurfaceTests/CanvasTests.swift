import Formats
@testable import Surface
import Testing

@Suite struct CanvasTests {
    @Test func cutsOffWhatLiesOutside() {
        var canvas = Canvas(width: 4, height: 2)
        canvas.write("abcdef", x: 2, y: 0)
        canvas.write("xyz", x: -1, y: 1)
        canvas.write("no", x: 0, y: 9)
        canvas.set(99, 0, "!")
        canvas.fill(Rect(x: 3, y: 1, width: 50, height: 50), "#")
        #expect(canvas.text == "  ab\nyz #\n")
    }

    @Test func whatIsDrawnWithIsSetAsItIsWritten() {
        for value: UInt32 in Array(0x20..<0x7F) + Array(0x2500...0x259F) {
            let character = Character(Unicode.Scalar(value)!)
            var (set, written) = (Canvas(width: 2, height: 1), Canvas(width: 2, height: 1))
            set.set(0, 0, character, Style(.palette(1)))
            written.write(String(character), x: 0, y: 0, Style(.palette(1)))
            #expect(set.cells == written.cells, "\(value)")
            #expect(set[0, 0].columns == 1)
        }
    }

    @Test func endsInAnEllipsisWhenTheLimitIsShort() {
        var canvas = Canvas(width: 10, height: 1)
        let used = canvas.write("barcode", x: 0, y: 0, limit: 4)
        #expect(used == 4)
        #expect(canvas.text == "bar…\n")
    }

    @Test func wideCharactersTakeTwoCellsAndAreNeverHalved() {
        var canvas = Canvas(width: 5, height: 1)
        canvas.write("日本語", x: 0, y: 0)
        #expect(canvas.text == "日本\n")
        #expect(canvas[1, 0].columns == 0)
        canvas.set(1, 0, "x")
        #expect(canvas.text == " x本\n")
        canvas.fill(Rect(x: 2, y: 0, width: 1, height: 1), "y")
        #expect(canvas.text == " xy\n")
    }

    @Test func noTextCanSteerTheTerminal() {
        var canvas = Canvas(width: 40, height: 1)
        canvas.write("a\u{1B}[2Jb\u{9B}c\u{202E}d\u{7}\ne\u{200D}", x: 0, y: 0)
        #expect(canvas.text == "a␛[2Jb�c�d␇␊e�\n")
        canvas.set(0, 0, "\u{7}")
        #expect(canvas[0, 0].character == "␇")
    }

    @Test func aFrameHoldsItsTitle() {
        var canvas = Canvas(width: 12, height: 3)
        canvas.frame(canvas.bounds, .plain, title: "Keys")
        #expect(canvas.text == "┌─ Keys ───┐\n│          │\n└──────────┘\n")
    }

    @Test func everySmallSizeDrawsWithoutTrapping() {
        for width in 0..<6 {
            for height in 0..<4 {
                var canvas = Canvas(width: width, height: height)
                canvas.frame(canvas.bounds, .plain, title: "title")
                canvas.write("日本語 text", x: -3, y: 0, limit: 7)
                if let text = BigText("A1", width: 20, height: 6) { canvas.write(text, x: -2, y: -1, .plain) }
                #expect(canvas.cells.count == width * height)
            }
        }
    }

}

@Suite struct BigTextTests {
    private func drawn(_ text: String, width: Int, height: Int) -> String? {
        guard let large = BigText(text, width: width, height: height) else { return nil }
        var canvas = Canvas(width: width, height: height)
        canvas.write(large, x: 0, y: 0, .plain)
        return canvas.text
    }

    @Test func isAsLargeAsThereIsRoomFor() {
        #expect(drawn("10", width: 7, height: 3) == "▄█  █▀█\n █  █ █\n▀▀▀ ▀▀▀\n")
        #expect(drawn("10", width: 7, height: 2) == nil)
        #expect(drawn("10", width: 6, height: 3) == nil)
        #expect(drawn("1", width: 6, height: 6) == "  ██\n████\n  ██\n  ██\n██████\n\n")
        // On two lines of one length before it is not drawn at all.
        #expect(drawn("1000", width: 9, height: 6)?.hasPrefix("▄█  █▀█\n █  █ █\n▀▀▀ ▀▀▀\n█▀█ █▀█") == true)
        #expect(drawn("100000", width: 7, height: 30) == nil)
    }

    @Test func smallLettersHaveShapesOfTheirOwn() {
        #expect(drawn("gG", width: 7, height: 3) == "▄▄▄ ▄▀▀\n▀▄█ █ █\n▄▄▀  ▀▀\n".replacing("▄▄▄", with: " ▄▄"))
        var seen: [[UInt8]: Character] = [:]
        for (character, shape) in BigText.shapes {
            #expect(seen.updateValue(character, forKey: shape) == nil, "\(character) looks like another")
        }
        for code in UInt8(ascii: "!")...UInt8(ascii: "~") where code != UInt8(ascii: "`") {
            #expect(BigText.shapes[Character(Unicode.Scalar(code))] != nil)
        }
    }

    @Test func whatHasNoShapeIsNotDrawnAtAll() {
        #expect(BigText("Größe", width: 200, height: 9) == nil)
        #expect(BigText("", width: 200, height: 9) == nil)
        #expect(BigText(String(repeating: "1", count: 61), width: 2000, height: 9) == nil)
        #expect(BigText("1", width: -3, height: -9) == nil)
    }
}

@Suite struct ParagraphTests {
    @Test func breaksAtBlanks() {
        #expect(Paragraph.wrap("hold a code in the box", width: 11) == ["hold a ", "code in ", "the box"])
    }

    @Test func cutsLongWordsAndTooManyLines() {
        #expect(Paragraph.wrap("abcdefgh", width: 3) == ["abc", "def", "gh"])
        #expect(Paragraph.wrap("abcdefgh", width: 3, maximum: 2) == ["abc", "de…"])
    }

    @Test func keepsEmptyLinesAndShowsControls() {
        #expect(Paragraph.wrap("a\n\nb\u{1}", width: 9) == ["a", "", "b␁"])
    }

    @Test func neverExceedsTheWidth() {
        for width in 1..<12 {
            for line in Paragraph.wrap("日本語の text, mixed 🎫 with e\u{301}", width: width) {
                #expect(DisplayWidth.of(line) <= max(2, width))
            }
        }
    }
}
