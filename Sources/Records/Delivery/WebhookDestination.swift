import CLoaded
import Cryptography
import Files
import Formats
import Foundation
import History

/// Scans as requests to a web server (libcurl): a POST each, with what tells a repeated one, and a signature where there is a secret.
///
/// `Idempotency-Key` is the delivery's identity, a UUID; `X-Quietzone-Signature: sha256=…` is the HMAC of the body in hexadecimal digits. Answers
/// 200 to 299 are taken for a yes; 408, 425, 429 and those from 500 on for "later"; all others for a no.
final class WebhookDestination: ItemDestination {
    private let settings: DestinationSettings
    private let template: RecordTemplate?
    private let secret: [UInt8]?
    private let http: OpaquePointer

    init(_ settings: DestinationSettings, _: DeliveryOrigin) throws(DeliveryError) {
        guard let url = URL(string: settings.address), url.host?.isEmpty == false else {
            throw DeliveryError("\(settings.shownAddress) is not a web address")
        }
        guard let http = qz_http_new() else {
            throw DeliveryError("libcurl is not installed (package libcurl4)")
        }
        (self.settings, self.http) = (settings, http)
        template = settings.template.map { RecordTemplate($0, encoding: .json) }
        do { secret = try DestinationSecret.bytes(settings) } catch {
            qz_http_free(http)
            throw error
        }
    }

    deinit { qz_http_free(http) }

    func deliver(_ item: OutboxItem) throws(DeliveryError) -> String? {
        let body = Array((template?.text(for: item) ?? item.record).utf8)
        var lines = ["Content-Type: application/json", "Idempotency-Key: \(item.key)", "Expect:"]
        if let secret {
            let code = Digest.sha256.authenticationCode(of: body, key: secret).hexadecimal
            lines.append("X-Quietzone-Signature: sha256=\(code)")
        }
        lines += settings.headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        var answer = qz_http_answer()
        // SAFETY: copies and body live until the call has returned, and it keeps no pointer.
        let copies = lines.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        let headers = copies.map { $0.map { UnsafePointer($0) } } + [nil]
        let result = settings.address.withCString { url in
            headers.withUnsafeBufferPointer { headers in
                body.withUnsafeBytes { body in
                    var request = qz_http_request(
                        url: url, headers: headers.baseAddress!, body: body.baseAddress ?? UnsafeRawPointer(url),
                        length: body.count, seconds: settings.seconds)
                    return qz_http_post(http, &request, &answer)
                }
            }
        }
        guard result == 0 else { throw DeliveryError(Self.text(answer.problem)) }
        return try Self.verdict(status: answer.status, line: Self.line(Self.text(answer.body)))
    }

    /// What an answer means.
    static func verdict(status: Int, line: String) throws(DeliveryError) -> String? {
        if 200..<300 ~= status { return line.isEmpty ? nil : line }
        let words = line.isEmpty ? "answer \(status)" : "answer \(status): \(line)"
        throw DeliveryError(words, isPermanent: ![408, 425, 429].contains(status) && status < 500)
    }

    /// The first line that says something, at most 200 characters.
    private static func line(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) } ?? ""
        return String(line.prefix(200))
    }

    private static func text<Tuple>(_ tuple: Tuple) -> String {
        withUnsafeBytes(of: tuple) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
