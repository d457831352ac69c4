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

    @Test func kittysKeysAreUsedWhereTheTerminalAnswers() {
        #expect(facts("\u{1B}[?0u\u{1B}[?62c").hasKittyKeyboard)
        #expect(facts("\u{1B}[?31u").hasKittyKeyboard)
        for text in ["[?u", "[?0", "[0u", "[?0;0u", "[?99u", "[?x0u", "[?0$u", "[?1000000000000000000000u"] {
            #expect(!facts("\u{1B}\(text)").hasKittyKeyboard, "\(text)")
        }
    }
}
