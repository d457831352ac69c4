import Formats
import Payloads
import Symbols

/// GS1 data: a symbol's kind in the first byte, then what it holds.
enum GS1Fuzzing {
    private static let carriers: [(Symbology, String)] = [
        (.qrCode, "]Q1"), (.gs1_128, "]C1"), (.dataMatrix, "]d2"), (.dataBarExpanded, "]e0"), (.ean13, "]E0"),
        (.upcE, "]E0"), (.itf, "]I0"), (.code39, "]A0"),
    ]

    /// What is read must come back from each of its forms.
    static func run(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
        let (symbology, identifier) = carriers[Int(first) % carriers.count]
        let content = SymbolContent(
            symbology: symbology, identifier: identifier, bytes: Array(text.utf8), text: text, charset: "UTF-8",
            addOn: first > 128 ? String(text.prefix(5)) : nil)
        let payload = Payload.parse(content)
        precondition(payload.summary.unicodeScalars.count <= 160, "a summary longer than its limit")
        _ = payload.json.text
        guard let message = GS1Message(text: text) else { return }
        _ = message.json.text
        guard message.elements.allSatisfy(\.isWellFormed) else { return }
        precondition(
            GS1Message(text: message.bracketed)?.elements == message.elements, "brackets that do not come back")
        precondition(
            GS1Message(text: "]C1" + message.elementString)?.elements == message.elements,
            "an element string that does not come back")
        guard let link = message.digitalLink else { return }
        let again = GS1Message(text: link)
        precondition(again.map { Set($0.elements) } == Set(message.elements), "a link that does not come back")
    }

    static let seeds: [[UInt8]] = [
        "(01)09521234543213(17)270101(10)ABC", "010952123454321310ABC\u{1D}17270101", "(00)106141412345678908",
        "https://id.gs1.org/01/09521234543213/10/A%2FB?17=270101", "8110106141416543213150110120",
        "(8112)001234561234560123456", "4006381333931", "04252614", "15400141288763", "1M8GDM9AXKP042788",
        "(8013)1987654Ad4X4bL5ttr2310c2K", "(01)09521234543213(3103)000750(3933)9781999(422)276(8008)2611221530",
        "(4309)02790858483015297971(4300)Caf%C3%A9(8007)DE89370400440532013000(8001)12345678901211",
    ].enumerated().map { [UInt8($0.offset)] + Array($0.element.utf8) }
}
