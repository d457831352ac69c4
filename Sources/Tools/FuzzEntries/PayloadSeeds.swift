import Formats
import Foundation
import HostileContents
import Payloads
import Symbols

/// How the bytes of a fuzzed payload get to its parser.
enum PayloadInputs {
    /// Parses bytes as text and as bytes alone, and uses what comes out.
    static func parse(_ bytes: [UInt8], _ symbology: Symbology = .qrCode) {
        let payload = Payload.parse(content(bytes, symbology))
        precondition(payload.summary.unicodeScalars.count <= 160, "a summary longer than the maximum")
        precondition(!payload.json.text.utf8.contains { $0 < 0x20 }, "a control character in JSON")
        precondition(!payload.actions.isEmpty, "nothing can be done")
        _ = OneTimePassword(payload)?.code(at: Date(timeIntervalSince1970: 59))
    }

    /// What a symbol of these bytes holds.
    static func content(_ bytes: [UInt8], _ symbology: Symbology = .qrCode) -> SymbolContent {
        let text = String(validating: bytes, as: UTF8.self)
        return SymbolContent(symbology: symbology, bytes: bytes, text: text, charset: text == nil ? nil : "UTF-8")
    }
}

extension FuzzEntry {
    private static func bytes(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }

    static let contentSeeds = bytes([
        "https://user@example.com:81/a.pdf.exe?q=1#f",
        "see https://a.example, +49 30 1234567, a@b.example on 1 March 2026",
        "WIFI:T:WPA;S:Cafe;P:word;;", "MECARD:N:Owen,Sean;TEL:+1;;MECARD:N:B;;", "BIZCARD:N:Sean;X:Owen;B:+1;;",
        "MEMORY:note\r\nNAME1:Sean\r\nTEL1:+1\r\n", "MEBKM:TITLE:x;URL:http\\://a.example;;",
        "mailto:a@b.example?cc=c@d.example&body=x%0Ay",
        "tel:+1-201-555-0123;ext=7", "smsto:+1555,+1556:text", "geo:48.2,16.3,1;u=4?q=1,2(x)",
        "otpauth://totp/a:b?secret=JBSWY3DPEHPK3PXP",
        "otpauth-migration://offline?data=Ci4KCkhlbGxvId6tvu8SEWFsaWNlQGV4YW1wbGUuY29tGgdFeGFtcGxlIAEoATACEAEYAyAB",
        "MT:Y.K9042C00KA0648G00", "X-HM://0052TBAMHHSPN", "BCD\n002\n1\nSCT\n\nN\nDE33100205000001194700\nEUR20\n\n\nx",
        "SPC\n0200\n1\nCH4431999123000889012\nS\nA\nB\n1\n2\nC\nCH\n\n\n\n\n\n\n\n1.00\nCHF", "upi://pay?pa=a@b&am=1",
        "C123456789;100;meddelande;6", "bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa?amount=1",
        "ethereum:a.eth@1/f?value=1e18",
        "TICKET:2014-01-17T10:00:00Z,1A,1|00", "{\"a\":[1,{\"b\":\"\\u00e9\"}],\"c\":-1.5e3}",
    ])

    /// What is made to be slow, short enough to begin with.
    static let hostileSeeds = HostileContent.all.map { $0.content(length: 400).bytes }

    /// Inputs as long as contents may be, for what they take; fuzzing begins with short ones. Empty for most entries.
    package var longestInputs: [[UInt8]] {
        func bytes(_ hostile: HostileContent) -> [UInt8] {
            hostile.content(length: PayloadRegistry.maximumLength).bytes
        }
        switch self {
        case .payloads: return HostileContent.all.map(bytes)
        // With the first byte for GS1-128.
        case .gs1: return HostileContent.all.filter { $0.name.hasPrefix("GS1") }.map { [1] + bytes($0) }
        default: return []
        }
    }

    static let cardSeeds = bytes([
        "BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=\r\n=A4;x\r\nEND:VCARD\r\n",
        "BEGIN:VCARD\nVERSION:3.0\nFN:a\nitem1.TEL;TYPE=\"a,b\":1\nitem1.X-ABLABEL:_$!<x>!$_\nEND:VCARD",
        "BEGIN:VCARD\nVERSION:4.0\nFN:a\nADR:;;a,b;c\n d\nEND:VCARD",
        "BEGIN:VCARD\nAGENT:\nBEGIN:VCARD\nEND:VCARD\nEND:VCARD",
        "BEGIN:VEVENT\r\nSUMMARY:foo\r\nDTSTART:20080504T123456Z\r\nEND:VEVENT",
        "BEGIN:VCALENDAR\nBEGIN:VTIMEZONE\nTZID:x\nEND:VTIMEZONE\nBEGIN:VEVENT\nDTSTART;TZID=\"x\":20260101T1000\nDURATION:-P1DT2H\nEND:VEVENT",
        "BEGIN:VTODO\nDUE;VALUE=DATE:20260101\nATTENDEE;CN=a:mailto:b@c\n d\nEND:VTODO",
        "BEGIN:VEVENT\nSUMMARY;ENCODING=QUOTED-PRINTABLE:=C3=\n=A4\nRRULE:FREQ=YEARLY\nBEGIN:VALARM\nEND:VALARM\nEND:VEVENT",
    ])

    private static let legs =
        "DESMARAIS/LUC       EABC123 YULFRAAC 0834 326J001A0025 14D>6181WW6325BAC 00141234560032A0141234567890 1AC AC "
        + "1234567890123    20KYLX58Z"

