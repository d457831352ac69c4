import Cryptography
import Foundation

/// Signs requests by OAuth 1.0a (RFC 5849) with the keys of a program and, once the user has allowed it, of the user.
///
///     let signer = OAuth1(key: "k", secret: "s")
///     request.secretHeaders = [signer.header("GET", request.address, ["oauth_callback": "oob"])]
package struct OAuth1: Hashable, Sendable {
    /// How a signature is made.
    package enum Method: String, Sendable, CaseIterable {
        case hmacSHA1 = "HMAC-SHA1"
        /// The secrets themselves, for https alone.
        case plaintext = "PLAINTEXT"
    }

    /// The program's.
    package var key: String
    package var secret: String
    /// The user's; empty before there is one.
    package var token = ""
    package var tokenSecret = ""
    package var method = Method.hmacSHA1

    package init(key: String, secret: String, token: String = "", tokenSecret: String = "") {
        (self.key, self.secret, self.token, self.tokenSecret) = (key, secret, token, tokenSecret)
    }

    /// The line of a request's head that proves who sends it.
    ///
    /// - Parameters:
    ///   - verb: the request's method.
    ///   - parameters: further ones of the protocol, such as `oauth_verifier`.
    ///   - form: what the body holds, if it is a form; default nothing.
    ///   - nonce: differs for each request of a second; default a random one.
    ///   - seconds: since 1970; default now.
    package func header(
        _ verb: String, _ address: String, _ parameters: [String: String] = [:], form: String = "",
        nonce: String = UUID().uuidString, seconds: Int = Int(Date().timeIntervalSince1970)
    ) -> String {
        var own = parameters.merging([
            "oauth_consumer_key": key, "oauth_signature_method": method.rawValue, "oauth_timestamp": String(seconds),
            "oauth_nonce": nonce,
        ]) { first, _ in first }
        if !token.isEmpty { own["oauth_token"] = token }
        own["oauth_signature"] = signature(verb, address, own, form)
        let list = own.sorted { $0.key < $1.key }.map { "\($0.key)=\"\(FormText.encoded($0.value))\"" }
        return "Authorization: OAuth " + list.joined(separator: ", ")
    }

    private func signature(_ verb: String, _ address: String, _ own: [String: String], _ form: String) -> String {
        // RFC 5849, 3.4.4.
        let secrets = "\(FormText.encoded(secret))&\(FormText.encoded(tokenSecret))"
        guard method == .hmacSHA1 else { return secrets }
        let base = Self.baseString(verb, address, own, form)
        return Data(Digest.sha1.authenticationCode(of: Array(base.utf8), key: Array(secrets.utf8)))
            .base64EncodedString()
    }

    /// What is signed (RFC 5849, 3.4.1): the method, the address without its query, and all parameters, sorted.
    static func baseString(_ verb: String, _ address: String, _ own: [String: String], _ form: String = "") -> String {
        var place = URLComponents(string: address) ?? URLComponents()
        let query = place.percentEncodedQuery ?? ""
        (place.percentEncodedQuery, place.fragment) = (nil, nil)
        (place.scheme, place.host) = (place.scheme?.lowercased(), place.host?.lowercased())
        if place.port == (place.scheme == "https" ? 443 : 80) { place.port = nil }
        if place.percentEncodedPath.isEmpty { place.percentEncodedPath = "/" }
        let pairs = own.map { ($0.key, $0.value) } + FormText.pairs(in: query) + FormText.pairs(in: form)
        let list = pairs.map { (FormText.encoded($0.0), FormText.encoded($0.1)) }.sorted { $0 < $1 }
        let parameters = list.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
        return [verb.uppercased(), place.string ?? "", parameters].map(FormText.encoded).joined(separator: "&")
    }
}
