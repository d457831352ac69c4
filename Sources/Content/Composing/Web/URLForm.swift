import Formats
import Payloads

/// A web address.
enum URLForm {
    static let form = PayloadForm(
        "url", "Web address",
        fields: [
            .text(
                "url", "Address", "Enter the address; https:// is added if it has no scheme",
                like: "https://example.org/page", isRequired: true)
        ]
    ) { entries throws(FormError) in
        ComposedContent(try address(entries["url"], field: "url"))
    }

    /// The address that was typed, with its scheme: as it is where it is plain ASCII, else as programs exchange it, with its host
    /// in Punycode and its path percent-encoded.
    ///
    /// - Throws: `FormError` for anything but an address that begins with `http:` or `https:`, or with a host.
    static func address(_ typed: String, field: String) throws(FormError) -> String {
        let bytes = typed.utf8Slice.trimmed
        if let scheme = RefusedScheme(bytes) {
            throw FormError(
                field, "\(scheme.rawValue): runs or opens something on the reader's device: enter an https:// address")
        }
        guard bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            throw FormError(field, "an address cannot contain spaces: write %20 for each, or + in a query")
        }
        if let address = WebAddress(absolute: bytes) {
            let isPlain = !address.isObscured && bytes.allSatisfy { $0 < 0x80 && !"\\\"<>`{}|^".utf8.contains($0) }
            return isPlain ? bytes.text : address.url
        }
        if hasOtherScheme(bytes) {
            throw FormError(field, "a web address begins with http:// or https://: make others as text")
        }
        let host = bytes.prefix { !"/?#".utf8.contains($0) }
        if host.contains(UInt8(ascii: "@")) {
            throw FormError(field, "this looks like an e-mail address: make an e-mail, or put https:// before it")
        }
        guard !host.isEmpty, WebAddress(absolute: ArraySlice(Array("https://".utf8) + bytes)) != nil else {
            throw FormError(field, "this is not a web address: enter one such as https://example.org/page")
        }
        return try address("https://" + bytes.text, field: field)
    }

    /// Whether it begins like `ftp:` (RFC 3986, 3.1) and not like a host with its port.
    private static func hasOtherScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
        let (head, rest) = bytes.cut(at: UInt8(ascii: ":"))
        guard let rest, let first = head.first, ASCII.isLetter(first) else { return false }
        let isName = head.allSatisfy { ASCII.isAlphanumeric($0) || "+-.".utf8.contains($0) }
        return isName && !(rest.first.map(ASCII.isDigit) ?? false)
    }
}
