import Formats
import Foundation
import Symbols
import Testing

@testable import Payloads

@Suite struct TextTests {
    @Test func summaryIsTheLinesThatSaySomething() {
        #expect(parse("\n \n  Hello\tworld \nmore").summary == "Hello world ⏎ more")
        #expect(parse("@\r\n\r\nBCD\r\n").summary == "@ ⏎ BCD")
        let long = parse((1...200).map { "line \($0)" }.joined(separator: "\n")).summary
        #expect(long.hasPrefix("line 1 ⏎ line 2 ⏎ "))
        #expect(long.hasSuffix("…"))
        #expect(long.unicodeScalars.count <= 160)
        #expect(parse("").summary == "(empty)")
        #expect(parse(" \n").summary == "(blank)")
    }

    @Test func summaryIsOneHarmlessLine() {
        let payload = parse("a\u{1B}[31mb\u{202E}c\u{0}d\u{200B}\u{9B}e" + String(repeating: "x", count: 500))
        #expect(payload.summary.hasPrefix("a\u{241B}[31mb\u{FFFD}c\u{2400}d\u{FFFD}\u{FFFD}e"))
        #expect(payload.summary.hasSuffix("x…"))
        #expect(payload.summary.unicodeScalars.count == 160)
        #expect(payload.warningNames == ["hidden-characters"])
        #expect(payload.value("text")?.contains("\u{1B}") == true)
    }

    @Test func findsEveryLinkOnce() {
        let payload = parse(
            "see https://a.example/x(1), (www.b.example) and mail b@c.example. "
                + "<http://a.example>; https://a.example/x(1)!"
        )
        #expect(payload.kind == .text)
        #expect(payload.values("links") == ["https://a.example/x(1)", "https://www.b.example", "http://a.example"])
        #expect(payload.opened == payload.values("links"))
        #expect(
            payload.json.text.hasSuffix(
                #","links":["https://a.example/x(1)","https://www.b.example","http://a.example"]}"#))
    }

    @Test func textBeyondTheBoundIsShownInPartAndNotInterpreted() {
        let payload = parse("WIFI:S:net;P:" + String(repeating: "é", count: 40_000) + ";;")
        #expect(payload.kind == .text)
        #expect(payload.warningNames == ["oversized"])
        #expect(payload.value("text")!.utf8.count <= 65_536 + 2)
        #expect(payload.content.bytes.count == 80_015)
    }

    @Test func exactPrefixesWinOverTheWebAddress() {
        #expect(parse("WIFI:S:example.com;;").kind == .wifi)
        #expect(parse("MECARD:N:example.com;;").kind == .contact)
    }
}

@Suite struct PartTests {
    func parse(_ text: String, _ part: SequencePart?) -> Payload {
        var content = SymbolContent(symbology: .qrCode, text: text)
        content.part = part
        return Payload.parse(content)
    }

    @Test func halfAnAddressIsNoAddress() {
        let payload = parse("https://example.org/half", SequencePart(index: 0, count: 3, id: "22"))
        #expect(payload.kind == .part)
        #expect(payload.opened.isEmpty)
        #expect(payload.summary == "part 1 of 3: 24 bytes")
        #expect(
            payload.json.text
                == #"{"kind":"part","number":1,"of":3,"sequence":"22","text":"https://example.org/half"}"#)
        #expect(parse("https://example.org/half", nil).kind == .url)
    }

    @Test func whatMayBeAPartOfAPasswordIsMasked() {
        func isMasked(_ text: String, _ index: Int) -> Bool {
            parse(text, SequencePart(index: index, count: 3, id: "")).fields.contains { $0.isSecret }
        }
        for text in ["WIFI:S:net;P:sec", "\n wifi:", "WI", "otpauth://totp/x", "OTP", ""] {
            #expect(isMasked(text, 0), "\(text)")
        }
        for text in ["https://example.org/", "BEGIN:VCARD", "with a word"] { #expect(!isMasked(text, 0), "\(text)") }
        // Nobody knows what stands before it.
        #expect(isMasked("ret;;", 1))
        #expect(PayloadKind.part.mayHoldSecret)
    }

    @Test func aPartOfAPasswordIsNotInTheSummary() {
        let payload = parse("WIFI:S:net;P:secret", SequencePart(index: 0, count: nil, id: ""))
        #expect(payload.summary == "part 1: 19 bytes")
        #expect(payload.json.text == #"{"kind":"part","number":1,"text":"WIFI:S:net;P:secret"}"#)
    }
}

@Suite struct BytesTests {
    func parse(_ bytes: [UInt8]) -> Payload {
        Payload.parse(SymbolContent(symbology: .qrCode, bytes: bytes, text: nil, charset: nil))
    }

    @Test func countsAndShowsTheFirstBytes() {
        let payload = parse([0x0A, 0xFF] + [UInt8](repeating: 0, count: 21))
        #expect(payload.kind == .bytes)
        #expect(payload.summary == "23 bytes: 0A FF 00 00 00 00 00 00…")
        #expect(parse([0xC0]).summary == "1 byte: C0")
        #expect(parse([]).summary == "(empty)")
        #expect(parse([0xC0, 1]).json.text == #"{"kind":"bytes","length":2,"hex":"C0 01"}"#)
    }

    @Test func offersOnlyWhatBytesCan() {
        #expect(parse([1, 0xFF]).actions.map(\.title) == ["Copy Bytes", "Save raw bytes"])
    }
}

@Suite struct JSONValueTests {
    @Test func keepsOrderAndEscapesNoSlash() {
        let value: JSONValue = ["z": "a/b", "a": [1, 2.5, true, nil], "m": .number(.nan), "k": .number(10)]
        #expect(value.text == #"{"z":"a/b","a":[1,2.5,true,null],"m":null,"k":10}"#)
    }

