import Cryptography
import struct Foundation.Data

/// The page that the phone opens: one document that refers to nothing else.
struct PhonePage: Sendable {
    /// The document up to and from the number of the visit, which the server puts between them.
    let start, end: String
    /// Its Content-Security-Policy: only its own script and style, and requests to where it came from.
    let policy: String

    /// The page of this program, Data/phone.html.
    static let standard = PhonePage(String(decoding: PackageResources.phone_html, as: UTF8.self))

    /// A page with one `<style>`, one `<script>` and one `{visit}`.
    init(_ document: String) {
        let parts = Self.split(document, at: "{visit}") ?? (document[...], "")
        (start, end) = (String(parts.0), String(parts.1))
        let sources = ["script", "style"].map { name in
            let text =
                Self.split(document, at: "<\(name)>").flatMap { Self.split(String($0.1), at: "</\(name)>")?.0 } ?? ""
            return "\(name)-src 'sha256-\(Data(Digest.sha256.of(Array(text.utf8))).base64EncodedString())'"
        }
        policy =
            "default-src 'none'; \(sources.joined(separator: "; ")); connect-src 'self'; base-uri 'none'; "
            + "form-action 'none'; frame-ancestors 'none'"
    }

    private static func split(_ text: String, at separator: String) -> (Substring, Substring)? {
        text.firstRange(of: separator).map { (text[..<$0.lowerBound], text[$0.upperBound...]) }
    }
}
