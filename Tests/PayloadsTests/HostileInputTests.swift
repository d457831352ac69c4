import Foundation
import SeededRandomness
import Symbols
import Testing

@testable import Payloads

@Suite struct HostileInputTests {
    static let samples = [
        "https://user:pw@example.com:8080/path?q=1#f", "http://[2001:db8::1]/x", "http://xn--mnchen-3ya.de/ü",
        "http://0x7f.0.1/", "URLTO:foo:bar.com", "www.exämple.com", "see https://a.example and www.b.example.",
        #"WIFI:T:WPA;S:Ten\;\;Chars;P:pa\:ss;H:true;;"#, "WIFI:T:WPA;R:1;S:caf%C3%A9;K:MDk%3D;;",
        "MECARD:N:Owen,Sean;TEL:+1;ADR:,,1,b,c,d,e;NOTE:a\\;b;URL:http://x.example;;",
        "BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=SHIFT_JIS;ENCODING=QUOTED-PRINTABLE:=93=\r\n=FA;x\r\nAGENT:\r\n"
            + "BEGIN:VCARD\r\nEND:VCARD\r\nEND:VCARD\r\n",
        "BEGIN:VCARD\nVERSION:4.0\nFN:a\nitem1.TEL;TYPE=\"a,b\":tel:1\nitem1.X-ABLABEL:_$!<x>!$_\n"
            + "ADR:;;a,b;c\n d\nEND:VCARD",
    ]

    /// Bytes with a meaning in one of the formats.
    static let seasoning = Array("\\;:,=%\"\r\n\t []@./?#\u{0}xn--é\u{202E}0".utf8)

    /// Checks that every property of the payload can be used.
    static func use(_ payload: Payload) -> Int {
        precondition(payload.summary.unicodeScalars.count <= 160)
        precondition(!payload.summary.unicodeScalars.contains { $0.isTerminalControl })
        return payload.actions.count + payload.json.text.utf8.count
            + payload.fields.map(\.maskedValue.count).reduce(0, +)
    }

    @Test(arguments: samples.indices)
    func mutatedSamplesNeverTrap(index: Int) throws {
        var random = SplitMix(state: UInt64(index) + 1)
        let sample = Array(Self.samples[index].utf8)
        for round in 0..<1500 {
            var bytes = sample
            for _ in 0...Int.random(in: 0..<4, using: &random) {
                let place = Int.random(in: 0...bytes.count, using: &random)
                switch Int.random(in: 0..<6, using: &random) {
                case 0: bytes.insert(Self.seasoning.randomElement(using: &random)!, at: place)
                case 1: if place < bytes.count { bytes.remove(at: place) }
                case 2: if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &random) }
                case 3: bytes.removeSubrange(place...)
                case 4: bytes.insert(contentsOf: bytes.prefix(place), at: place)
                default:
                    let other = Array(Self.samples.randomElement(using: &random)!.utf8)
                    bytes.insert(contentsOf: other.suffix(Int.random(in: 0...other.count, using: &random)), at: place)
                }
            }
            let text = round.isMultiple(of: 10) ? nil : String(decoding: bytes, as: UTF8.self)
            let payload = Payload.parse(
                SymbolContent(symbology: .qrCode, bytes: bytes, text: text, charset: text == nil ? nil : "UTF-8"))
            #expect(payload.content.bytes == bytes)
            #expect(Self.use(payload) > 0)
            if round.isMultiple(of: 25) {
                let json = try JSONSerialization.jsonObject(with: Data(payload.json.text.utf8)) as? [String: Any]
                #expect(json?["kind"] as? String == payload.kind.rawValue)
            }
        }
    }

    /// 64 KiB of the worst input for each parser.
    static let longInputs: [(name: String, text: String)] = {
        func fill(_ head: String, _ part: String, _ tail: String = "") -> String {
            head + String(repeating: part, count: (65_536 - head.utf8.count - tail.utf8.count) / part.utf8.count) + tail
        }
        return [
            ("backslashes", fill("WIFI:S:", "\\")), ("Wi-Fi fields", fill("WIFI:", "S:a;")),
            ("Wi-Fi colons", fill("WIFI:S:", ":")), ("MECARD numbers", fill("MECARD:", "TEL:1;")),
            ("MECARD notes", fill("MECARD:", "NOTE:1;")), ("MECARD commas", fill("MECARD:N:", ",")),
            ("vCard numbers", fill("BEGIN:VCARD\n", "a.TEL:1\n")), ("vCard folds", fill("BEGIN:VCARD\nFN:", "\n a")),
            ("vCard soft breaks", fill("BEGIN:VCARD\nFN;QUOTED-PRINTABLE:", "=\n")),
            ("vCard begins", fill("", "BEGIN:VCARD\n")), ("vCard cards", fill("", "BEGIN:VCARD\nFN:1\nEND:VCARD\n")),
            ("vCard agents", fill("BEGIN:VCARD\nFN:1\n", "AGENT:\nBEGIN:VCARD\n")),
            ("vCard parameters", fill("BEGIN:VCARD\nTEL", ";TYPE=a", ":1\n")),
            ("vCard quotes", fill("BEGIN:VCARD\nTEL;X=", "\"", ":1\n")), ("vCard dots", fill("BEGIN:VCARD\n", "a.")),
            ("vCard semicolons", fill("BEGIN:VCARD\nORG:", "a;")), ("vCard notes", fill("BEGIN:VCARD\n", "NOTE:a\n")),
            ("slashes", fill("http:", "/")), ("user names", fill("http://", "@")), ("labels", fill("", "a.")),
            ("long path", fill("http://a.example/", "é")), ("brackets", fill("http://[", "[")),
            ("percent", fill("http://", "%41")), ("words", fill("", "a ")), ("links", fill("", "http://a.example/ ")),
            ("hosts in text", fill("", "a.b ")), ("h", fill("", "h")), ("brackets in text", fill("", "(")),
            ("punctuation", fill("a.", "!")), ("combining", fill("e", "\u{301}")), ("spaces", fill("", " ")),
            ("unicode hosts", fill("", "ａ。ｃｏ ")), ("newlines", fill("", "\n")), ("format", fill("", "\u{200B}")),
        ]
    }()

    @Test(.timeLimit(.minutes(1)), arguments: longInputs.indices)
    func sixtyFourKibibytesAreParsed(index: Int) {
        let (name, text) = Self.longInputs[index]
        #expect(parse(text).content.bytes.count <= 65_536, "\(name)")
        #expect(Self.use(parse(text)) > 0)
    }
}
