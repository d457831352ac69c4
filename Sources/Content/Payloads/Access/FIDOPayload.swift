import Formats

/// A sign-in by another device: `FIDO:/` and digits (CTAP 2.2, 11.5.1). It is named, and not interpreted: the code holds a secret.
enum FIDOPayload: PayloadParser {
    static func parse(_ input: PayloadInput) -> Payload? {
        guard let digits = input.bytes.trimmed.after(prefix: "FIDO:/"), digits.count >= 20,
            digits.allSatisfy(ASCII.isDigit)
        else { return nil }
        return Payload(
            content: input.content, kind: .fido, summary: .passkey,
            fields: [PayloadField("data", .data, digits.text, isSecret: true)],
            warnings: [.signIn])
    }
}
