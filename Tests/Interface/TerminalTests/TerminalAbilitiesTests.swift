import Testing

@testable import Terminal

@Suite struct TerminalAbilitiesTests {
    @Test(arguments: [
        ("\u{1B}[?62;4;52c", [4, 52]), ("\u{1B}[?1;2;4c", [2, 4]), ("\u{1B}[?52c", []), ("", []),
        ("\u{1B}[?1016;2$y\u{1B}[?65;22;52c", [22, 52]), ("\u{1B}[?62;52", []),
    ]) func attributesAreThoseBehindTheFirst(answer: String, expected: [Int]) {
        #expect(TerminalAbilities.attributes(in: Array(answer.utf8)) == Set(expected))
    }

    @Test(arguments: [
        ("\u{1B}[12;2R", 2), ("x\u{1B}[1;3Ry", 3), ("\u{1B}[1;R", nil), ("\u{1B}[5R", nil), ("\u{1B}[1;2", nil),
        ("\u{1B}[?1;2c\u{1B}[7;1R", 1),
    ]) func theColumnIsThatOfTheReport(answer: String, expected: Int?) {
        #expect(TerminalAbilities.column(in: Array(answer.utf8)) == expected)
    }
}
