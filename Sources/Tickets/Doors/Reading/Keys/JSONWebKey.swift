import Cryptography
import Files
import Tickets

/// Keys as JSON (JWK, RFC 7517), and what signatures call them.
enum JSONWebKey {
    /// The key of an object, with its id and the algorithm that it is for.
    ///
    /// - Parameters:
    ///   - object: with `kty`; `x5c` is left aside, because the key itself is there.
    ///   - id: of a key that says none.
    static func key(_ object: [String: Any], id: String? = nil) throws(UserError) -> (PublicKey, TrustedKey.Facts) {
        guard object["d"] == nil, object["k"] == nil else {
            throw UserError("a JWK contains a secret that can make tickets: provide only the public key")
        }
        if let use = object["use"] as? String, use != "sig" {
            throw UserError("a JWK is not for signatures")
        }
        if let operations = object["key_ops"] as? [Any], !operations.contains(where: { $0 as? String == "verify" }) {
            throw UserError("a JWK is not for verifying")
        }
        let facts = TrustedKey.Facts(id: (object["kid"] as? String) ?? id, algorithm: object["alg"] as? String)
        guard let key = key(of: object) else {
            throw UserError("a JWK is damaged, or of an unsupported kind")
        }
        return (key, facts)
    }

    private static func key(of object: [String: Any]) -> PublicKey? {
        func bytes(_ name: String) -> [UInt8]? {
            (object[name] as? String).flatMap { Base64URL.decode(ArraySlice($0.utf8)) }
        }
        switch (object["kty"] as? String, object["crv"] as? String) {
        case ("EC", let name):
            guard let curve = name.flatMap(PublicKey.Curve.init), let x = bytes("x"), let y = bytes("y") else {
                return nil
            }
            return try? PublicKey(curve: curve, x: x, y: y)
        case ("OKP", "Ed25519"): return bytes("x").flatMap { try? PublicKey(ed25519: $0) }
        case ("RSA", _):
            guard let modulus = bytes("n"), let exponent = bytes("e") else { return nil }
            return try? PublicKey(rsaModulus: modulus, exponent: exponent)
        default: return nil
        }
    }

    /// The digest of a key's members (RFC 7638; RFC 8037, 2) in base64url: SMART Health Cards call keys by it. nil for
    /// kinds that have none.
    static func thumbprint(of key: PublicKey) -> String? {
        let info = key.subjectPublicKeyInfo
        let text: String
        switch key.kind {
        case .ec:
            // The point ends the key: 4, x, y (RFC 5480, 2.2). A compressed one has no thumbprint here.
            guard let curve = PublicKey.Curve.allCases.first(where: { $0.bits == key.bits }) else { return nil }
            let length = (curve.bits + 7) / 8
            guard info.count > 2 * length, info[info.count - 2 * length - 1] == 4 else { return nil }
            let (x, y) = (info.suffix(2 * length).prefix(length), info.suffix(length))
            text =
                #"{"crv":"\#(curve.rawValue)","kty":"EC","x":"\#(Base64URL.encode(Array(x)))","y":"\#(Base64URL.encode(Array(y)))"}"#
        case .ed25519:
            guard let bytes = key.ed25519Bytes else { return nil }
            text = #"{"crv":"Ed25519","kty":"OKP","x":"\#(Base64URL.encode(bytes))"}"#
        case .rsa:
            guard let (modulus, exponent) = rsaNumbers(info) else { return nil }
            text = #"{"e":"\#(Base64URL.encode(exponent))","kty":"RSA","n":"\#(Base64URL.encode(modulus))"}"#
        case .dsa, .other: return nil
        }
        return Base64URL.encode(Digest.sha256.of(Array(text.utf8)))
    }

    /// The modulus and exponent of an RSA key without zeros in front: SEQUENCE { algorithm, BIT STRING { SEQUENCE { n,
    /// e } } } (RFC 3279, 2.3.1).
    private static func rsaNumbers(_ info: [UInt8]) -> (modulus: [UInt8], exponent: [UInt8])? {
        var whole = DERReader(info[...])
        guard var key = whole.enter(0x30), key.enter(0x30) != nil, var bits = key.enter(0x03), bits.skipByte() == 0,
            var numbers = bits.enter(0x30), let modulus = numbers.enter(0x02), let exponent = numbers.enter(0x02)
        else { return nil }
        return (Array(modulus.rest.drop { $0 == 0 }), Array(exponent.rest.drop { $0 == 0 }))
    }
}

extension PublicKey.Curve {
    /// As `PublicKey.bits` counts them.
    var bits: Int {
        switch self {
        case .p256: 256
        case .p384: 384
        case .p521: 521
        }
    }
}

/// Takes values of DER (X.690) from the front.
struct DERReader {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// What is in the next value, which has this tag; nil if it has another, or ends too early.
    mutating func enter(_ tag: UInt8) -> DERReader? {
        guard rest.first == tag, var length = rest.dropFirst().first.map(Int.init) else { return nil }
        var content = rest.dropFirst(2)
        if length > 0x80 {
            guard length <= 0x84 else { return nil }
            let digits = content.prefix(length - 0x80)
            guard digits.count == length - 0x80 else { return nil }
            content = content.dropFirst(digits.count)
            length = digits.reduce(0) { $0 << 8 | Int($1) }
        } else if length == 0x80 {
            return nil
        }
        guard length <= content.count else { return nil }
        rest = content.dropFirst(length)
        return DERReader(content.prefix(length))
    }

    mutating func skipByte() -> UInt8? { rest.popFirst() }
}
