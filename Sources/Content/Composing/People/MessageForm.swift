import Payloads

/// A text message to send.
enum MessageForm {
    static let form = PayloadForm(
        "sms", "Text message",
        fields: [
            .text(
                "phone", "Number", "Enter the number with + and the country code", like: "+41 44 668 18 00",
                isRequired: true),
            .lines("body", "Text", "The message; it can be changed before it is sent"),
            .choice(
                "scheme", "Form", "The format: most phones support SMSTO:, sms: is RFC 5724",
                [.init("smsto", "SMSTO:"), .init("sms", "sms: (RFC 5724)")]),
        ]
    ) { entries throws(FormError) in
        let number = try PhoneForm.number(entries["phone"], field: "phone")
        let body = entries["body"]
        guard entries.choice("scheme") == "sms" else {
            return ComposedContent("SMSTO:\(number.dialed)" + (body.isEmpty ? "" : ":\(body)"))
        }
        return ComposedContent("sms:\(number.addressText)" + URIText.query(["body": URIText.encodedLines(body)]))
    }
}
