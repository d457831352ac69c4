import Testing

@testable import Terminal

@Suite struct TerminalFactsTests {
    private func facts(_ text: String) -> TerminalFacts { TerminalFacts(in: Array(text.utf8)) }

    @Test(arguments: PrivateMode.allCases)
    func aModeIsUsedWhereTheTerminalKnowsIt(mode: PrivateMode) {
        func knows(_ state: String) -> Bool {
            facts("\u{1B}[?\(mode.rawValue);\(state)$y\u{1B}[?62c").modes == [mode]
        }
        #expect(knows("1") && knows("2"))
        #expect(!knows("0") && !knows("3") && !knows("4") && !knows("") && !knows("2;2") && !knows("12"))
        #expect(facts("\u{1B}[?\(mode.rawValue);2$").modes.isEmpty, "cut off")
        #expect(facts("\u{1B}[\(mode.rawValue);2$y").modes.isEmpty, "no private mode")
        #expect(facts("\u{1B}[?2004;2$y").modes.isEmpty, "another one")
    }

    @Test func notificationsAreThoseThatTheTerminalTakes() {
        #expect(facts("\u{1B}]99;i=quietzone:p=?;p=title,body:o=always\u{7}").notifications == .kitty)
        #expect(facts("\u{1B}]99;i=quietzone:p=?;\u{1B}\\\u{1B}P>|foot(1.20)\u{1B}\\").notifications == .kitty)
        #expect(facts("\u{1B}P>|ghostty 1.0.0\u{1B}\\").notifications == .rxvt)
        #expect(facts("\u{1B}P>|iTerm2 3.5.0\u{1B}\\").notifications == .iTerm)
        for text in [
            "P>|tmux 3.4\u{1B}\\", "P>|XTerm(390)\u{1B}\\", "]99;i=other:p=?;\u{7}", "]99;i=quietzone:p=?;",
            "]99;;x\u{7}",
        ] {
            #expect(facts("\u{1B}\(text)").notifications == nil, "\(text)")
        }
    }

    @Test(
        arguments: [
            ("1 0 kitty(0.41.1)\n", "kitty(0.41.1)", false, true), ("1 1 foot(1.16.2)", "foot(1.16.2)", true, false),
            ("2 1 kitty(0.26.5)", "kitty(0.26.5)", true, false), ("all on ghostty 1.2.0", "ghostty 1.2.0", true, true),
            ("0 1 kitty(0.41.1)", nil, true, false), ("off off XTerm(379)", nil, false, false),
            ("1 1 ", nil, true, false), ("1 1 a\u{1B}[31m", nil, true, false), ("1 1 日本", nil, true, false),
            ("1 1 " + String(repeating: "x", count: 81), nil, true, false), ("", nil, false, false),
            ("1", nil, false, false),
            ("no server running", nil, false, false),
        ] as [(String, String?, Bool, Bool)])
    func whatTmuxSays(line: String, reached: String?, reportsFocus: Bool, showsPictures: Bool) {
        let tmux = TmuxFacts(line: line)
        #expect(tmux.reachedTerminal == reached)
        #expect(tmux.reportsFocus == reportsFocus)
        #expect(tmux.showsPictures == showsPictures)
        // A window that was opened in tmux answers for itself.
        var own = facts("\u{1B}P>|XTerm(390)\u{1B}\\")
        own.take(tmux)
        #expect(own == facts("\u{1B}P>|XTerm(390)\u{1B}\\"))
        var inside = facts("\u{1B}P>|tmux 3.5a\u{1B}\\")
        inside.take(tmux)
        #expect(inside.modes == (reportsFocus ? [.focusReports] : []))
        #expect(inside.pictures == (showsPictures ? [.kitty] : []))
        #expect(inside.notifications == reached.flatMap { TerminalNotification(version: $0) })
    }

    @Test func aSequenceForTheTerminalAroundTmuxIsWrapped() {
        #expect(TmuxFacts.passedThrough("\u{1B}]9;x\u{1B}\\") == "\u{1B}Ptmux;\u{1B}\u{1B}]9;x\u{1B}\u{1B}\\\u{1B}\\")
    }

    /// A text never ends its sequence or begins another, and is short.
    @Test(arguments: [TerminalNotification.kitty, .rxvt, .iTerm])
    func aNotificationIsFiltered(by notification: TerminalNotification) {
        let plain = notification.sequence("")
        let text = "a;b\u{1B}\\\u{7}\u{9C}\u{9D}\n\u{202E}" + String(repeating: "e\u{301}", count: 10_000)
        let sequence = notification.sequence(text)
        #expect(sequence.utf8.filter { $0 == 0x1B || $0 == 0x07 } == plain.utf8.filter { $0 == 0x1B || $0 == 0x07 })
        #expect(!sequence.unicodeScalars.contains { 0x80..<0xA0 ~= $0.value || $0 == "\u{202E}" || $0 == "\n" })
        #expect(sequence.filter { $0 == ";" }.count == plain.filter { $0 == ";" }.count)
        #expect(sequence.utf8.count < plain.utf8.count + 500)
    }

    @Test(arguments: [
        ("ghostty 1.2.0", true), ("ghostty 1.1.3", false), ("ghostty 1.3.0-main+abc", true), ("ghostty 1", false),
        ("WezTerm 20250301-110809-5046fc22", true), ("WezTerm 20240203-110809-5046fc22", false), ("VTE(8000)", true),
        ("VTE(7600)", false), ("iTerm2 3.6.6", true), ("iTerm2 3.5.14", false), ("Konsole 26.04.0", true),
        ("Konsole 22.12.3", false), ("kitty(0.40.0)", false), ("foot(1.20)", false), ("tmux 3.6", false),
        ("ghostty", false),
        ("ghostty 99999999999999999999", false), ("", false),
    ])
    func progressIsShownWhereItIsKnown(version: String, isShown: Bool) {
        #expect(TerminalProgress.isShown(by: version) == isShown)
    }

    @Test func kittysKeysAreUsedWhereTheTerminalAnswers() {
        #expect(facts("\u{1B}[?0u\u{1B}[?62c").hasKittyKeyboard)
        #expect(facts("\u{1B}[?31u").hasKittyKeyboard)
        for text in ["[?u", "[?0", "[0u", "[?0;0u", "[?99u", "[?x0u", "[?0$u", "[?1000000000000000000000u"] {
            #expect(!facts("\u{1B}\(text)").hasKittyKeyboard, "\(text)")
        }
    }
}
