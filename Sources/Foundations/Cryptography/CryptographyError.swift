/// Why a key or a certificate cannot be used: one line that says what to do.
package enum CryptographyError: Error, Hashable, CustomStringConvertible {
    case wantsPassword
    case wrongPassword
    case noKey
    case legacyEncryption
    case noCertificate
    case noPublicKey
    case keyOfAnother
    case wrongScheme
    case keyNotMade

    package var description: String {
        switch self {
        case .wantsPassword: "it is encrypted: a password is needed"
        case .wrongPassword: "the password is wrong"
        case .noKey: "there is no private key in it: name a PEM or PKCS #12 file (.pem, .key, .p12)"
        case .legacyEncryption:
            "its encryption is outdated: install OpenSSL's legacy module (Debian: openssl-provider-legacy), or save it again"
        case .noCertificate: "there is no certificate in it: name a PEM, DER or PKCS #12 file (.pem, .cer, .p12)"
        case .noPublicKey: "it is not a public key that can verify signatures"
        case .keyOfAnother: "the private key does not match the certificate: name a matching pair"
        case .wrongScheme: "a key of this kind cannot make this signature"
        case .keyNotMade: "OpenSSL cannot create this kind of key here: check its configuration (openssl.cnf)"
        }
    }

    /// What reading a key came to; nil if it was read.
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
