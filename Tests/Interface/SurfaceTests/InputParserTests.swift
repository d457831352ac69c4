import Surface
import Testing

@Suite struct InputParserTests {
    /// The inputs parsed from `text`, which must be the same for every split into two chunks.
    private func inputs(_ text: String, keys: [[UInt8]: Key] = [:]) -> [Input] { inputs(Array(text.utf8), keys: keys) }

    private func inputs(_ bytes: [UInt8], keys: [[UInt8]: Key] = [:]) -> [Input] {
        var whole = InputParser(keys: keys)
        var result = whole.take(bytes)
        result += whole.giveUp()
        for cut in bytes.indices {
            var parts = InputParser(keys: keys)
            let taken = parts.take(bytes[..<cut]) + parts.take(bytes[cut...]) + parts.giveUp()
            #expect(taken == result, "cut at \(cut)")
        }
        return result
    }

    @Test(
        arguments: [
            ("q", .character("q")), ("ä", .character("ä")), ("日", .character("日")),
            ("\u{1F3AB}", .character("\u{1F3AB}")),
            (" ", .character(" ")), ("\u{3}", .control("c")), ("\u{1A}", .control("z")), ("\r", .enter), ("\n", .enter),
            ("\t", .tab), ("\u{7F}", .backspace), ("\u{8}", .backspace), ("\u{1B}", .escape), ("\u{1B}[A", .up),
            ("\u{1B}OA", .up), ("\u{1B}[1;2D", .shiftLeft), ("\u{1B}[a", .shiftUp), ("\u{1B}[1;65A", .up),
            ("\u{1B}[H", .home), ("\u{1B}[1~", .home), ("\u{1B}[7~", .home), ("\u{1B}OF", .end), ("\u{1B}[4~", .end),
            ("\u{1B}[2~", .insert), ("\u{1B}[3~", .delete), ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown),
            ("\u{1B}[Z", .backTab), ("\u{1B}OP", .function(1)), ("\u{1B}OR", .function(3)),
            ("\u{1B}[11~", .function(1)),
            ("\u{1B}[[B", .function(2)), ("\u{1B}[15~", .function(5)), ("\u{1B}[24~", .function(12)),
            ("\u{1B}[34~", .function(20)), ("\u{1B}[P", .function(1)), ("\u{1B}OM", .enter),
            ("\u{1B}Ok", .character("+")),
            ("\u{1B}Op", .character("0")), ("\u{9B}A", .up),
            ("\u{1B}[1;5A", .up), ("\u{1B}[1;3D", .left), ("\u{1B}[1;6B", .shiftDown), ("\u{1B}[1;2H", .home),
            ("\u{1B}[3;5~", .delete), ("\u{1B}[5;2~", .pageUp), ("\u{1B}Oa", .up), ("\u{1B}[5^", .pageUp),
            ("\u{1B}[1;5P", .function(1)), ("\u{1B}\u{1B}[A", .up), ("\u{1B}\u{1B}OD", .left),
        ] as [(String, Key)])
    func aKeyIsAKey(text: String, key: Key) {
        #expect(inputs(text) == [.key(key)])
    }

    @Test(
        arguments: [
            ("x", .character("x")), ("q", .character("q")), ("ä", .character("ä")), ("日", .character("日")),
            ("\r", .enter),
            ("\u{7F}", .backspace), ("\u{18}", .control("x")), (" ", .character(" ")),
        ] as [(String, Key)]) func altIsAKeyOfItsOwnAndNotEscapeBeforeAnother(text: String, key: Key)
    {
        var parser = InputParser()
        #expect(parser.take("\u{1B}\(text)q".utf8) == [.key(.alt(key)), .key(.character("q"))])
        // What came a moment later was typed after Esc.
        #expect(parser.take([0x1B]).isEmpty)
        #expect(parser.take(text.utf8) == [.key(.escape), .key(key)])
        #expect(parser.take([0x1B]).isEmpty)
        #expect(parser.giveUp() == [.key(.escape)])
        #expect(parser.take(text.utf8) == [.key(key)])
    }

    @Test func escapeBeforeWhatIsNoKeyIsAKeyByItself() {
        for text: [UInt8] in [[0], [0xC3], [0xE2, 0x80, 0xAE], [0xFF], [0x1C]] {
            #expect(inputs([0x1B] + text) == [.key(.escape)], "\(text)")
            #expect(inputs([0x1B] + text + [0x71]).last == .key(.character("q")), "\(text)")
        }
    }

    @Test func controlCIsNeverAKeyWithAlt() {
        var parser = InputParser()
        #expect(parser.take([0x1B, 0x03, 0x71]) == [.key(.escape), .key(.control("c")), .key(.character("q"))])
    }

    @Test func escapeTwiceIsTwoKeys() {
        var parser = InputParser()
        #expect(parser.take([0x1B, 0x1B]).isEmpty)
        #expect(parser.pending == .escape)
        #expect(parser.giveUp() == [.key(.escape), .key(.escape)])
        #expect(parser.take([0x1B, 0x1B, 0x71]) == [.key(.escape), .key(.alt(.character("q")))])
        // One that is held down.
        #expect(parser.take([UInt8](repeating: 0x1B, count: 5)).count == 3)
        #expect(parser.giveUp().count == 2)
    }

    @Test func altHasANameThatSettingsTake() {
        for key in [Key.alt(.character("x")), .alt(.control("x")), .alt(.enter)] { #expect(Key(name: key.name) == key) }
        #expect(Key.alt(.character("x")).name == "Alt-x")
        #expect(Key(name: "Alt-Up") == nil && Key(name: "Alt-") == nil && Key(name: "Alt-Alt-x") == nil)
        #expect(Key(name: "Alt-Ctrl-C") == nil && Key(name: "Alt-Ctrl-X") == .alt(.control("x")))
    }

    /// Unsolicited replies and reports, which must not be taken for keys.
    @Test(arguments: [
        "[24;80R", "[1;2R", "[?64;1;2;6c", "[>41;354;0c", "[?2026;2$y", "[4;1$y", "[0n", "[?997;3n", "[?997n", "[1I",
        "[>O",
        "[8;24;80t",
        "[?1u", "[121;2:3u", "[27;5;121~", "[32;10;10M", "[<35;5;5M",
        "P>|xterm(390)\u{1B}\\", "P1+r436f=787465726d\u{1B}\\", "]11;white\u{7}", "]10;rgb:0000/0000/0000\u{7}",
        "P11;rgb:ffff/ffff/ffff\u{1B}\\", "]11;rgb:00000000000000000000000000000000000000000/0/0\u{7}",
        "]52;c;eHk=\u{7}", "_Gi=31;OK\u{1B}\\", "^x\u{1B}\\", "Xyes\u{1B}\\",
        "[M\u{20}\u{20}\u{20}",
        "[200;1~", "[12345678901234567890123456789012345678901234567890y",
    ])
    func aReplyIsNoKey(text: String) {
        #expect(inputs("\u{1B}" + text) == [])
        #expect(inputs("a\u{1B}" + text + "b") == [.key(.character("a")), .key(.character("b"))])
    }

    @Test(
        arguments: [
            ("[I", .focus(true)), ("[O", .focus(false)), ("[?997;1n", .colors(.dark)), ("[?997;2n", .colors(.light)),
            ("]11;rgb:0000/0000/0000\u{7}", .background(.dark)),
            ("]11;rgb:ffff/ffff/ffff\u{1B}\\", .background(.light)),
        ] as [(String, TerminalReport)])
    func aReportIsTaken(text: String, report: TerminalReport) {
        #expect(inputs("\u{1B}" + text) == [.report(report)])
        #expect(inputs("a\u{1B}" + text + "b") == [.key(.character("a")), .report(report), .key(.character("b"))])
    }

    @Test func introducersOfEightBitsAreThoseOfSeven() {
        #expect(inputs("\u{9B}24;80Rq") == [.key(.character("q"))])
        #expect(inputs([0x9D] + Array("12;x\u{7}q".utf8)) == [.key(.character("q"))])
        #expect(inputs([0x90] + Array(">|x\u{1B}\\q".utf8)) == [.key(.character("q"))])
    }

    @Test func whatSteersTerminalsIsNoKey() {
        for text in ["\u{0}", "\u{1C}", "\u{202E}", "\u{200B}", "\u{85}", "\u{E000}"] {
            #expect(inputs(text) == [], "\(text)")
        }
    }

    @Test func brokenUTF8IsDroppedAndTheNextKeyIsNot() {
        for bytes: [UInt8] in [[0xFF], [0xC3], [0xE6, 0x97], [0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5]] {
            #expect(inputs(bytes + [0x71]) == [.key(.character("q"))], "\(bytes)")
        }
    }

    @Test func aPasteIsText() {
        #expect(
            inputs("\u{1B}[200~xy\r\u{1B}[A\u{3}ä\u{1B}[201~q") == [
                .paste("xy\r\u{1B}[A\u{3}ä"), .key(.character("q")),
            ])
        #expect(inputs("\u{1B}[200~\u{1B}[201~") == [.paste("")])
        #expect(inputs("\u{1B}[200~a\u{1B}[20\u{1B}[201~") == [.paste("a\u{1B}[20")])
        // The end mark alone is ignored.
        #expect(inputs("\u{1B}[201~") == [])
    }

    @Test func aPasteIsBoundedAndItsRestIsNoKey() {
        var parser = InputParser()
        var result = parser.take("\u{1B}[200~".utf8)
        for _ in 0..<100 { result += parser.take([UInt8](repeating: 0x79, count: 1 << 14)) }
        result += parser.take("\u{1B}[201~q".utf8)
        #expect(result == [.paste(String(repeating: "y", count: InputParser.longestPaste)), .key(.character("q"))])
    }

    @Test(arguments: [
        ("\u{1B}", InputParser.Pending.escape), ("\u{1B}[", .sequence), ("\u{1B}[1;", .sequence),
        ("\u{1B}O", .sequence),
        ("\u{1B}]11;rgb", .sequence), ("\u{1B}P>|x\u{1B}", .sequence), ("\u{1B}[M!", .sequence),
        ("\u{1B}[[", .sequence),
        ("\u{1B}[200~yy", .paste),
    ])
    func keysAreKeysAgainAfterWhatNeverEnds(text: String, pending: InputParser.Pending) {
        var parser = InputParser()
        let before = parser.take(text.utf8)
        #expect(before.isEmpty)
        #expect(parser.pending == pending)
        _ = parser.giveUp()
        #expect(parser.pending == .none)
        let after = parser.take("q".utf8)
        #expect(after == [.key(.character("q"))])
    }

    @Test(arguments: ["\u{1B}[", "\u{1B}[1;2", "\u{1B}]11;rgb", "\u{1B}P", "\u{1B}O", "\u{1B}[M "])
    func aControlEndsWhatIsBroken(text: String) {
        #expect(inputs(text + "\u{3}") == [.key(.control("c"))])
    }

    @Test func whatTerminfoSaysStandsBefore() {
        let keys: [[UInt8]: Key] = [Array("\u{1B}[A".utf8): .function(9), [0x1B, 0x41]: .up, [0x0B]: .up]
        #expect(inputs("\u{1B}[A", keys: keys) == [.key(.function(9))])
        #expect(inputs("\u{1B}A", keys: keys) == [.key(.up)])
        #expect(inputs("\u{B}", keys: keys) == [.key(.up)])
    }

    @Test(arguments: [
        ("[<0;1;1M", MouseEvent(.press, column: 0, row: 0)),
        ("[<0;300;120m", MouseEvent(.release, column: 299, row: 119)),
        ("[<64;5;6M", MouseEvent(.wheelUp, column: 4, row: 5)),
        ("[<65;5;6M", MouseEvent(.wheelDown, column: 4, row: 5)),
        ("[<16;5;6M", MouseEvent(.press, column: 4, row: 5)), ("[M !!", MouseEvent(.press, column: 0, row: 0)),
        ("[<32;7;6M", MouseEvent(.drag, column: 6, row: 5)), ("[<48;7;6M", MouseEvent(.drag, column: 6, row: 5)),
        ("[M@~!", MouseEvent(.drag, column: 93, row: 0)),
        ("[M#~!", MouseEvent(.release, column: 93, row: 0)), ("[M`!$", MouseEvent(.wheelUp, column: 0, row: 3)),
    ])
    func theMouseReports(text: String, event: MouseEvent) {
        #expect(inputs("\u{1B}" + text) == [.mouse(event)])
    }

    @Test(arguments: [
        "1;5;5M", "2;5;5M", "33;5;5M", "34;5;5M", "0;0;5M", "0;5;0M", "0;5M", "0;5;5;5M", ";;M", "M", "m", "35;5;5M",
        "0;99999999999999999999;1M",
        "0;5;x",
    ])
    func mouseReportsThatMeanNothingAreDropped(text: String) {
        #expect(inputs("\u{1B}[<" + text) == [])
    }

    @Test(
        arguments: [
            ("48;24;80;480;800t", TerminalSize(columns: 80, rows: 24, width: 800, height: 480)),
            ("48;24;80;0;0t", TerminalSize(columns: 80, rows: 24)),
            ("48;24;80;;t", TerminalSize(columns: 80, rows: 24)),
            ("48;24:1;80:2;480;800:9t", TerminalSize(columns: 80, rows: 24, width: 800, height: 480)),
            ("48;9999;99999;480;800t", TerminalSize(columns: 1000, rows: 500)),
            ("48;0;80;480;800t", nil), ("48;24;80t", nil), ("8;24;80t", nil), ("48;24;-80;0;0t", nil),
            ("48;;80;0;0t", nil),
            ("48;24;99999999999999999999;0;0t", nil),
        ] as [(String, TerminalSize?)])
    func theSizeIsReported(text: String, size: TerminalSize?) {
        #expect(inputs("\u{1B}[" + text) == size.map { [.report(.size($0))] } ?? [])
    }

    @Test func pixelsOfTheMouseAreCells() throws {
        let cell = try #require(CellPixels(width: 10, height: 20))
        func event(_ x: Int, _ y: Int) -> MouseEvent {
            MouseEvent(.drag, column: x, row: y).inCells(of: cell, columns: 80, rows: 24)
        }
        #expect((event(0, 0).column, event(0, 0).row) == (0, 0))
        #expect(event(0, 0).within == CellShare(x: 0.05, y: 0.025))
        #expect((event(799, 479).column, event(799, 479).row) == (79, 23))
        #expect(event(124, 50).within == CellShare(x: 0.45, y: 0.525) && event(124, 50).column == 12)
        // A margin that is reported, too.
        #expect(event(805, 99_999) == event(799, 479))
    }

    /// In the older form: the middle and the right button, and motion with them and with none.
    @Test(arguments: ["!", "\"", "A", "B", "C"])
    func otherButtonsAreNoClick(button: String) {
        #expect(inputs("\u{1B}[M" + button + "!!") == [])
    }
}
