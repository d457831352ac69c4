import Files
import SeededRandomness
import Testing

@testable import History

@Suite struct FormulaGuardTests {
    @Test(arguments: [
        ("=1+1", "'=1+1"), ("＝1", "'＝1"), (" =1", "' =1"), ("'=1", "''=1"), ("\u{200D}=1", "'\u{200D}=1"),
        ("+49 30 1", "'+49 30 1"), ("plain", "plain"), ("", ""), ("a=1", "a=1"),
        // Fields of a spreadsheet that parts cells elsewhere.
        ("a;=1+1;b", "a;'=1+1;b"), (",=1+1", ",'=1+1"), ("a\n=1\r\n@x", "a\n'=1\r\n'@x"), ("a\t\"=1\"", "a\t'\"=1\""),
        (";+cmd|' /C calc'!A0", ";'+cmd|' /C calc'!A0"), ("a;'=1", "a;''=1"), ("=1;=2", "'=1;'=2"),
        // Numbers, and what is no field, stay.
        ("a; -5, +49 30/1", "a; -5, +49 30/1"), ("a;;\n---\n,", "a;;\n---\n,"), ("a,b;c", "a,b;c"),
        ("x=1;y=2", "x=1;y=2"), ("[[1,2],[3,-4]]", "[[1,2],[3,-4]]"), ("#1;(=2);\u{1};&=3", "#1;(=2);\u{1};&=3"),
        ("a;\"\"=1", "a;'\"\"=1"), ("\u{7F}=1", "\u{7F}=1"),
    ])
    func whatMayBeAFormulaGetsAnApostrophe(text: String, guarded: String) {
        #expect(FormulaGuard.guarded(text) == guarded)
        #expect(FormulaGuard.withoutApostrophes(guarded) == text)
    }

    /// Whatever a text is, it comes back from a table; NUL, which no table holds, comes back as U+FFFD.
    @Test func everyTextComesBack() throws {
        let pieces = [
            "=", "+", "-", "@", "＝", "'", "''", "\"", ",", ";", "\t", "\r", "\n", " ", "\0", "\u{FFFD}", "a", "1", "é",
            "\u{301}",
            "\u{200D}", "\u{FEFF}", "“", "|", "🙂",
        ]
        var random = SplitMix(state: 14)
        for _ in 0..<20_000 {
            let text = (0..<random.below(9)).map { _ in pieces[random.below(pieces.count)] }.joined()
            var table: [UInt8] = []
            Array(text.utf8).withUnsafeBytes { CSVWriter.write($0, into: &table) }
            let shown = text.replacing("\0", with: "\u{FFFD}")
            let read = CSVReader("first," + String(decoding: table, as: UTF8.self) + ",end\n", separator: ",")
            let cell = try #require(Array(read).first?.cells[1])
            #expect(Array(cell.utf8) == Array(FormulaGuard.guarded(text).replacing("\0", with: "\u{FFFD}").utf8))
            #expect(Array(FormulaGuard.withoutApostrophes(cell).utf8) == Array(shown.utf8), "\(text.debugDescription)")
        }
    }
}

extension FormulaGuard {
    /// `cell` with its apostrophes.
    static func guarded(_ cell: String) -> String {
        let bytes = Array(cell.utf8)
        var result: [UInt8] = mayBeFormula(cell) ? [UInt8(ascii: "'")] : []
        var start = 0
        for place in innerFormulas(in: bytes) {
            result += bytes[start..<place] + [UInt8(ascii: "'")]
            start = place
        }
        return String(decoding: result + bytes[start...], as: UTF8.self)
    }
}
