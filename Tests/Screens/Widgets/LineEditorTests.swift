import Surface
import Testing
import Widgets

@Suite struct LineEditorTests {
    private func edited(_ text: String, history: [String] = [], _ keys: Key...) -> LineEditor {
        var editor = LineEditor(text, history: history)
        for key in keys { editor.handle(key) }
        return editor
    }

    @Test func editsAtTheCursor() {
        #expect(edited("abc", .home, .character("x")).text == "xabc")
        #expect(edited("abc", .left, .backspace).text == "ac")
        #expect(edited("abc", .control("a"), .right, .delete).text == "ac")
        #expect(edited("abc", .left, .control("u")).text == "c")
        #expect(edited("abc", .left, .control("k")).text == "ab")
        #expect(edited("abc", .home, .backspace, .left).text == "abc")
        #expect(edited("abc", .delete, .right, .control("e"), .character("!")).text == "abc!")
    }

    @Test func wordsEndAtBlanksAndSlashes() {
        #expect(edited("/home/me/a b", .control("w")).text == "/home/me/a ")
        #expect(edited("/home/me/a b", .control("w"), .control("w"), .control("w")).text == "/home/me/")
        #expect(edited("/home/me", .shiftLeft, .character("x")).text == "/home/xme")
        #expect(edited("/home/me", .home, .shiftRight, .shiftRight, .character("x")).text == "/homex/me")
    }

    @Test func whatIsSeenAsOneCharacterIsRemovedAsOne() {
        #expect(edited("ae\u{301}", .backspace).text == "a")
        #expect(edited("日本", .left, .delete).text == "日")
        // A typed combining accent joins the letter before it.
        let accented = edited("a", .character("e"), .character("\u{301}"))
        #expect(accented.head.count == 2)
        #expect(edited("a", .character("e"), .character("\u{301}"), .backspace).text == "a")
        // After two scalars have joined to one character, the cursor is after it.
        var editor = edited("x\u{301}", .home, .delete)
        editor.handle(.character("\u{301}"))
        editor.handle(.home)
        editor.handle(.character("e"))
        #expect(editor.text.count == editor.head.count + editor.tail.count)
    }

    @Test func historyGoesBackAndForthAndKeepsTheDraft() {
        var editor = edited("draft", history: ["new", "old"])
        for (key, text, isTaken) in [
            (Key.up, "new", true), (.up, "old", true), (.up, "old", false), (.down, "new", true),
            (.down, "draft", true),
            (.down, "draft", false),
        ] {
            let taken = editor.handle(key)
            #expect(taken == isTaken)
            #expect(editor.text == text)
        }
    }

    @Test func aLongTextIsShownAroundTheCursor() {
        func shown(_ editor: LineEditor, _ width: Int) -> (text: String, cursor: Int) {
            var cursor = 0
            let canvas = draw(width + 4, 1) { cursor = editor.draw(into: &$0, x: 0, y: 0, width: width, .plain) }
            return (String(canvas.text.dropLast()), cursor)
        }
        #expect(shown(edited("abcdefgh"), 9) == ("abcdefgh", 8))
        #expect(shown(edited("abcdefgh"), 6) == ("…efgh", 5))
        #expect(shown(edited("abcdefgh", .home), 6) == ("abcde…", 0))
        #expect(shown(edited("日本語日本語"), 8) == ("…本語", 7) || shown(edited("日本語日本語"), 8) == ("…日本語", 7))
        #expect(shown(LineEditor("s3cr3t", isSecret: true), 10) == ("••••••", 6))
        #expect(shown(edited("abc"), 1).cursor == 0)
        #expect(shown(edited("abc"), 0).cursor == 0)
    }

    @Test func aClickPutsTheCursorThere() {
        var editor = edited("a日b")
        editor.click(column: 2, width: 20)
        editor.handle(.character("|"))
        #expect(editor.text == "a|日b")
        editor.click(column: 99, width: 20)
        editor.handle(.character("|"))
        #expect(editor.text == "a|日b|")
        var long = edited("abcdefgh")
        // `…efgh`
        long.click(column: 2, width: 6)
        long.handle(.character("|"))
        #expect(long.text == "abcde|fgh")
    }

    @Test func pastesWithoutControlsAndNeverTooMuch() {
        var editor = edited("x")
        editor.paste("a\u{1B}[A\r\nb\u{202E}\tc\n")
        #expect(editor.text == "xa[Abc")
        editor.paste(String(repeating: "y", count: 100_000))
        #expect(editor.text.count == LineEditor.longest)
        editor.handle(.character("z"))
        #expect(editor.text.count == LineEditor.longest)
    }
}
