/// Why a key or a certificate cannot be used: one line that says what to do.
package enum CryptographyError: Error, Hashable, CustomStringConvertible {
    /// A key or PKCS #12 file is encrypted, and there was no password.
    case wantsPassword
    /// The password is another one.
    case wrongPassword
    /// There is no private key in the file, or it is damaged.
    case noKey
    /// The file is encrypted as older programs do, for which OpenSSL lacks its module.
    case legacyEncryption
    /// There is no certificate in the file, or it is damaged.
    case noCertificate
    /// A public key is damaged, or of a kind that cannot be verified with.
    case noPublicKey
    /// The key is not that of the certificate.
    case keyOfAnother
    /// A key of this kind does not sign in that scheme.
    case wrongScheme
    /// libcrypto makes no key of this kind.
    case keyNotMade

    /// One line.
    package var description: String {
        switch self {
        case .wantsPassword: "it is encrypted: a password is needed"
        case .wrongPassword: "the password is wrong"
        case .noKey: "there is no private key in it: name a PEM or PKCS #12 file (.pem, .key, .p12)"
        case .legacyEncryption:
            "it is encrypted as old programs do: install OpenSSL's legacy module (Debian: openssl-provider-legacy), or save it anew"
        case .noCertificate: "there is no certificate in it: name a PEM, DER or PKCS #12 file (.pem, .cer, .p12)"
        case .noPublicKey: "it is no public key that signatures can be verified with"
        case .keyOfAnother: "the private key is not that of the certificate: name the two that belong together"
        case .wrongScheme: "a key of this kind makes no such signature"
        case .keyNotMade: "OpenSSL makes no key of this kind here: look at its configuration (openssl.cnf)"
        }
    }

    /// What reading a key came to; nil where it was read.
    init?(status: Int32) {
        switch status {
        case 0: return nil
        case 1: self = .wantsPassword
        case 2: self = .wrongPassword
        case 4: self = .legacyEncryption
        default: self = .noKey
        }
    }
}
