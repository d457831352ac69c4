import Formats
import Foundation
import HostileContents
import SeededRandomness
import Symbols
import Testing

@testable import Payloads

@Suite struct HostileInputTests {
    static let samples =
        [
            "https://user:pw@example.com:8080/path?q=1#f", "http://[2001:db8::1]/x", "http://xn--mnchen-3ya.de/ü",
            "http://0x7f.0.1/", "URLTO:foo:bar.com", "www.exämple.com", "see https://a.example and www.b.example.",
            #"WIFI:T:WPA;S:Ten\;\;Chars;P:pa\:ss;H:true;;"#, "WIFI:T:WPA;R:1;S:caf%C3%A9;K:MDk%3D;;",
            "MECARD:N:Owen,Sean;TEL:+1;ADR:,,1,b,c,d,e;NOTE:a\\;b;URL:http://x.example;;",
            "BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=SHIFT_JIS;ENCODING=QUOTED-PRINTABLE:=93=\r\n=FA;x\r\nAGENT:\r\n"
                + "BEGIN:VCARD\r\nEND:VCARD\r\nEND:VCARD\r\n",
            "BEGIN:VCARD\nVERSION:4.0\nFN:a\nitem1.TEL;TYPE=\"a,b\":tel:1\nitem1.X-ABLABEL:_$!<x>!$_\n"
                + "ADR:;;a,b;c\n d\nEND:VCARD",
        ] + otherSamples

    /// One of each other kind.
    static let otherSamples = [
        "mailto:a@b.example?cc=c@d.example&subject=x%0D%0Ay&body=z", "MATMSG:TO:a@b.example;SUB:Stuff;BODY:text;;",
        "tel:+1-201-555-0123;ext=7", "smsto:+1555,+1556:text", "geo:48.2010,16.3695,183;crs=wgs84;u=40?q=1,2(x)",
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:a\\,b\nDTSTART;TZID=\"x\":20260101T100000\nDURATION:PT1H\nRRULE:x\n y\nEND:VEVENT",
        "otpauth-migration://offline?data=Ci4KCkhlbGxvId6tvu8SEWFsaWNlQGV4YW1wbGUuY29tGgdFeGFtcGxlIAEoATACEAEYAyAB",
        "MT:Y.K9042C00KA0648G00", "X-HM://0052TBAMHHSPN",
        "BCD\n002\n1\nSCT\n\nName\nDE33100205000001194700\nEUR20\n\nRF18539007547034\n\n",
        "SPC\n0200\n1\nCH4431999123000889012\nS\nA\nB\n1\n2\nC\nCH\n\n\n\n\n\n\n\n1.00\nCHF\n\n\n\n\n\n\n\nQRR\n"
            + "210000000003139471430009017\n\nEPD",
        "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA"
            + "62070503***63041D3D",
        "upi://pay?pa=a@b&am=1&cu=INR", "C123456789;100;meddelande;6",
        "bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa?amount=1",
        "ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed@1/transfer?value=2.014e18",
        "lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpuaztrnwngzn3kdzw5hydlzf03q"
            + "dgm2hdq27cqv3agm2awhz5se903vruatfhq77w3ls4evs3ch9zw97j25emudupq63nyw24cg27h2rspfj9srp",
        "M1DESMARAIS/LUC       EABC123 YULFRAAC 0834 326J001A0025 14D>6181WW6325BAC 00141234560032A0141234567890 1AC AC "
            + "1234567890123    20KYLX58Z^108GIWVC5EH",
        "@\n\u{1E}\rANSI 636000100102DL00410278ZV03190008DLDAQT64235789\nDCSSAMPLE\nDBA01012030\rZVZVA1\r",
        Vectors.test, Vectors.plain,
        "TICKET:2014-01-17T10:00:00Z,1A,1415040549|00ff", "{\"a\":[1,{\"b\":\"\\u00e9\"}],\"c\":-1.5e3}",
        "on 2026-03-01 call +49 30 1234567, a@b.example, 48.201, 16.369, 1 March 2026",
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

    @Test(arguments: HostileContent.all)
    func sixtyFourKibibytesAreParsed(hostile: HostileContent) {
        let content = hostile.content(length: 65_536)
        #expect(60_000...65_536 ~= content.bytes.count, "\(hostile.name)")
        #expect(Self.use(Payload.parse(content)) > 0)
    }

    @Test func hostileContentsHaveNamesOfTheirOwn() {
        #expect(Set(HostileContent.all.map(\.name)).count == HostileContent.all.count)
    }
}
