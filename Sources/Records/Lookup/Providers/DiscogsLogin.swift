import Files
import Formats
import Web

/// A login at Discogs in the three legs of OAuth 1.0a, for a program without a web page of its own: the user opens an address, allows access,
/// and types the code that is shown there.
///
///     var login = DiscogsLogin(provider)
///     let page = try login.begin(key: "…", secret: "…")     // the user opens it
///     let secret = try login.finish(code: "…")              // what the provider is asked with
///
/// https://www.discogs.com/developers#page:authentication,header:authentication-oauth-flow
package struct DiscogsLogin {
    /// Where users make a key and a secret for a program.
    package static let keysPage = "https://www.discogs.com/settings/developers"

    /// The most bytes of a token: a stored secret has 4096 at most.
    private static let longestToken = 500

    private let provider: ConfiguredProvider
    private let web: any WebFetching
    private let userAgent: String
    private var signer = OAuth1(key: "", secret: "")

    /// - Parameters:
    ///   - version: the program's name and version, as in `quietzone 0.1.0`.
    ///   - signature: how requests are signed, later ones too: `hmac-sha1` or `plaintext`.
    ///   - web: default libcurl.
    /// - Throws: `UserError` for another signature.
    package init(
        _ provider: ConfiguredProvider, version: String, signature: String, web: any WebFetching = WebClient()
    ) throws(UserError) {
        guard let method = OAuth1.Method(rawValue: signature.uppercased()) else {
            throw UserError("\(UserError.quoted(signature)) is not a signature: use hmac-sha1 or plaintext")
        }
        (self.provider, self.web) = (provider, web)
        signer.method = method
        userAgent = version.split(separator: " ").joined(separator: "/")
    }

    /// Asks for a login.
    ///
    /// - Parameters:
    ///   - key, secret: the program's, which the user has made at `keysPage`.
    /// - Returns: the address where the user allows it.
    /// - Throws: `UserError` where Discogs cannot be asked, or refuses.
    package mutating func begin(key: String, secret: String) throws(UserError) -> String {
        let method = signer.method
        signer = OAuth1(key: key, secret: secret)
        signer.method = method
        try takeToken(
            "/oauth/request_token", "GET", ["oauth_callback": "oob"], refused: "the consumer key or its secret")
        return "https://www.discogs.com/oauth/authorize?oauth_token=\(FormText.encoded(signer.token))"
    }

    /// Ends the login with the code that the page has shown.
    ///
    /// - Returns: the secret to store, in a line.
    /// - Throws: `UserError` where Discogs cannot be asked, or refuses.
    package mutating func finish(code: String) throws(UserError) -> String {
        try takeToken("/oauth/access_token", "POST", ["oauth_verifier": code], refused: "the code")
        return JSONValue.object([
            .init("consumer-key", .string(signer.key)), .init("consumer-secret", .string(signer.secret)),
            .init("token", .string(signer.token)), .init("token-secret", .string(signer.tokenSecret)),
            .init("signature", .string(signer.method.rawValue)),
        ]).text
    }

    /// What signs requests; nil for a secret that no login has left.
    static func signer(in secret: String) -> OAuth1? {
        guard secret.hasPrefix("{"), let json = try? JSONValue(parsing: Array(secret.utf8)),
            let key = json[key: "consumer-key"]?.string, let own = json[key: "consumer-secret"]?.string,
            let token = json[key: "token"]?.string, let tokenSecret = json[key: "token-secret"]?.string
        else { return nil }
        var signer = OAuth1(key: key, secret: own, token: token, tokenSecret: tokenSecret)
        signer.method = json[key: "signature"]?.string.flatMap(OAuth1.Method.init) ?? .hmacSHA1
        return signer
    }

    /// Takes the token that an answer holds.
    private mutating func takeToken(
        _ path: String, _ verb: String, _ parameters: [String: String], refused: String
    ) throws(UserError) {
        var request = WebRequest(address: provider.about.address + path)
        (request.method, request.userAgent) = (verb, userAgent)
        if verb == "POST" { request.body = [] }
        request.secretHeaders = [signer.header(verb, request.address, parameters)]
        let answer: WebAnswer
        do throws(WebError) {
            answer = try web.fetch(request, within: provider.reach)
        } catch {
            throw UserError("\(provider.about.title) cannot be asked: \(error.description)")
        }
        guard answer.status == 200 else {
            throw UserError(
                [400, 401, 403].contains(answer.status)
                    ? "\(provider.about.title) refused \(refused): log in again"
                    : "\(provider.about.title) answered \(answer.status): try again later")
        }
        let pairs = FormText.pairs(in: String(decoding: answer.body.prefix(4096), as: UTF8.self))
        guard let token = pairs.first(where: { $0.name == "oauth_token" })?.value,
            let secret = pairs.first(where: { $0.name == "oauth_token_secret" })?.value,
            1...Self.longestToken ~= token.utf8.count, secret.utf8.count <= Self.longestToken
        else { throw UserError("\(provider.about.title) answered without a token: try again later") }
        (signer.token, signer.tokenSecret) = (token, secret)
    }
}
