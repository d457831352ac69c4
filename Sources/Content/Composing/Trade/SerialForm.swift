import Formats
import Payloads

/// A serial number with its check characters.
enum SerialForm {
    static let form = PayloadForm(
        "serial", "Serial number", symbolKind: "code-128",
        fields: [
            .text("prefix", "Prefix", "Text before the number", like: "S-"),
            .text("number", "Number", "Enter the number", like: "1", isRequired: true),
            .text("width", "Width", "The minimum number of digits, with leading zeros", like: "4"),
            .text("suffix", "Suffix", "Text after the number"),
            .choice(
                "check", "Check characters", "Characters at the end that reveal mistakes",
                [.init("none")] + SerialCheck.all.map { .init($0.name, $0.title) }),
        ]
    ) { entries throws(FormError) in
        let digits = entries["number"]
        guard digits.isDigits, digits.utf8.count <= maximumDigits else {
            throw FormError("number", "enter a whole number of at most \(maximumDigits) digits")
        }
        let width = entries["width"].isEmpty ? 0 : Int(entries["width"])
        guard let width, 0...maximumDigits ~= width else {
            throw FormError("width", "enter how many digits there are, from 0 to \(maximumDigits)")
        }
        let zeros = String(repeating: "0", count: max(0, width - digits.utf8.count))
        // Blanks at the outer ends are part of a number; within it is made of what was typed.
        let plain = entries.exact("prefix") + zeros + digits + entries.exact("suffix")
        guard let check = SerialCheck.all.first(where: { $0.name == entries.choice("check") }) else {
            return content(plain, kinds: [])
        }
        guard let characters = check.characters(Array(plain.utf8)) else {
            throw FormError(
                "check", "\(check.name) supports only \(check.alphabet): choose another, or change the number")
        }
        return content(plain + String(decoding: characters, as: UTF8.self), kinds: check.symbolKinds)
    }

    private static let maximumDigits = 30

    private static func content(_ text: String, kinds: [String]) -> ComposedContent {
        let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
        return ComposedContent(text, symbolKinds: isPlain ? kinds + ["code-128", "qr-code"] : ["qr-code"])
    }
}

/// A way to compute check characters of a serial number.
struct SerialCheck: Sendable {
    /// The name on the command line.
    let name: String
    let title: String
    /// What it counts, in words.
    let alphabet: String
    /// Kinds of symbol that check the same.
    let symbolKinds: [String]
    /// The characters to add; nil if the content holds others than it counts.
    let characters: @Sendable ([UInt8]) -> [UInt8]?

    static let all = [
        SerialCheck(name: "mod10", title: "modulo 10, as for products", alphabet: "digits", symbolKinds: []) {
            content in
            isDigits(content) ? [CheckDigits.modulo10(content[...])] : nil
        },
        SerialCheck(name: "luhn", title: "modulo 10, as for cards (Luhn)", alphabet: "digits", symbolKinds: []) {
            content in
            isDigits(content) ? (0x30...0x39).first { CheckDigits.isLuhn((content + [$0])[...]) }.map { [$0] } : nil
        },
        SerialCheck(name: "mod11", title: "modulo 11, as for ISSNs", alphabet: "digits", symbolKinds: []) { content in
            isDigits(content) ? [CheckDigits.modulo11(content[...])] : nil
        },
        SerialCheck(
            name: "mod43", title: "modulo 43, as for Code 39", alphabet: "0-9, A-Z, spaces and -.$/+%",
            symbolKinds: ["code-39"]
        ) { content in
            let values = content.compactMap(code39.firstIndex)
            return values.count == content.count ? [code39[values.reduce(0, +) % 43]] : nil
        },
        SerialCheck(
            name: "mod97", title: "two digits modulo 97 (ISO 7064)", alphabet: "letters and digits", symbolKinds: []
        ) { content in
            CheckSum.mod97(content + [0x30, 0x30]).map { remainder in
                let check = 98 - remainder
                return [UInt8(0x30 + check / 10), UInt8(0x30 + check % 10)]
            }
        },
    ]

    /// The characters of Code 39 by their values (ISO/IEC 16388).
    private static let code39 = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%".utf8)

    private static func isDigits(_ content: [UInt8]) -> Bool { !content.isEmpty && content.allSatisfy(ASCII.isDigit) }
}
