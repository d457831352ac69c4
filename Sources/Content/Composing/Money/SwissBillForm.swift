import Formats
import Payloads

/// A Swiss QR-bill (SIX, Swiss Implementation Guidelines QR-bill 2.3), made as QR Code of level M.
enum SwissBillForm {
    private static let fields: [FormEntry] = [
        .text("name", "To", "Enter the payee's name", like: "Robert Schneider AG", isRequired: true),
        .text("street", "Street", "The payee's street", like: "Rue du Lac"),
        .text("house", "House", "The house number", like: "1268"),
        .text("postal-code", "Postal code", "Enter the payee's postal code", like: "2501", isRequired: true),
        .text("city", "Town", "Enter the payee's town", like: "Biel", isRequired: true),
        .text("country", "Country", "The country's two letters; CH by default", like: "CH"),
        .text(
            "iban", "IBAN", "Enter an account in Switzerland or Liechtenstein", like: "CH44 3199 9123 0008 8901 2",
            isRequired: true),
        .text("amount", "Amount", "Such as 1949.75; if left out, the payer enters it", like: "1949.75"),
        .choice("currency", "Currency", "Francs or euros", [.init("CHF"), .init("EUR")]),
        .text("debtor-name", "From", "The payer's name; if left out, the payer enters it"),
        .text("debtor-street", "Payer's street", "The payer's street"),
        .text("debtor-house", "Payer's house", "The house number"),
        .text("debtor-postal-code", "Payer's postal code", "The payer's postal code"),
        .text("debtor-city", "Payer's town", "The payer's town"),
        .text("debtor-country", "Payer's country", "The country's two letters; CH by default"),
        .text(
            "reference", "Reference", "A QR reference of up to 27 digits for a QR-IBAN, or one that begins with RF",
            like: "210000000003139471430009017"),
        .text("message", "Text", "What the payment is for"),
        .text("billing-information", "For the payer's accounting", "Coded, such as //S1/…"),
    ]

    static let form = PayloadForm("swiss", "Swiss QR-bill", fields: fields) { entries throws(FormError) in
        let iban = try iban(entries)
        let reference = try SwissReference(entries["reference"], for: iban)
        try FormMoney.limit(
            entries,
            [
                "name": 70, "street": 70, "house": 16, "postal-code": 16, "city": 35, "debtor-name": 70,
                "debtor-street": 70, "debtor-house": 16, "debtor-postal-code": 16, "debtor-city": 35,
            ])
        let (message, information) = (entries["message"], entries["billing-information"])
        guard message.unicodeScalars.count + information.unicodeScalars.count <= 140 else {
            throw FormError("message", "with the billing information it has more than 140 characters: shorten it")
        }
        for field in fields where entries[field.id].unicodeScalars.contains(where: { !isAllowed($0) }) {
            throw FormError(
                field.id, "it contains characters that a QR-bill does not allow: use Latin letters, digits and signs")
        }
        var lines = ["SPC", "0200", "1", iban.text] + (try party(entries, prefix: ""))
        lines += Array(repeating: "", count: 7)
        lines += [try FormMoney.amount(entries), entries.choice("currency")]
        lines += try debtor(entries)
        lines += [reference.type, reference.text, message, "EPD"]
        if !information.isEmpty { lines.append(information) }
        return ComposedContent(lines.joined(separator: "\n"), level: "M")
    }

    private static func iban(_ entries: Entries) throws(FormError) -> IBAN {
        let iban = try FormMoney.iban(entries)
        guard ["CH", "LI"].contains(iban.country) else {
            throw FormError("iban", "a QR-bill pays to accounts in CH and LI: enter one, or make a SEPA payment")
        }
        return iban
    }

    /// The seven lines of a structured address.
    private static func party(_ entries: Entries, prefix: String) throws(FormError) -> [String] {
        func value(_ id: String) -> String { entries[prefix + id] }
        for id in ["name", "postal-code", "city"] where value(id).isEmpty {
            throw FormError(prefix + id, "it is missing: enter it too")
        }
        let country = value("country").isEmpty ? "CH" : value("country").uppercased()
        guard country.utf8.count == 2, country.utf8.allSatisfy(ASCII.isLetter) else {
            throw FormError(prefix + "country", "enter the two letters of the country, such as CH")
        }
        return ["S", value("name"), value("street"), value("house"), value("postal-code"), value("city"), country]
    }

    private static func debtor(_ entries: Entries) throws(FormError) -> [String] {
        let ids = fields.map(\.id).filter { $0.hasPrefix("debtor-") }
        guard ids.contains(where: { !entries[$0].isEmpty }) else { return Array(repeating: "", count: 7) }
        return try party(entries, prefix: "debtor-")
    }

    /// The characters of the guidelines, 4.1.1: Latin without control characters.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7E, 0xA0...0x17F, 0x218...0x21B, 0x20AC: true
        default: false
        }
    }
}

/// The reference of a QR-bill, of the type that its account asks for.
struct SwissReference {
    /// `QRR`, `SCOR` or `NON`.
    let type: String
    let text: String

    init(_ typed: String, for iban: IBAN) throws(FormError) {
        func problem(_ reason: String) -> FormError { FormError("reference", reason) }
        let text = typed.withoutGrouping.uppercased()
        if iban.isQRIBAN {
            guard !text.isEmpty, text.isDigits, text.utf8.count <= 27 else {
                throw problem("a QR-IBAN needs a QR reference: enter up to 27 digits")
            }
            (type, self.text) = ("QRR", try Self.completed(text))
        } else if text.isEmpty {
            (type, self.text) = ("NON", "")
        } else {
            guard text.hasPrefix("RF") else {
                throw problem(
                    "this account is not a QR-IBAN, so the reference must begin with RF: enter others as text")
            }
            guard CheckSum.isCreditorReference(text) else { throw problem("its check digits are wrong: correct it") }
            (type, self.text) = ("SCOR", text)
        }
    }

    /// Twenty-seven digits: compared where all are given, else filled up with zeros in front and the check digit behind.
    private static func completed(_ digits: String) throws(FormError) -> String {
        let bytes = Array(digits.utf8)
        if bytes.count == 27 {
            guard CheckSum.isMod10Recursive(bytes[...]) else {
                throw FormError("reference", "its check digit is wrong: correct it, or leave its last digit out")
            }
            return digits
        }
        let body = Array(repeating: 0x30, count: 26 - bytes.count) + bytes
        let check = (0x30...0x39).first { CheckSum.isMod10Recursive((body + [$0])[...]) } ?? 0x30
        return String(decoding: body + [check], as: UTF8.self)
    }
}
