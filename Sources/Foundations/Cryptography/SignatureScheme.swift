import COpenSSL

/// How a signature is made and verified.
package enum SignatureScheme: Hashable, Sendable {
    /// RSASSA-PKCS1-v1_5 (RFC 8017).
    case rsaPKCS1(Digest)
    /// RSASSA-PSS with MGF1 of the same digest (RFC 8017); made with a salt as long as the digest, verified with any.
    case rsaPSS(Digest)
    /// ECDSA (FIPS 186-4) or DSA, whichever the key is of; the signature is a SEQUENCE of r and s in DER (RFC 3279).
    case dsaDER(Digest)
    /// The same with r and s side by side, each as long as the key's order (IEEE P1363; JWS, RFC 7518).
    case dsaRaw(Digest)
    /// Ed25519 (RFC 8032).
    case ed25519

    var numbers: (scheme: Int32, digest: Int32) {
        switch self {
        case .rsaPKCS1(let digest): (Int32(QZ_RSA_PKCS1), digest.number)
        case .rsaPSS(let digest): (Int32(QZ_RSA_PSS), digest.number)
        case .dsaDER(let digest): (Int32(QZ_DSA_DER), digest.number)
        case .dsaRaw(let digest): (Int32(QZ_DSA_RAW), digest.number)
        case .ed25519: (Int32(QZ_ED25519), 0)
        }
    }
}

/// What a key is of.
package enum KeyKind: String, Hashable, Sendable {
    /// RSA (RFC 8017).
    case rsa
    /// A point on an elliptic curve, for ECDSA.
    case ec
    /// DSA (FIPS 186-4).
    case dsa
    /// Ed25519 (RFC 8032).
    case ed25519
    /// Another kind, which verifies nothing here.
    case other

    init(number: Int32) {
        self =
            switch Int(number) {
            case QZ_KEY_RSA: .rsa
            case QZ_KEY_EC: .ec
            case QZ_KEY_DSA: .dsa
            case QZ_KEY_ED25519: .ed25519
            default: .other
            }
    }
}
