import Formats
import Testing

@Suite struct SafeTextTests {
    @Test(arguments: [
        ("plain", "plain"), ("é漢字", "é漢字"), ("a\u{1B}[31m", "a␛[31m"), ("a\u{202E}b", "a\u{FFFD}b"),
        ("a\u{9B}b", "a\u{FFFD}b"), ("line\nnext", "line␊next"),
        // Invisible characters split or lengthen words.
        ("pay\u{034F}pal", "pay\u{FFFD}pal"),
        ("a\u{115F}b\u{1160}c\u{3164}d\u{FFA0}e", "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}e"),
        ("a\u{2800}b", "a\u{FFFD}b"), ("a\u{FE00}b\u{E0100}c", "a\u{FFFD}b\u{FFFD}c"), ("a\u{17B4}", "a\u{FFFD}"),
        // The variation selector is dropped, so the terminal chooses how to draw the heart.
        ("\u{2764}\u{FE0F}!", "\u{2764}!"), ("1\u{FE0F}", "1\u{FFFD}"),
    ])
    func showsWhatSteersOrHides(_ text: String, _ expected: String) {
        #expect(Array(SafeText.visible(text).unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test func marksAreNotHeapedUp() {
        let heap = "e" + String(repeating: "\u{0301}", count: 160) + "x"
        let shown = Array(SafeText.visible(heap).unicodeScalars)
        #expect(shown == Array(("e" + String(repeating: "\u{0301}", count: 4) + "\u{FFFD}x").unicodeScalars))
        // No language uses four marks on a letter: Vietnamese uses two.
        #expect(SafeText.visible("e\u{0302}\u{0301}") == "e\u{0302}\u{0301}")
    }
}