    @Test func escapesWhatActsOnATerminal() {
        let value = JSONValue.string("\"\\\n\r\t\u{0}\u{1B}\u{7F}\u{9B}\u{2028}\u{202E}é🙂")
        #expect(value.text == #""\"\\\n\r\t\u0000\u001b\u007f\u009b\u2028\u202eé🙂""#)
    }

    @Test func everyScalarSurvivesAParser() throws {
        var text = String.UnicodeScalarView()
        for value in stride(from: UInt32(0), to: 0x30000, by: 7) {
            if let scalar = Unicode.Scalar(value) { text.append(scalar) }
        }
        let json: JSONValue = ["x": .string(String(text)), "n": 0.1, "e": 1e-7, "big": 1e300]
        let object = try JSONSerialization.jsonObject(with: Data(json.text.utf8)) as? [String: Any]
        let read = try #require(object?["x"] as? String)
        #expect(Array(read.utf8) == Array(String(text).utf8))
        #expect(object?["n"] as? Double == 0.1)
        #expect(object?["e"] as? Double == 1e-7)
        #expect(object?["big"] as? Double == 1e300)
    }
}

@Suite struct TimestampTests {
    @Test(arguments: [
        (Int64(0), "1970-01-01T00:00:00.000Z"), (1_795_261_938_042, "2026-11-21T11:52:18.042Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
        (Int64.max, "9999-12-31T23:59:59.999Z"), (Int64.min, "0000-01-01T00:00:00.000Z"),
        (1_078_012_800_000, "2004-02-29T00:00:00.000Z"),
    ])
    func writesISO8601(milliseconds: Int64, text: String) {
        #expect(Timestamp(milliseconds: milliseconds).description == text)
    }

    @Test func takesAnyDate() {
        #expect(Timestamp(Date(timeIntervalSince1970: .nan)).milliseconds == 0)
        #expect(Timestamp(.distantFuture).description == "4001-01-01T00:00:00.000Z")
        #expect(Timestamp(Date(timeIntervalSince1970: .infinity)).description.hasPrefix("9999"))
        #expect(Timestamp(Date(timeIntervalSince1970: 0.0006)).milliseconds == 1)
        for milliseconds in stride(from: Int64(1_700_000_000_000), to: 1_700_000_002_000, by: 1) {
            #expect(Timestamp(Timestamp(milliseconds: milliseconds).date).milliseconds == milliseconds)
        }
    }
}

@Suite struct SymbolRecordTests {
    let corners = Quadrilateral(
        topLeft: Point(x: 1, y: 2), topRight: Point(x: 3.5, y: 2), bottomRight: Point(x: 3.5, y: 4),
        bottomLeft: Point(x: 1, y: 4))

    @Test func aPictureHasItsPathAndNoTime() {
        let content = SymbolContent(symbology: .qrCode, text: "a/b")
        let record = SymbolRecord(origin: .path("x/y.png"), symbol: Symbol(content: content, corners: corners))
        #expect(
            record.json.text
                == #"{"path":"x/y.png","symbology":"qr-code","identifier":"]Q1","text":"a/b","bytes":"YS9i","#
                + #""charset":"UTF-8","corners":[[1,2],[3.5,2],[3.5,4],[1,4]],"payload":{"kind":"text","text":"a/b"}}"#)
    }

    @Test func cornersAreGivenToAThousandthOfAPixel() {
        let corners = Quadrilateral(
            topLeft: Point(x: 26.170068057142196, y: -0.0004), topRight: Point(x: 1e300, y: .infinity),
            bottomRight: Point(x: 3, y: 4), bottomLeft: Point(x: 1.9999, y: 4))
        #expect(corners.json.text == "[[26.17,0],[1e+300,null],[3,4],[2,4]]")
    }

    @Test func aScanHasItsSourceAndTime() {
        let content = SymbolContent(symbology: .aztec, bytes: [0xFF], text: nil, charset: nil)
        let scan = Scan(
            time: Date(timeIntervalSince1970: 1), source: "demo", symbol: Symbol(content: content, corners: corners))
        #expect(
            SymbolRecord(id: 7, scan: scan).json.text.hasPrefix(
                #"{"id":7,"source":"demo","time":"1970-01-01T00:00:01.000Z","symbology":"aztec","identifier":"]z0","#
                    + #""text":null,"bytes":"/w==","charset":null,"corners":"#))
    }

    @Test func whatIsCopiedMostComesFirst() {
        let card = "BEGIN:VCARD\nVERSION:3.0\nN:Owen;Sean\nFN:Sean Owen\nTEL:+1\nEMAIL:a@b.example\nEND:VCARD"
        let titles = Payload.parse(SymbolContent(symbology: .qrCode, text: card)).actions.map(\.title)
        #expect(
            titles.prefix(8) == [
                "Add to the contacts", "Save as vCard", "Call +1", "Write to a@b.example", "Copy Phone", "Copy E-mail",
                "Copy Name", "Copy whole text",
            ])
        let network = Payload.parse(SymbolContent(symbology: .qrCode, text: "WIFI:T:WPA;S:Cafe;P:secret123;;"))
        let copies = network.actions.map(\.title).filter { $0.hasPrefix("Copy") }
        #expect(copies == ["Copy Password", "Copy Network", "Copy whole text", "Copy Security"])
        // Nothing is offered twice.
        #expect(Set(titles).count == titles.count)
    }
}
