import Formats
import Payloads

/// A SEPA credit transfer (European Payments Council, EPC069-12).
enum EPCForm {
    static let form = PayloadForm(
        "epc", "SEPA payment (EPC)",
        fields: [
            .text(
                "name", "To", "Enter the payee's name", like: "Wikimedia Foerdergesellschaft", isRequired: true),
            .text("iban", "IBAN", "Enter the account number", like: "DE33 1002 0500 0001 1947 00", isRequired: true),
            .text("bic", "BIC", "The bank code; version 1 requires it", like: "BFSWDE33"),
            .text("amount", "Amount", "Euros, such as 12.50; if left out, the payer enters it", like: "12.50"),
            .text("purpose", "Purpose", "A code of up to four letters, such as CHAR"),
            .text("reference", "Reference", "A creditor reference that begins with RF", like: "RF18539007547034"),
            .text("message", "Text", "What the payment is for, if there is no reference"),
            .text("information", "For the payer", "A hint that the payer sees"),
            .choice(
                "epc-version", "Version", "Version 2 needs no BIC within the European Economic Area",
                [.init("2"), .init("1")]),
            .choice(
                "charset", "Charset", "The character encoding",
                [.init("UTF-8")] + charsets.map { .init($0.value) }),
        ]
    ) { entries throws(FormError) in
        let number = charsets.first { $0.value == entries.choice("charset") }?.key ?? "1"
        let text = try lines(entries, charset: number).joined(separator: "\n")
        let content = try content(text, charset: number == "1" ? nil : entries.choice("charset"))
        // EPC069-12, 3.3.
        guard content.bytes.count <= 331 else {
            throw FormError(
                "message", "all together has \(content.bytes.count) bytes, but the maximum is 331: shorten a text")
        }
        return content
    }

    private static let charsets = EPCPayload.charsets.sorted { $0.key < $1.key }

    private static func content(_ text: String, charset: String?) throws(FormError) -> ComposedContent {
        guard let charset else { return ComposedContent(text, level: "M") }
        guard let bytes = LatinCharset.bytes(of: text, named: charset) else {
            throw FormError("charset", "\(charset) lacks some of these characters: choose UTF-8")
        }
        return ComposedContent(bytes: bytes, reading: text, charset: charset, level: "M")
    }

    private static func lines(_ entries: Entries, charset: String) throws(FormError) -> [String] {
        try FormMoney.limit(entries, ["name": 70, "message": 140, "information": 70])
        let iban = try FormMoney.iban(entries)
        let (bic, version) = (entries["bic"].withoutGrouping.uppercased(), entries.choice("epc-version"))
        if bic.isEmpty, version == "1" {
            throw FormError("bic", "version 1 requires it: enter the bank code, or choose version 2")
        }
        if !bic.isEmpty, BankIdentifier.note(on: bic) != nil {
            throw FormError("bic", "a bank's code has 8 or 11 letters and digits, such as BFSWDE33: correct it")
        }
        let purpose = entries["purpose"].uppercased()
        guard purpose.utf8.count <= 4, purpose.utf8.allSatisfy(ASCII.isAlphanumeric) else {
            throw FormError(
                "purpose", "a purpose is a code of up to four letters, such as CHAR: enter other texts as the text")
        }
        let reference = entries["reference"].withoutGrouping.uppercased()
        if !reference.isEmpty {
            try entries.refuse(["message"], because: "a payment has a reference or a text, not both: leave one out")
            guard CheckSum.isCreditorReference(reference) else {
                throw FormError(
                    "reference",
                    "this is not a creditor reference (RF…) with correct check digits: enter other references as text")
            }
        }
        let amount = try FormMoney.amount(entries)
        var lines = ["BCD", "00\(version)", charset, "SCT", bic, entries["name"], iban.text]
        lines += [amount.isEmpty ? "" : "EUR\(amount)", purpose, reference, entries["message"], entries["information"]]
        while lines.last == "" { lines.removeLast() }
        return lines
    }
}

/// What orders of payment have in common.
enum FormMoney {
    /// The account, its structure and check digits right.
    static func iban(_ entries: Entries) throws(FormError) -> IBAN {
        let iban = IBAN(entries["iban"])
        if let note = iban.note { throw FormError("iban", "\(note.text): correct the account's number") }
        return iban
    }

    /// The amount with two decimals and a point; empty where none is given.
    static func amount(_ entries: Entries) throws(FormError) -> String {
        let typed = entries["amount"]
        if typed.isEmpty { return "" }
        let amount = MoneyAmount(typed.replacing(",", with: "."))
        if let note = amount.note {
            throw FormError("amount", "\(note.text): enter an amount such as 12.50, without thousands separators")
        }
        return amount.plainText
    }

    /// Refuses texts that are longer than their standard allows, in characters.
    static func limit(_ entries: Entries, _ limits: KeyValuePairs<String, Int>) throws(FormError) {
        for (id, most) in limits {
            let count = entries[id].unicodeScalars.count
            guard count <= most else {
                throw FormError(id, "it has \(count) characters, but the maximum is \(most): shorten it")
            }
        }
    }
}