    static let documentSeeds = bytes([
        "M1DESMARAIS/LUC       EABC123 YULFRAAC 0834 326J001A0025 100", "M1" + legs, "M1" + legs + "^108GIWVC5EH",
        "M2" + legs + "DEF456 FRAGVALH 3664 327C012C0002 12E2A0140987654321 1AC AC 1234567890123    2PCNWQ^108GIWVC5EH",
        "@\n\u{1E}\rANSI 636000100102DL00410278ZV03190008DLDAQT64235789\nDCSSAMPLE\nDBA01012030\rZVZVA1\r",
        "@\n\u{1E}\rANSI 636012030001DL00310100DLDCGCAN\nDAQ1\nDBA20300102\r",
        "@ANSI 6360150101DL00290179DLDAQ12345\nDBB19700304\r",
        "@\n\u{1E}\rAAMVA636026080001ID00310100IDDCGUSA\nDAQ9\r",
    ])

    static let merchantSeeds = bytes([
        "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA"
            + "62070503***63041D3D",
        "00020101021226280011com.example0109MERCHANT7520458125303840540523.725502035702105802US5904CAFE6003NYC62150105BILL10702T9"
            + "63045485",
        "000201010212021640001234567890125204000053039785802DE5913CAFÉ MÜLLER6005KÖLN6304E97C",
        "0002010102120216400012345678901253039785802DE6304E2C0",
        "00020101021264200002ZH0104最佳运输0202北京5802CN5303156", "0002015204000053039785802DE5901X6304",
        "000201260400005802DE53039786304ABCD",
        "00020155020256045.005802US53038405901X6001Y6304FFFF",
    ])

    private static func record(_ id: String, _ data: String) -> String {
        let length = String(data.utf8.count + 12)
        return id + String(repeating: "0", count: 4 - length.count) + length + data
    }

    private static let head = record("U_HEAD01", "0080QUIETZONE-1         2211202610151DEEN")

    static let railSeeds =
        bytes([
            head, head + record("U_TLAY01", "RCT2000200180133" + "10008CIV 1080" + "0601012000008KOLN HBF"),
            record("U_TLAY01", "RCT20001010101010000 4x"),
            record("U_FLEX13", "\u{22}3D"), record("0080BL03", "02"), head + head, "U_HEAD010012",
            "U_TLAY010020RCT20001",
        ]) + [Array("U_FLEX130052".utf8) + flexibleTicket, flexibleTicket, dynamicTicket, smallTicket]

    /// A reservation of version 1.3.
    private static let flexibleTicket: [UInt8] = [
        0x60, 0x82, 0x00, 0x86, 0xE1, 0x54, 0x5A, 0x07, 0x46, 0xD3, 0x14, 0x01, 0x10, 0x00, 0x00, 0x54, 0x60, 0x20,
        0x10, 0x00, 0x50, 0x01, 0x01, 0x00, 0x04, 0x25, 0xE8, 0x49, 0xA2, 0x06, 0xFB, 0x5C, 0xFA, 0x44, 0x05, 0x88,
        0x08, 0x08, 0x0B, 0x20,
    ]

    /// The header of a dynamic barcode with an empty ticket of version 1.3.
    private static let dynamicTicket: [UInt8] = [
        0x01, 0x55, 0x62, 0x50, 0x04, 0x37, 0x00, 0x00, 0x80, 0x82, 0x46, 0x87, 0x09, 0x88, 0x00,
    ]

    /// A reservation in the Small Structured Barcode.
    private static let smallTicket: [UInt8] =
        [
            0x32, 0xF2, 0x88, 0x20, 0x40, 0x02, 0xC7, 0xA4, 0x40, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x06, 0xA0,
            0x39, 0xB2, 0xC2, 0xEB, 0xEE, 0xB2, 0x1B, 0x61, 0x03, 0x9F, 0x46, 0x53, 0x49, 0x10, 0x00, 0xC5, 0x91, 0x84,
            0x00, 0x66, 0x3D,
        ] + Array(repeating: 0, count: 19) + Array(repeating: 0xA5, count: 56)

    static let certificateSeeds: [[UInt8]] = [
        [
            0xD2, 0x84, 0x43, 0xA1, 0x01, 0x26, 0xA0, 0x4F, 0xA2, 0x01, 0x62, 0x41, 0x54, 0x39, 0x01, 0x03, 0xA1, 0x01,
            0xA1, 0x63,
        ]
            + Array("dob".utf8) + [0x60, 0x40],
        [
            0x84, 0x40, 0xA0, 0x4A, 0xA1, 0x39, 0x01, 0x03, 0xA1, 0x01, 0xA1, 0x61, 0x76, 0x81, 0xA0, 0x40, 0, 0, 0, 0,
            0,
        ],
        [0x78, 0x01, 0x01, 0x05, 0x00, 0xFA, 0xFF, 0x68, 0x65, 0x6C, 0x6C, 0x6F, 0x06, 0x2C, 0x02, 0x15],
        [0x78, 0x9C, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8, 0x40, 0x90, 0x00, 0x3A, 0x2E, 0x06, 0x7D],
        [0x78, 0x9C, 0xED, 0xC1, 0x01, 0x0D, 0x00, 0x00, 0x00, 0xC2, 0xA0, 0xF7, 0x4F, 0x6D, 0x0E, 0x37, 0xA0],
        [0x9F, 0x5F, 0x42, 1, 2, 0xFF, 0x7F, 0x61, 0x61, 0xFF, 0xBF, 1, 2, 0xFF, 0xFF],
        [0xFB, 0x3F, 0xF1, 0x99, 0x99, 0x99, 0x99, 0x99, 0x9A],
        [0xD8, 0x3D, 0xD2, 0x84, 0x40, 0xA1, 0x04, 0x41, 0x01, 0x41, 0xA0, 0x40, 0xF9, 0x3C, 0x00],
    ]
}
