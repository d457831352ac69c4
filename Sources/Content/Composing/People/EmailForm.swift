import Formats
import Payloads

/// An e-mail to write (RFC 6068).
enum EmailForm {
    static let form = PayloadForm(
        "email", "E-mail",
        fields: [
            .text(
                "to", "To", "Enter one address, or several separated by commas", like: "ada@example.org",
                isRequired: true),
            .text("cc", "Copy to", "Addresses that get a copy, separated by commas"),
            .text("bcc", "Hidden copy to", "Addresses that get a hidden copy, separated by commas"),
            .text("subject", "Subject", "What the e-mail is about"),
            .lines("body", "Text", "The message; it can be changed before it is sent"),
        ]
    ) { entries throws(FormError) in
        let items: KeyValuePairs = [
            "cc": entries["cc"].isEmpty ? "" : try encodedAddresses(entries["cc"], field: "cc"),
            "bcc": entries["bcc"].isEmpty ? "" : try encodedAddresses(entries["bcc"], field: "bcc"),
            "subject": URIText.encoded(entries["subject"]), "body": URIText.encodedLines(entries["body"]),
        ]
        return ComposedContent("mailto:" + (try encodedAddresses(entries["to"], field: "to")) + URIText.query(items))
    }

    private static let maximumAddresses = 50

    private static func encodedAddresses(_ typed: String, field: String) throws(FormError) -> String {
        let addresses = typed.utf8Slice.split(separator: UInt8(ascii: ",")).map(\.trimmed)
        guard addresses.count <= maximumAddresses else {
            throw FormError(field, "it has \(addresses.count) addresses, but the maximum is \(maximumAddresses)")
        }
        guard !addresses.isEmpty, addresses.allSatisfy(EmailAddress.isValid) else {
            throw FormError(field, "enter e-mail addresses such as ada@example.org, separated by commas")
        }
        return addresses.map { URIText.encoded($0.text, keeping: "@+") }.joined(separator: ",")
    }
}
