import Encoding
import Files
import Testing

@testable import Printing

/// Series, templates, and the rows of CSV and lines.
@Suite struct LabelSourceTests {
    /// A source of bytes in pieces of a few.
    private func pieces(_ text: String, of size: Int = 7) -> () -> [UInt8]? {
        var rest = Array(text.utf8)[...]
        return {
            defer { rest = rest.dropFirst(size) }
            return rest.isEmpty ? nil : Array(rest.prefix(size))
        }
    }

    private func contents(_ source: LabelSource, _ template: LabelTemplate = LabelTemplate()) throws -> [String] {
        var texts: [String] = []
        try source.forEach { row in
            texts.append(
                String(decoding: try template.content(of: row, number: texts.count + 1).sources[0].bytes, as: UTF8.self)
            )
        }
        return texts
    }

    @Test func seriesCountUpAndDownWithTheirZeros() throws {
        let series = try LabelSeries("S-{0098…0101}/x")
        #expect((0..<series.count).map(series.text) == ["S-0098/x", "S-0099/x", "S-0100/x", "S-0101/x"])
        let down = try LabelSeries("{10..1}", step: 4)
        #expect((0..<down.count).map(down.text) == ["10", "06", "02"])
        #expect(try LabelSeries("{7..7}").count == 1)
        #expect(try LabelSeries("{000000000000000001..000000000000000002}").text(1) == "000000000000000002")
    }

    @Test func seriesGetTheirCheckCharacters() throws {
        // By hand: 400638133393 has the check digit 1; 7992739871 by Luhn 3; CODE39 by modulo 43 W (ISO/IEC 16388, annex A).
        #expect(try LabelSeries("{400638133393..400638133393}", check: "mod10").text(0) == "4006381333931")
        #expect(try LabelSeries("A-{7992739871..7992739871}", check: "luhn").text(0) == "A-79927398713")
        #expect(try LabelSeries("CODE{39..39}", check: "mod43").text(0) == "CODE39W")
        // ISO/IEC 7064: A12425GABC1234002 and M; 794 and 44.
        #expect(try LabelSeries("A12425GABC{1234002..1234002}", check: "mod37-36").text(0) == "A12425GABC1234002M")
        #expect(try LabelSeries("{794..794}", check: "mod97-10").text(0) == "79444")
    }

    @Test(arguments: [
        "", "S-1", "{}", "{1}", "{..}", "{1..}", "{1..2..3}", "{a..b}", "{-1..5}", "{1..99999999}", "}1..2{",
        "{1…9999999999999999999}", "{１..２}",
    ])
    func whatIsNoSeriesIsRefused(text: String) {
        #expect(throws: UserError.self) { try LabelSeries(text) }
    }

    @Test func aSeriesWithoutItsCheckCharacterIsRefused() {
        #expect(throws: UserError.self) { try LabelSeries("s-{1..2}", check: "mod43") }
        #expect(throws: UserError.self) { try LabelSeries("S-{1..2}", check: "mod99") }
        #expect(throws: UserError.self) { try LabelSeries("S-{1..2}", step: 0) }
    }

    @Test func templatesPutFieldsIntoText() throws {
        let template = try FieldTemplate("https://x/{sku}?{{n}}={n}")
        #expect(template.fields == ["sku", "n"])
        #expect(template.text { ["sku": "4711", "n": "3"][$0] } == "https://x/4711?{n}=3")
        for wrong in ["{", "}", "{}", "a{b", "{a}}", "}{"] {
            #expect(throws: UserError.self) { try FieldTemplate(wrong) }
        }
    }

    @Test func aFieldThatNoRowHasIsNamed() throws {
        let source = try LabelSource.csv(pieces("sku,name\n1,a\n"))
        let template = LabelTemplate(code: try FieldTemplate("{skv}"))
        let error = #expect(throws: UserError.self) { try template.check(against: source.fields ?? []) }
        #expect(error?.description == "no row has a field “{skv}”: there are {sku}, {name}, {code}, {n}")
    }

