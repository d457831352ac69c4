import SeededRandomness
import Testing

@testable import Files

@Suite struct CSVReaderTests {
    /// The rows of a file that comes in pieces of `size` bytes.
    private func rows(_ bytes: [UInt8], piecesOf size: Int) throws -> [CSVReader.Line] {
        var rest = bytes[...]
        let reader = try CSVReader { () -> [UInt8]? in
            defer { rest = rest.dropFirst(size) }
            return rest.isEmpty ? nil : Array(rest.prefix(size))
        }
        return Array(reader)
    }

    @Test(
        arguments: [
            ("", []), ("a", [["a"]]), ("a,b\n", [["a", "b"]]), ("a,b\r\nc,d", [["a", "b"], ["c", "d"]]),
            ("a\rb\r", [["a"], ["b"]]), (",\n", [["", ""]]), ("a\n\nb\n", [["a"], [""], ["b"]]),
            (#""a,b",c"#, [["a,b", "c"]]), ("\"a\"\"b\",\"\"\"\"", [["a\"b", "\""]]),
            ("\"a\r\nb\",c\n", [["a\r\nb", "c"]]),
            (#"a"b,c"#, [[#"a"b"#, "c"]]), (#"" a " ,b"#, [[" a  ", "b"]]),
            ("ü,漢,e\u{301}\n", [["ü", "漢", "e\u{301}"]]),
            ("\u{FEFF}a,b\n", [["a", "b"]]),
        ] as [(String, [[String]])])
    func rowsAreThoseOfTheStandard(text: String, cells: [[String]]) throws {
        #expect(CSVReader(text).map(\.cells) == cells)
        #expect(try rows(Array(text.utf8), piecesOf: 1).map(\.cells) == cells)
    }

    @Test(
        arguments: [
            ("a;b\nc,d;e\n", [["a", "b"], ["c,d", "e"]]), ("a\tb\nc;d\te\n", [["a", "b"], ["c;d", "e"]]),
            ("a;b,c\n", [["a;b", "c"]]), ("a\tb;c\n", [["a", "b;c"]]), ("a\nb;c\n", [["a"], ["b;c"]]),
        ] as [(String, [[String]])])
    func theFirstLineTellsWhatPartsCells(text: String, cells: [[String]]) throws {
        #expect(CSVReader(text).map(\.cells) == cells)
        #expect(try rows(Array(text.utf8), piecesOf: 2).map(\.cells) == cells)
    }

    @Test func aSeparatorThatIsSaidHolds() {
        #expect(CSVReader("a,b;c\n", separator: ";").map(\.cells) == [["a,b", "c"]])
        #expect(CSVReader("a|b\n", separator: "|").map(\.cells) == [["a", "b"]])
    }

    @Test(
        arguments: [
            ("sep=;\na,b;c\n", [["a,b", "c"]]), ("\u{FEFF}SEP=|\r\na|b\r\n", [["a", "b"]]),
            ("\"sep=\t\"\ra\tb;c\r", [["a", "b;c"]]), ("sep=;", []),
            // Neither of these names a separator.
            ("sep=ab\n1\n", [["sep=ab"], ["1"]]), ("sep=1\n2\n", [["sep=1"], ["2"]]),
            ("a\nsep=;\n", [["a"], ["sep=;"]]),
        ] as [(String, [[String]])])
    func aFirstLineMayNameTheSeparator(text: String, cells: [[String]]) throws {
        #expect(CSVReader(text).map(\.cells) == cells)
        for size in [1, 4, 1000] { #expect(try rows(Array(text.utf8), piecesOf: size).map(\.cells) == cells) }
        #expect(CSVReader("sep=;\r\na;b\n").map(\.line) == [2])
    }

    @Test func utf16IsTakenWhereAByteOrderMarkSaysSo() throws {
        let text = "\u{FEFF}Größe;漢字\r\n🎫;\"a\nb\"\r\n"
        for isLittle in [true, false] {
            let bytes = text.utf16.flatMap { unit in
                let (low, high) = (UInt8(unit & 0xFF), UInt8(unit >> 8))
                return isLittle ? [low, high] : [high, low]
            }
            for size in [1, 2, 3, 5, 1000] {
                #expect(try rows(bytes, piecesOf: size).map(\.cells) == [["Größe", "漢字"], ["🎫", "a\nb"]])
            }
            #expect(CSVReader.text(of: bytes) == text)
        }
        // What ends within a character is marked.
        #expect(CSVReader.text(of: [0xFE, 0xFF, 0, 0x61, 0]) == "\u{FEFF}a\u{FFFD}")
        #expect(CSVReader.text(of: [0xFE, 0xFF, 0xD8, 0x3C]) == "\u{FEFF}\u{FFFD}")
        #expect(CSVReader.text(of: [0x61, 0xFF]) == nil)
        #expect(try rows([0xFF], piecesOf: 1).count == 1)
    }

    @Test func namesOfColumnsHaveNoBlanksAround() {
        #expect(CSVReader(" a ,\"b c \",\u{A0}d,\t\n").first { _ in true }?.names == ["a", "b c", "d", ""])
    }

    @Test(arguments: [
        "3.40269E+22", "4,00638E+12", "4e+12", "-1.5E+003", " 9.78E+12 ", "40.0638e+11",
    ]) func shortenedNumbersAreKnown(text: String) {
        #expect(UserError.shortenedNumber(text)?.description.contains("shortened") == true)
    }

    @Test(arguments: [
        "", "4006381333931", "3.40269", "3.40269E22", "3E", "E+22", "3.E+22", "A3.4E+22", "3.4E+22x", "3.4E+",
        "1234E+5",
        "3.4E+1234", "3.4.5E+22", "2+2", "＋３E+22",
    ]) func otherTextsAreNoShortenedNumbers(text: String) {
        #expect(UserError.shortenedNumber(text) == nil)
    }

    @Test func eachRowKnowsItsLine() {
        let rows = Array(CSVReader("a\n\"b\nb\nb\",c\r\n\nd\n"))
        #expect(rows.map(\.line) == [1, 2, 5, 6])
        #expect(rows.allSatisfy { $0.obstacle == nil && !$0.hasStrayQuote })
    }

    @Test(arguments: [(#""a"b,c"#, ["ab", "c"]), (#""a" ,b"#, ["a ", "b"])])
    func aQuotationMarkOutOfPlaceIsTold(text: String, cells: [String]) {
        let rows = Array(CSVReader(text + "\n"))
        #expect(rows.map(\.hasStrayQuote) == [true])
        #expect(rows.map(\.cells) == [cells])
    }

    @Test func aQuotationMarkThatIsNotClosedHoldsToTheEnd() {
        let rows = Array(CSVReader("x\n\"a,b\nc\n"))
        #expect(rows.map(\.cells) == [["x"], ["a,b\nc\n"]])
        #expect(rows.map(\.hasStrayQuote) == [false, true])
    }

    @Test func piecesOfAnySizeGiveTheSameRows() throws {
        var random = SplitMix(state: 11)
        let alphabet = Array("ab,;\t\"\"\n\r\u{FC}".utf8)
        for _ in 0..<3000 {
            let bytes = (0..<random.below(24)).map { _ in alphabet[random.below(alphabet.count)] }
            let whole = try rows(bytes, piecesOf: 1000)
            for size in [1, 2, 3, 7] { #expect(try rows(bytes, piecesOf: size) == whole, "\(bytes)") }
        }
    }

    @Test func whatIsWrittenByTheRulesIsReadBack() {
        var random = SplitMix(state: 12)
        let alphabet = Array("ab,;\t\" \n")
        for _ in 0..<2000 {
            var (rows, text): ([[String]], String) = ([], "")
            for _ in 0..<3 {
                var cells: [String] = []
                for _ in 0..<3 {
                    var cell = ""
                    for _ in 0..<random.below(5) { cell.append(alphabet[random.below(alphabet.count)]) }
                    cells.append(cell)
                }
                rows.append(cells)
                let quoted = cells.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }
                text += quoted.joined(separator: ",") + "\r\n"
            }
            #expect(CSVReader(text, separator: ",").map(\.cells) == rows, "\(text)")
        }
    }

    @Test func aRowOfAFileIsBounded() throws {
        let long = [UInt8](repeating: 0x61, count: CSVReader.longestRow + 10)
        let rows = try rows(long + Array("\nb\n".utf8), piecesOf: 65_536)
        try #require(rows.count == 2)
        #expect(rows[0].obstacle == "longer than 1 MiB")
        #expect(rows[0].cells[0].utf8.count <= CSVReader.longestRow)
        #expect(rows[1].cells == ["b"] && rows[1].obstacle == nil)
    }

    @Test(arguments: [("\"c\"\"", "\""), ("\"c", "x"), ("c", ","), ("c", "x")])
    func aRowThatDoesNotEndIsGivenUp(beginning: String, filling: String) throws {
        let piece = [UInt8](repeating: filling.utf8.first!, count: 65_536 - 1) + Array("y".utf8)
        var count = 0
        var reader = try CSVReader {
            count += 1
            return count == 1 ? Array("a,b\n\(beginning)".utf8) : count < 1_000_000 ? piece : nil
        }
        #expect(try reader.nextLine()?.cells == ["a", "b"])
        let line = try reader.nextLine()
        #expect(line?.line == 2)
        #expect(line?.obstacle == "longer than 16 MiB; nothing after it is read. Close its quotation mark")
        #expect(try reader.nextLine() == nil)
        #expect(count * piece.count < 2 * CSVReader.longestSkippedRow, "the rest is not read")
    }

    @Test func theCellsOfARowOfAFileAreBounded() throws {
        let text = String(repeating: "x,", count: CSVReader.maximumCells) + "x\nb\n"
        let rows = try rows(Array(text.utf8), piecesOf: 100)
        try #require(rows.count == 2)
        #expect(rows[0].obstacle == "more than 1000 cells")
        #expect(rows[0].cells.count == CSVReader.maximumCells)
        #expect(rows[1].obstacle == nil)
        #expect(
            CSVReader(text).first { _ in true }?.cells.count == CSVReader.maximumCells + 1, "a text is there already")
    }

    @Test func aFileThatCannotBeReadAnyFurtherIsTold() throws {
        struct Torn: Error {}
        func reader() throws -> CSVReader {
            var isBegun = false
            return try CSVReader { () throws -> [UInt8]? in
                defer { isBegun = true }
                if isBegun { throw Torn() }
                return Array("a\nb".utf8)
            }
        }
        var first = try reader()
        #expect(try first.nextLine()?.cells == ["a"])
        #expect(throws: Torn.self) { try first.nextLine() }
        let read = Array(try reader())
        #expect(read.map(\.cells) == [["a"]])
    }
}
