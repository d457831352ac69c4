import COpenSSL

/// A private key. Its bytes stay where libcrypto keeps them, which overwrites them when the last who has the key lets go.
///
///     let key = try SigningKey.ed25519()
///     let signature = try key.sign(message, .ed25519)
///     try key.publicKey.verifies(signature, of: message, .ed25519)     // true
package final class SigningKey: Sendable {
    /// The most bytes that are read of a file with keys.
    package static let maximumBytes = 1 << 20

    // SAFETY: owned by this object alone, freed in deinit; libcrypto only reads a key while it signs, from any thread (EVP_PKEY).
    nonisolated(unsafe) let handle: OpaquePointer

    init(owning handle: OpaquePointer) { self.handle = handle }

    deinit { qz_key_free(handle) }

    /// The first private key in a file: PEM, or DER of PKCS #8, PKCS #1 or SEC 1.
    ///
    /// - Parameter password: of an encrypted key; nil for none.
    /// - Throws: `CryptographyError`, `wantsPassword` where it is encrypted and there is none.
    package convenience init(_ bytes: [UInt8], password: String? = nil) throws(CryptographyError) {
        var status: Int32 = 3
        let handle =
            bytes.count > Self.maximumBytes ? nil : qz_key_read(bytes, bytes.count, password, &status)
        if let error = CryptographyError(status: status) { throw error }
        guard let handle else { throw .noKey }
        self.init(owning: handle)
    }

    /// The Ed25519 key of a seed of 32 bytes (RFC 8032, 5.1.5); nil for another length.
    package convenience init?(ed25519Seed seed: [UInt8]) {
        guard seed.count == 32, let handle = qz_key_of_ed25519_seed(seed) else { return nil }
        self.init(owning: handle)
    }

    /// A new Ed25519 key.
    ///
    /// - Throws: `CryptographyError.keyNotMade`, as where OpenSSL is configured for FIPS 140 alone.
    package static func ed25519() throws(CryptographyError) -> SigningKey { try made(QZ_KEY_ED25519) }
    /// A new key on P-256; throws as `ed25519` does.
    package static func p256() throws(CryptographyError) -> SigningKey { try made(QZ_KEY_EC) }
    /// A new RSA key of 2048 bits; throws as `ed25519` does.
    package static func rsa() throws(CryptographyError) -> SigningKey { try made(QZ_KEY_RSA) }

    private static func made(_ kind: Int) throws(CryptographyError) -> SigningKey {
        guard let handle = qz_key_generate(Int32(kind)) else { throw .keyNotMade }
        return SigningKey(owning: handle)
    }

    package var kind: KeyKind { KeyKind(number: qz_key_kind(handle)) }

    package var publicKey: PublicKey {
        PublicKey(subjectPublicKeyInfo: [UInt8](filledBy: { qz_key_public(handle, $0) }) ?? [], kind: kind)
    }

    /// The signature of `message`.
    ///
    /// - Throws: `CryptographyError.wrongScheme` where the key is of another kind.
    package func sign(_ message: [UInt8], _ scheme: SignatureScheme) throws(CryptographyError) -> [UInt8] {
        let (number, digest) = scheme.numbers
        guard
            let signature = [UInt8](filledBy: { qz_key_sign(handle, number, digest, message, message.count, $0) })
        else { throw .wrongScheme }
        return signature
    }

    /// The key in PEM (PKCS #8), to be kept in a file that nobody else reads.
    ///
    /// - Parameter password: encrypts it (AES-256, PBKDF2); nil for a key that is not encrypted.
    package func pem(password: String? = nil) -> [UInt8] {
        [UInt8](filledBy: { qz_key_pem(handle, password, $0) }) ?? []
    }
}
