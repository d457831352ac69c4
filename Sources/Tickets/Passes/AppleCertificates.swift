import Cryptography

/// What Apple publishes of who signs certificates for passes (https://www.apple.com/certificateauthority/).
package enum AppleCertificates {
    /// Apple Root CA, SHA-256 b0b1730ecbc7ff4505142c49f1295e6eda6bcaed7e2c68c5be91b5a11001f024.
    package static let roots = list(PackageResources.apple_root_pem)

    /// Apple Worldwide Developer Relations Certification Authority G4, which issues certificates for passes until 2030; SHA-256
    /// ea4757885538dd8cb59ff4556f676087d83c85e70902c122e42c0808b5bce14c.
    package static let intermediates = list(PackageResources.apple_wwdr_g4_pem)

    private static func list(_ pem: [UInt8]) -> [Certificate] { (try? Certificate.list(in: pem)) ?? [] }
}
