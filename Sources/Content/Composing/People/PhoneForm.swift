import Payloads

/// A number to call (RFC 3966).
enum PhoneForm {
    static let form = PayloadForm(
        "phone", "Phone number",
        fields: [
            .text(
                "phone", "Number", "Enter the number with + and the country code", like: "+41 44 668 18 00",
                isRequired: true),
            .text("extension", "Extension", "Digits to dial after the number", like: "17"),
        ]
    ) { entries throws(FormError) in
        let number = try number(entries["phone"], field: "phone")
        let digits = entries["extension"].withoutGrouping
        guard digits.isDigits, digits.utf8.count <= 20 else {
            throw FormError("extension", "an extension has at most 20 digits")
        }
        return ComposedContent("tel:" + number.addressText + (digits.isEmpty ? "" : ";ext=" + digits))
    }

    /// The number that was typed, with the separators that people write.
    static func number(_ typed: String, field: String) throws(FormError) -> PhoneNumber {
        guard let number = PhoneNumber(typed) else {
            throw FormError(field, "a phone number is 1 to 40 digits, with + in front of a country code")
        }
        if let note = number.note { throw FormError(field, "\(note.text): correct the number") }
        return number
    }
}
