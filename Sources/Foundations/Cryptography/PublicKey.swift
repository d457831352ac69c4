import COpenSSL

/// A public key, which verifies signatures.
///
///     let key = try PublicKey(bytesOfFile)                          // PEM or DER, a certificate as well
///     key.verifies(signature, of: message, .dsaRaw(.sha256))
package struct PublicKey: Hashable, Sendable {
    /// The key as SubjectPublicKeyInfo in DER (RFC 5280).
    package let subjectPublicKeyInfo: [UInt8]
    package let kind: KeyKind

    init(subjectPublicKeyInfo: [UInt8], kind: KeyKind) {
        (self.subjectPublicKeyInfo, self.kind) = (subjectPublicKeyInfo, kind)
    }

    /// The key in a file: a public key or a certificate, in PEM or DER.
    ///
    /// - Throws: `CryptographyError.noPublicKey`.
    package init(_ bytes: [UInt8]) throws(CryptographyError) {
        guard bytes.count <= SigningKey.maximumBytes else { throw .noPublicKey }
        try self.init(made: [UInt8](filledBy: { qz_public_read(bytes, bytes.count, $0) }))
    }

    /// The RSA key of a modulus and an exponent, big-endian (`n` and `e` of a JWK, RFC 7518).
    package init(rsaModulus modulus: [UInt8], exponent: [UInt8]) throws(CryptographyError) {
        try self.init(
            made: [UInt8](filledBy: { qz_public_rsa(modulus, modulus.count, exponent, exponent.count, $0) }))
    }

    /// A curve by its name in JOSE (RFC 7518).
    package enum Curve: String, CaseIterable, Sendable {
        case p256 = "P-256"
        case p384 = "P-384"
        case p521 = "P-521"

        var length: Int {
            switch self {
            case .p256: 32
            case .p384: 48
            case .p521: 66
            }
        }
    }

    /// The key of a point on a curve (`crv`, `x` and `y` of a JWK); coordinates may lack zeros in front.
    package init(curve: Curve, x: [UInt8], y: [UInt8]) throws(CryptographyError) {
        guard x.count <= curve.length, y.count <= curve.length else { throw .noPublicKey }
        func padded(_ number: [UInt8]) -> [UInt8] {
            [UInt8](repeating: 0, count: curve.length - number.count) + number
        }
        let point: [UInt8] = [4] + padded(x) + padded(y)
        try self.init(made: [UInt8](filledBy: { qz_public_ec(curve.rawValue, point, point.count, $0) }))
    }

    /// The Ed25519 key of its 32 bytes (RFC 8032).
    package init(ed25519 bytes: [UInt8]) throws(CryptographyError) {
        guard bytes.count == 32 else { throw .noPublicKey }
        try self.init(made: [UInt8](filledBy: { qz_public_ed25519(bytes, $0) }))
    }

    private init(made: [UInt8]?) throws(CryptographyError) {
        var bits: Int32 = 0
        guard let made, !made.isEmpty else { throw .noPublicKey }
        let kind = qz_public_kind(made, made.count, &bits)
        guard kind >= 0 else { throw .noPublicKey }
        self.init(subjectPublicKeyInfo: made, kind: KeyKind(number: kind))
    }

    /// How many bits the key has: those of RSA's modulus, or of the curve's order.
    package var bits: Int {
        var bits: Int32 = 0
        _ = qz_public_kind(subjectPublicKeyInfo, subjectPublicKeyInfo.count, &bits)
        return Int(bits)
    }

    /// The 32 bytes of an Ed25519 key; nil for other kinds.
    package var ed25519Bytes: [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 32)
        let result = qz_public_ed25519_bytes(subjectPublicKeyInfo, subjectPublicKeyInfo.count, &bytes)
        return result == 0 ? bytes : nil
    }

    /// Whether `signature` is that of `message`; never with a key of another kind than the scheme's.
    package func verifies(_ signature: [UInt8], of message: [UInt8], _ scheme: SignatureScheme) -> Bool {
        let (number, digest) = scheme.numbers
        return qz_public_verify(
            subjectPublicKeyInfo, subjectPublicKeyInfo.count, number, digest, message, message.count, signature,
            signature.count) == 1
    }
}
