import Formats

/// A web address with a title in NTT DOCOMO's form: `MEBKM:TITLE:Example;URL:http\://example.com;;`.
enum BookmarkPayload: PayloadParser {
    static func parse(_ input: PayloadInput) -> Payload? {
        guard let rest = input.bytes.after(prefix: "MEBKM:") else { return nil }
        let fields = DocomoFields(rest)
        guard let url = fields.first("URL"),
            let address = WebAddressPayload.anyForm(url.value.utf8Slice.trimmed)
        else { return nil }
        return WebAddressPayload.payload(
            of: address, title: fields.first("TITLE")?.value, text: input.bytes.text, input)
    }
}