    @Test func cellsOfCSVAreFields() throws {
        let text = "\u{FEFF}sku,name\r\n4711,\"a, \"\"b\"\"\nc\"\r\n\r\n4712\r\n"
        for size in [1, 2, 5, 1000] {
            let source = try LabelSource.csv(pieces(text, of: size))
            #expect(source.fields == ["sku", "name"])
            #expect(
                try contents(source, LabelTemplate(code: FieldTemplate("{n}:{sku}:{name}"))) == [
                    "1:4711:a, \"b\"\nc", "2:4712:",
                ])
        }
        #expect(try contents(try .csv(pieces("a;b\n1;2\n"))) == ["1"])
        for wrong in ["", "\n", ",,\n1,2,3\n", "a,a\n1,2\n"] {
            #expect(throws: UserError.self) { try LabelSource.csv(pieces(wrong)) }
        }
    }

    @Test func tablesOfSpreadsheetsAreTakenAsTheyAre() throws {
        let source = try LabelSource.csv(pieces("\u{FEFF}sep=;\r\n sku ;\u{A0}first name\r\n4711;A,b\r\n"))
        #expect(source.fields == ["sku", "first name"])
        #expect(
            try contents(source, LabelTemplate(code: FieldTemplate("{sku}:{first name}"))) == ["4711:A,b"])
        #expect(throws: UserError.self) { try LabelSource.csv(pieces("sku, sku\n1,2\n")) }
        var wide = [UInt8]()
        for unit in "\u{FEFF}sku\tname\n4711\té🎫\n".utf16 { wide += [UInt8(unit >> 8), UInt8(unit & 0xFF)] }
        for size in [1, 3, 1000] {
            var rest = wide[...]
            let more: () -> [UInt8]? = {
                defer { rest = rest.dropFirst(size) }
                return rest.isEmpty ? nil : Array(rest.prefix(size))
            }
            #expect(
                try contents(try .csv(more), LabelTemplate(code: FieldTemplate("{sku}:{name}"))) == ["4711:é🎫"])
        }
    }

    @Test func numbersThatASpreadsheetHasShortenedAreRefused() throws {
        let table = "sku,weight\n1,1.5E+03\n3.40269E+22,2\n"
        func refusal(_ code: String?) -> [String] {
            var lines: [String] = []
            let template = code.flatMap { try? FieldTemplate($0) }
            try? LabelSource.csv(pieces(table)).forEachCode(saying: template) { place, _, source in
                switch source {
                case .success(let source): lines.append(String(decoding: source.bytes, as: UTF8.self))
                case .failure(let error): lines.append("\(place): \(error)")
                }
            }
            return lines
        }
        let words =
            "is a number that a spreadsheet has shortened: format its column as text, and export the table again"
        #expect(refusal(nil) == ["1", "row on line 3: “3.40269E+22” \(words)"])
        #expect(refusal("{sku}") == ["1", "row on line 3: “3.40269E+22” \(words)"])
        #expect(refusal("{weight}") == ["row on line 2: “1.5E+03” \(words)", "2"])
        // Text that is typed is taken as it is.
        #expect(try contents(.lines(pieces("3.40269E+22\n"))) == ["3.40269E+22"])
    }

    @Test func textThatIsNoUTF8IsRefusedWithItsLine() throws {
        var given = false
        let more: () -> [UInt8]? = {
            defer { given = true }
            return given ? nil : Array("a\nb\n".utf8) + [0xFF, 0x0A]
        }
        let error = #expect(throws: UserError.self) { _ = try contents(.lines(more)) }
        #expect(error?.description.hasPrefix("it is not UTF-8 text") == true)
        // It costs its own row.
        given = false
        var made: [String] = []
        try LabelSource.lines(more).forEachCode(saying: nil) { place, _, source in
            made.append("\(place): \((try? source.get()).map { String(decoding: $0.bytes, as: UTF8.self) } ?? "-")")
        }
        #expect(made == ["line 1: a", "line 2: b", "line 3: -"])
    }

    @Test func linesAreCodes() throws {
        #expect(try contents(.lines(pieces("one\r\n\ntwo words\n\u{0}three"))) == ["one", "two words", "\u{0}three"])
        #expect(throws: UserError.self) {
            try contents(.lines(pieces(String(repeating: "x", count: 100_000), of: 65_536)))
        }
    }

    @Test func aRowWithoutEndIsGivenUp() {
        let more: () -> [UInt8]? = { [UInt8](repeating: 0x61, count: 65_536) }
        #expect(throws: UserError.self) { try LabelSource.csv(more) }
        var head = Array("sku,name\n1,\"".utf8)
        let open: () -> [UInt8]? = {
            defer { head = [UInt8](repeating: 0x62, count: 65_536) }
            return head
        }
        #expect(throws: UserError.self) { _ = try contents(try .csv(open)) }
    }

    @Test func foreignTextStaysOnItsLine() {
        #expect(UserError.quoted("a\nb\u{1B}[31m") == "“a\u{FFFD}b\u{FFFD}[31m”")
        #expect(UserError.quoted(String(repeating: "x", count: 100)).count == 43)
    }
}
