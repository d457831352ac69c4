import Files
import Symbols
import Testing

@testable import Services

/// One code is one record, on both sides of a pipe.
@Suite struct CodeRecordsTests {
    private func record(_ text: String, _ end: RecordEnd) -> String {
        String(decoding: SymbolContent(symbology: .qrCode, text: text).bytes(ofRecordWith: end), as: UTF8.self)
    }

    @Test func lineBreaksAreMarkedInLines() {
        #expect(record("one\ntwo\r\nthree\rfour", .newline) == "one␊two␍␊three␍four")
        #expect(record("a\tb\0c", .newline) == "a\tb\0c")
    }

    @Test func nulsAreMarkedWhereTheyEndRecords() {
        #expect(record("one\ntwo\0three", .null) == "one\ntwo␀three")
    }

    /// A byte of UTF-16 that looks like a line feed, and bytes that are no text.
    @Test func bytesEndNoRecord() {
        let wide = SymbolContent(symbology: .qrCode, bytes: [0x01, 0x0A], text: "Ċ", charset: "UTF-16BE")
        #expect(wide.bytes(ofRecordWith: .newline) == Array("Ċ".utf8))
        let binary = SymbolContent(symbology: .qrCode, bytes: [0xFF, 0x0A, 0x00], text: nil, charset: nil)
        #expect(binary.bytes(ofRecordWith: .newline) == [0xFF, 0xE2, 0x90, 0x8A, 0x00])
        #expect(binary.bytes(ofRecordWith: .null) == [0xFF, 0x0A, 0xE2, 0x90, 0x80])
        let latin = SymbolContent(symbology: .qrCode, bytes: [0xE4], text: "ä", charset: "ISO-8859-1")
        #expect(latin.bytes(ofRecordWith: .newline) == [0xE4])
    }

    @Test func linesAndNULsAreExactCodes() throws {
        let code = try #require(try CodeRecords.lines.content(of: Array("a|b".utf8)))
        #expect(code.bytes == Array("a|b".utf8) && code.text == "a|b" && code.charset == "UTF-8")
        #expect(try CodeRecords.nulls.content(of: Array("a\nb".utf8))?.text == "a\nb")
        #expect(try CodeRecords.lines.content(of: [0xFF])?.text == nil)
        for form in [CodeRecords.lines, .nulls, .json] { #expect(try form.content(of: []) == nil) }
        #expect(CodeRecords.nulls.end == 0 && CodeRecords.lines.end == 0x0A && CodeRecords.json.end == 0x0A)
    }

    @Test func aLineOfJSONIsItsBytes() throws {
        let line = #"{"id":7,"symbology":"aztec","identifier":"]z3","text":"a\nb","bytes":"YQpi","charset":"UTF-8"}"#
        let code = try #require(try CodeRecords.json.content(of: Array(line.utf8)))
        #expect(code.symbology == .aztec && code.identifier == "]z3")
        #expect(code.bytes == Array("a\nb".utf8) && code.text == "a\nb")
        let bare = try CodeRecords.json.content(of: Array(#"{"bytes":"/w==","symbology":"none"}"#.utf8))
        #expect(bare?.bytes == [0xFF] && bare?.symbology == .qrCode && bare?.text == nil)
    }

    @Test(arguments: ["x", "{}", "[]", "null", #"{"bytes":1}"#, #"{"bytes":"*"}"#, #"{"bytes":"YQ=="}x"#])
    func otherJSONIsRefusedInALine(line: String) {
        #expect(throws: UserError.self) { try CodeRecords.json.content(of: Array(line.utf8)) }
    }
}
