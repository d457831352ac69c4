import Formats
import Foundation
import Payloads
import Symbols

/// docs/reference/contents.md: the kinds of content, each with an example that the program explains.
enum ContentPage {
    static func markdown() throws -> String {
        var blocks: [Page.Block] = [
            .heading(1, "Kinds"),
            .text(
                "A kind that is not saved by default is listed in the setting `[history] leave-out`. Secrets, such as passwords, are "
                    + "masked until you ask for them, and searches ignore them."),
            .table(
                header: ["kind", "content", "main action", "saved by default", "has secrets"],
                rows: PayloadKind.all.map { kind in
                    [
                        "`\(kind.rawValue)`", kind.title, kind.purpose ?? "", kind.isKeptByDefault ? "yes" : "no",
                        kind.mayHoldSecret ? "yes" : "no",
                    ]
                }),
            .heading(1, "Examples"),
            .text(
                "Each example shows the members of `payload` in JSON. Members without a value are left out."
            ),
        ]
        for kind in PayloadKind.all {
            guard let payload = example(of: kind) else { continue }
            blocks += [
                .heading(2, kind.title), .code(lines(payload.content.text ?? ""), language: "text"),
                .code(lines(payload.json), language: "json"),
            ]
        }
        blocks += [
            .heading(1, "Warnings"),
            .text(
                "The names in `warnings`, with the sentences that the screen shows; … stands for a part of the content."
            ),
            .table(header: ["name", "sentence"], rows: try warnings().map { ["`\($0.name)`", $0.message] }),
        ]
        return Page.markdown(
            "Contents",
            introduction: """
                Quietzone explains what a code contains: its kind, its fields, and warnings about it. See the guides to \
                [scanning](../guide/scanning.md) and [scripts](../guide/scripts.md). `quietzone explain TEXT` explains a text, and \
                [JSON](json.md) describes the object `payload`.
                """, blocks)
    }

    /// The text in lines, with the marks that `quietzone read` prints for other line breaks.
    private static func lines(_ text: String) -> [String] {
        text.replacing("\r\n", with: "\n").trimmingCharacters(in: .newlines).components(separatedBy: "\n").map {
            $0.replacing("\u{1D}", with: "␝").replacing("\u{1E}", with: "␞").replacing("\u{4}", with: "␄")
                .replacing("\r", with: "␍")
        }
    }

    /// A member on each line.
    private static func lines(_ json: JSONValue) -> [String] {
        guard case .object(let members) = json else { return [json.text] }
        let lines = members.map { "  \(JSONValue.string($0.key).text): \($0.value.text)" }
        return ["{"] + lines.enumerated().map { $1 + ($0 < lines.count - 1 ? "," : "") } + ["}"]
    }

    // MARK: Examples

    /// Dates are compared with this day, so that the page does not change.
    private static let today = CivilDate(year: 2026, month: 11, day: 29)!

    static func example(of kind: PayloadKind) -> Payload? {
        examples[kind.rawValue].map { Payload.parsedOnce($0, today: today) }
    }

    private static func text(_ text: String, _ symbology: Symbology = .qrCode) -> SymbolContent {
        SymbolContent(symbology: symbology, text: text)
    }

    private static let examples: [String: SymbolContent] = [
        "url": text("https://www.example.org/menu?table=4"),
        "app-link": text("spotify:track:4uLU6hMCjMI75M1A2tKUQC"),
        "contact": text(
            "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Lovelace;Ada\r\nFN:Ada Lovelace\r\nTEL;TYPE=CELL:+44 20 7946 0000\r\n"
                + "EMAIL:ada@example.org\r\nEND:VCARD\r\n"),
        "email": text("mailto:ada@example.org?subject=Hello"), "phone": text("tel:+442079460000"),
        "sms": text("SMSTO:+442079460000:On my way"), "geo": text("geo:52.52,13.405"),
        "event": text(
            "BEGIN:VEVENT\r\nSUMMARY:Movie night\r\nDTSTART:20261224T193000Z\r\nLOCATION:Hall 2\r\nEND:VEVENT\r\n"),
        "wifi": text("WIFI:T:WPA;S:Cafe;P:espresso!;;"),
        "otp": text("otpauth://totp/Example:ada?secret=JBSWY3DPEHPK3PXP&issuer=Example"),
        "smart-home": text("MT:Y.K9042C00KA0648G00"), "esim": text("LPA:1$smdp.example.org$ABC-123"),
        "payment": text(
            "BCD\n002\n1\nSCT\nBFSWDE33BER\nExample Society\nDE33100205000001194700\nEUR20\n\n\nDonation"),
        "crypto": text("bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa?amount=0.01"),
        "mail": text("0123456709498765432101234567891", .uspsIMb),
        "boarding-pass": text("M1DESMARAIS/LUC       EABC123 YULFRAAC 0834 326J001A0025 100", .aztec),
        "gtin": text("4006381333931", .ean13), "isbn": text("9780306406157", .ean13),
        "issn": text("9770317847001", .ean13),
        "ismn": text("9790260000438", .ean13), "in-store": text("2012345012349", .ean13),
        "gs1": text("010952123454321310AB-1", .gs1_128),
        "vin": text("1M8GDM9AXKP042788", .code39), "json": text("{\"id\": 12, \"name\": \"Shelf A4\"}"),
        "ticket": text("TICKET:2026-12-24T19:30:00Z,1A,1001|00"), "text": text("Bring the blue box to room 4"),
    ]

    // MARK: Warnings

    /// Every warning, by the source of `PayloadWarning`: a name, and the sentence with … for what it names.
    static func warnings() throws -> [(name: String, message: String)] {
        let source = try String(
            contentsOf: ReferenceTests.root.appendingPathComponent(
                "Sources/Content/Payloads/Wording/PayloadWarning.swift"),
            encoding: .utf8)
        var warnings: [(name: String, message: String)] = []
        for match in source.matches(of: #/PayloadWarning\(\s*"([a-z0-9-]+)",\s*"/#) {
            let name = String(match.1)
            let message = literal(source[match.range.upperBound...])
            if let index = warnings.firstIndex(where: { $0.name == name }) {
                warnings[index].message += " " + message
            } else {
                warnings.append((name, message))
            }
        }
        return warnings
    }

    /// A string literal up to its end; what is interpolated is an ellipsis.
    private static func literal(_ source: Substring) -> String {
        var text = ""
        var depth = 0
        var previous: Character = " "
        for character in source {
            if depth > 0 {
                depth += character == "(" ? 1 : character == ")" ? -1 : 0
            } else if character == "(", previous == "\\" {
                text = text.dropLast() + "…"
                depth = 1
            } else if character == "\"" {
                break
            } else {
                text.append(character)
            }
            previous = character
        }
        return text
    }
}
