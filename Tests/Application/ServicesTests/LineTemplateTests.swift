import Foundation
import History
import Payloads
import Symbols
import Testing

@testable import Services

@Suite struct LineTemplateTests {
    private func watched(_ content: SymbolContent, id: Int64? = nil, quantity: Int? = nil) -> WatchedScan {
        let corner = Point(x: 0, y: 0)
        let corners = Quadrilateral(topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner)
        let scan = Scan(
            time: Date(timeIntervalSince1970: 0), source: "door",
            symbol: Symbol(content: content, corners: corners))
        return WatchedScan(scan: scan, id: id, quantity: quantity)
    }

    private func line(
        _ template: String, _ text: String = "https://example.org/a", id: Int64? = nil, quantity: Int? = nil
    ) throws -> String {
        let content = SymbolContent(symbology: .qrCode, text: text)
        let bytes = try LineTemplate(template).line(for: watched(content, id: id, quantity: quantity))
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("", ""), ("plain, ü 漢", "plain, ü 漢"), ("{text}", "https://example.org/a"), ("<{symbology}>", "<qr-code>"),
        ("{kind} {source}", "url door"), ("{time}", "1970-01-01T00:00:00.000Z"), ("{quantity}", "1"),
        ("{{text}}", "{text}"), ("{{{text}}}", "{https://example.org/a}"), ("}}{{", "}{"),
        (#"a\tb\nc\rd\\e"#, "a\tb\nc\rd\\e"), (#"\0"#, "\0"), ("{field:nothing}", ""),
        ("{bytes}", "aHR0cHM6Ly9leGFtcGxlLm9yZy9h"),
    ])
    func namesStandForWhatIsKnown(template: String, expected: String) throws {
        #expect(try line(template) == expected)
    }

    @Test func whatIsKeptHasANumber() throws {
        #expect(try line("{id},{kept},{quantity}", id: 12, quantity: 3) == "12,yes,3")
        #expect(try line("{id},{kept},{quantity}") == ",no,1")
    }

    @Test func everyFieldHasItsName() throws {
        let text = "WIFI:S:Cafe;T:WPA;P:s3cr3t-word;;"
        let payload = Payload.parse(SymbolContent(symbology: .qrCode, text: text))
        #expect(!payload.fields.isEmpty)
        for field in payload.fields {
            let values = payload.fields.filter { $0.key == field.key }.map(\.value)
            #expect(try line("{field:\(field.key)}", text) == values.joined(separator: ", "))
        }
    }

    /// Braces and backslashes of a content are its own.
    @Test func aContentIsNoTemplate() throws { #expect(try line("{text}", #"{source}\n{{"#) == #"{source}\n{{"#) }

    /// A value makes no other line, and no other cell where the template has cells.
    @Test(arguments: [
        ("{text}", "a\nb\r\nc\td", "a␊b␍␊c\td"), (#"{text}\t{symbology}"#, "a\tb\n", "a␉b␊\tqr-code"),
        (#"{field:text}\0"#, "a\nb\0", "a␊b␀\0"),
    ]) func separatorsInValuesAreMarked(template: String, text: String, expected: String) throws {
        #expect(try line(template, text) == expected)
    }

    @Test func beforeANULLineBreaksAreExact() throws {
        let scan = watched(SymbolContent(symbology: .qrCode, text: "a\nb\0c"))
        #expect(try LineTemplate("{text}").line(for: scan, end: .null) == Array("a\nb␀c".utf8))
        #expect(try LineTemplate(#"{text}\n"#).line(for: scan, end: .null) == Array("a␊b␀c\n".utf8))
    }

    @Test func bytesThatAreNoTextStandAsTheyAre() throws {
        let content = SymbolContent(symbology: .qrCode, bytes: [0xFF, 0x00, 0x41], text: nil, charset: nil)
        #expect(try LineTemplate("<{text}>").line(for: watched(content)) == [0x3C, 0xFF, 0x00, 0x41, 0x3E])
    }

    @Test(arguments: ["{", "{text", "}", "a}b", "{}", "{nothing}", "{Text}", "{field:}", #"\"#, #"\x"#, #"a\"#])
    func whatIsWrongIsSaidInALine(template: String) {
        #expect { try LineTemplate(template) } throws: { error in
            "\(error)".hasPrefix("--format: ") && !"\(error)".contains("\n")
        }
    }
}
