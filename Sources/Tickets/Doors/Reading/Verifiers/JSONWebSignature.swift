import Cryptography
import Formats
import Foundation
import Tickets

/// A signature with what it is over, in the compact form (JWS; RFC 7515, 7.1): `header.payload.signature`.
///
/// Keys that a header brings along or points to (`jwk`, `jku`, `x5c`, `x5u`) are never looked at: they prove nothing.
struct JSONWebSignature {
    /// What the header says, as far as it matters here.
    let header: Header
    let payload: [UInt8]
    let signature: [UInt8]
    /// What the signature is over.
    let signed: [UInt8]

    struct Header: Decodable {
        let alg: String
        let kid: String?
        let zip: String?
        /// Whether it demands what a reader must know (`crit`); nothing of that kind is known here.
        let isDemanding: Bool

        private enum CodingKeys: String, CodingKey { case alg, kid, zip, crit }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            alg = try values.decode(String.self, forKey: .alg)
            kid = try values.decodeIfPresent(String.self, forKey: .kid)
            zip = try values.decodeIfPresent(String.self, forKey: .zip)
            isDemanding = values.contains(.crit)
        }
    }

    /// What bytes are taken for.
    enum Reading {
        case other
        case wrongFormat(String)
        case signature(JSONWebSignature)
    }

    static func read(_ text: ArraySlice<UInt8>) -> Reading {
        let parts = text.split(separator: UInt8(ascii: "."), maxSplits: 5, omittingEmptySubsequences: false)
        guard parts.count > 1, parts[0].count <= 4096, let bytes = Base64URL.decode(parts[0]),
            bytes.first == UInt8(ascii: "{"), let header = try? JSONDecoder().decode(Header.self, from: Data(bytes))
        else { return .other }
        guard parts.count != 5 else { return .wrongFormat("it is encrypted (JWE), not signed") }
        guard parts.count == 3 else { return .wrongFormat("a signed JSON has three parts, but it has \(parts.count)") }
        guard SignedObject.isPlain(bytes) else { return .wrongFormat("its header repeats a member") }
        guard !header.isDemanding else { return .wrongFormat("its header requires unsupported features (crit)") }
        guard let payload = Base64URL.decode(parts[1]), let signature = Base64URL.decode(parts[2]) else {
            return .wrongFormat("its parts are not base64url")
        }
        return .signature(
            JSONWebSignature(
                header: header, payload: payload, signature: signature,
                signed: Array(text[parts[0].startIndex..<parts[1].endIndex])))
    }

    /// Whose signature it is.
    ///
    /// - Parameter algorithms: those that are allowed; the header alone decides among them, and the key must be of its
    ///   kind.
    func signer(in keys: TrustedKeys, at now: Timestamp, _ algorithms: [Algorithm] = Algorithm.all)
        -> TrustedKeys.Signer
    {
        if signature.isEmpty, header.alg.lowercased() != "none" {
            return .refused(.notSigned("its signature is empty", nil))
        }
        guard let algorithm = algorithms.first(where: { $0.name == header.alg }) else {
            return .refused(Self.refusal(of: header.alg))
        }
        return keys.signer(
            header.kid.map { .id(Array($0.utf8), $0) } ?? .none, at: now,
            fits: { ($0.algorithm == nil || $0.algorithm == header.alg) && algorithm.fits($0.key) },
            verifies: { $0.verifies(signature, of: signed, algorithm.scheme) })
    }

    private static func refusal(of algorithm: String) -> TicketEvidence {
        if algorithm.lowercased() == "none" { return .notSigned("its header says so (alg none)", nil) }
        let shown = algorithm.singleLine(limit: 24)
        if algorithm.hasPrefix("HS") {
            return .wrongSignature("\(shown) uses a shared secret: public keys cannot verify it")
        }
        return .wrongSignature("\(shown) signatures are not supported here")
    }

    /// A way of signing, by its name in JOSE (RFC 7518, 3; RFC 8037).
    struct Algorithm: Sendable {
        let name: String
        let scheme: SignatureScheme
        let kind: KeyKind
        /// Of the curve; nil for kinds that have none to choose.
        var bits: Int?

        func fits(_ key: PublicKey) -> Bool { key.kind == kind && (bits == nil || key.bits == bits) }

        static let es256 = Algorithm(name: "ES256", scheme: .dsaRaw(.sha256), kind: .ec, bits: 256)
        static let ps256 = Algorithm(name: "PS256", scheme: .rsaPSS(.sha256), kind: .rsa)

        static let all = [
            es256,
            Algorithm(name: "ES384", scheme: .dsaRaw(.sha384), kind: .ec, bits: 384),
            Algorithm(name: "ES512", scheme: .dsaRaw(.sha512), kind: .ec, bits: 521),
            Algorithm(name: "EdDSA", scheme: .ed25519, kind: .ed25519),
            Algorithm(name: "RS256", scheme: .rsaPKCS1(.sha256), kind: .rsa),
            Algorithm(name: "RS384", scheme: .rsaPKCS1(.sha384), kind: .rsa),
            Algorithm(name: "RS512", scheme: .rsaPKCS1(.sha512), kind: .rsa),
            ps256,
            Algorithm(name: "PS384", scheme: .rsaPSS(.sha384), kind: .rsa),
            Algorithm(name: "PS512", scheme: .rsaPSS(.sha512), kind: .rsa),
        ]
    }
}
