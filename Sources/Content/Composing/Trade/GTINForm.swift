import Formats
import Payloads

/// The number of a product, a book or a case.
enum GTINForm {
    static let form = PayloadForm(
        "gtin", "Product number (GTIN)", symbolKind: "ean-13",
        fields: [
            .text(
                "gtin", "Number", "Enter the digits; the check digit is added if missing",
                like: "590123412345", isRequired: true),
            .choice(
                "gtin-length", "Length", "The length with the check digit; by default as typed",
                [
                    .init("auto", "as typed"), .init("8", "GTIN-8 (EAN-8)"), .init("12", "GTIN-12 (UPC-A)"),
                    .init("13", "GTIN-13 (EAN-13)"), .init("14", "GTIN-14 (ITF-14)"),
                ]),
            .text("add-on", "Add-on", "Two or five digits beside EAN and UPC: an issue or a price", like: "12"),
        ]
    ) { entries throws(FormError) in
        let digits = try complete(entries)
        let addOn = entries["add-on"]
        guard addOn.isEmpty || addOn.isDigits && [2, 5].contains(addOn.utf8.count) else {
            throw FormError("add-on", "an add-on has two or five digits")
        }
        guard addOn.isEmpty || digits.utf8.count < 14 else {
            throw FormError("add-on", "ITF-14 has no add-on: leave it out")
        }
        return ComposedContent(
            digits + (addOn.isEmpty ? "" : "+\(addOn)"), symbolKinds: [kinds[digits.utf8.count] ?? "ean-13"])
    }

    /// The kind of symbol by the length of the number.
    private static let kinds = [8: "ean-8", 12: "upc-a", 13: "ean-13", 14: "itf-14"]

    /// The number with its check digit.
    private static func complete(_ entries: Entries) throws(FormError) -> String {
        let typed = entries["gtin"].withoutGrouping
        let bytes = typed.utf8Slice
        guard typed.isDigits, !bytes.isEmpty else { throw FormError("gtin", "it must have digits only") }
        if let length = Int(entries.choice("gtin-length")) {
            guard length - 1...length ~= bytes.count else {
                throw FormError(
                    "gtin", "it has \(bytes.count) digits: a GTIN-\(length) has \(length - 1) and a check digit")
            }
            return try checked(bytes, length: length)
        }
        switch bytes.count {
        case 7, 11: return try checked(bytes, length: bytes.count + 1)
        case 8, 14: return try checked(bytes, length: bytes.count)
        case 12, 13:
            // Either whole, or one digit short of the next length: the check digit tells.
            guard !CheckDigits.isModulo10(bytes) else { return typed }
            let right = CheckDigits.modulo10(bytes.dropLast())
            throw FormError(
                "gtin",
                "the check digit should be \(Character(Unicode.Scalar(right))); if it is still to be added, choose the length \(bytes.count + 1)"
            )
        default:
            throw FormError("gtin", "it has \(bytes.count) digits, but such numbers have 8, 12, 13 or 14")
        }
    }

    private static func checked(_ bytes: ArraySlice<UInt8>, length: Int) throws(FormError) -> String {
        let right = CheckDigits.modulo10(bytes.prefix(length - 1))
        guard bytes.count < length || bytes.last == right else {
            throw FormError(
                "gtin", "the check digit should be \(Character(Unicode.Scalar(right))): correct the number")
        }
        return (bytes.prefix(length - 1) + [right]).text
    }
}
