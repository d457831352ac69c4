import Formats

/// Addresses that run or show what they carry, read the user's files, or start an app with arguments of their own: they are
/// never offered to be opened.
package enum RefusedScheme: String, CaseIterable {
    case javascript, vbscript, data, file, intent

    /// Nil when `text` does not begin with such an address. Blanks and controls inside the scheme do not count, as in browsers
    /// (URL Standard, 4.4).
    package init?(_ text: ArraySlice<UInt8>) {
        var rest = text.trimmed
        if let address = rest.after(prefix: "URL:") { rest = address }
        if let titled = rest.after(prefix: "URLTO:") { rest = titled.cut(at: UInt8(ascii: ":")).rest ?? titled }
        if let bookmark = rest.after(prefix: "MEBKM:"), let url = DocomoFields(bookmark).first("URL") {
            rest = url.value.utf8Slice.trimmed
        }
        let start = ArraySlice(rest.prefix(256).filter { $0 > 0x20 && $0 != 0x7F })
        let (scheme, body) = start.cut(at: UInt8(ascii: ":"))
        guard let body, let known = RefusedScheme(rawValue: scheme.text.lowercased()) else { return nil }
        switch known {
        case .javascript, .vbscript: break
        case .data: guard Self.hasMediaType(body) else { return nil }
        case .file: guard body.first == UInt8(ascii: "/") else { return nil }
        case .intent:
            guard body.starts(with: "//".utf8) || body.after(prefix: "#Intent;") != nil else { return nil }
        }
        self = known
    }

    /// `text/html,…`, `;base64,…` or `,…` (RFC 2397), and not a word of a sentence.
    private static func hasMediaType(_ body: ArraySlice<UInt8>) -> Bool {
        let (head, rest) = body.cut(at: UInt8(ascii: ","))
        guard rest != nil else { return false }
        return head.isEmpty || head.first == UInt8(ascii: ";") || head.contains(UInt8(ascii: "/"))
    }

    var warning: PayloadWarning { .refused(self) }
}
