import COpenSSL
import struct Foundation.Date

/// A certificate (X.509, RFC 5280): whose key it is, who says so, and for how long.
///
///     let certificate = try Certificate.list(in: bytesOfFile)[0]
///     certificate.subject[.commonName]       // "Pass Type ID: pass.org.example.ticket"
///     certificate.validity.contains(.now)
package struct Certificate: Hashable, Sendable {
    package let der: [UInt8]
    /// Whose key it is.
    package let subject: CertificateName
    /// Who says so.
    package let issuer: CertificateName
    /// The issuer's number for it, big-endian.
    package let serialNumber: [UInt8]
    /// From when until when it holds.
    package let validity: ClosedRange<Date>
    /// The key; nil for a kind that is not known here.
    package let publicKey: PublicKey?
    /// Whether it may sign certificates.
    package let isAuthority: Bool

    /// A certificate in DER, which must be the whole of `der`.
    ///
    /// - Throws: `CryptographyError.noCertificate`, also where its dates are damaged or the wrong way round.
    package init(der: [UInt8]) throws(CryptographyError) {
        guard let handle = CertificateHandle(der) else { throw .noCertificate }
        var (from, until): (Int64, Int64) = (0, 0)
        guard qz_certificate_dates(handle.pointer, &from, &until) == 0, from <= until else { throw .noCertificate }
        self.der = der
        subject = handle.name(ofIssuer: false)
        issuer = handle.name(ofIssuer: true)
        serialNumber = [UInt8](filledBy: { qz_certificate_serial(handle.pointer, $0) }) ?? []
        validity =
            Date(timeIntervalSince1970: Double(from))...Date(timeIntervalSince1970: Double(until))
        publicKey = [UInt8](filledBy: { qz_certificate_public(handle.pointer, $0) }).flatMap { try? PublicKey($0) }
        isAuthority = qz_certificate_is_authority(handle.pointer)
    }

    /// The most certificates that are read of a file.
    package static let most = 64

    /// The certificates of a file in PEM, or the one of a file in DER.
    ///
    /// - Throws: `CryptographyError.noCertificate` if there is none, or one is damaged.
    package static func list(in bytes: [UInt8]) throws(CryptographyError) -> [Certificate] {
        guard bytes.count <= SigningKey.maximumBytes else { throw .noCertificate }
        let list = lists(most: most) { qz_certificates_read(bytes, bytes.count, $0, Int32(most)) } ?? []
        guard !list.isEmpty else { throw .noCertificate }
        return try list.map { der throws(CryptographyError) in try Certificate(der: der) }
    }

    /// The value of an extension, in DER; nil if it has none of this object identifier (`1.2.840.113635.100.6.1.16`).
    package func extensionValue(_ identifier: String) -> [UInt8]? {
        guard let handle = CertificateHandle(der) else { return nil }
        return [UInt8](filledBy: { qz_certificate_extension(handle.pointer, identifier, $0) })
    }

    /// Whether its extended key usage names this object identifier.
    package func hasExtendedUsage(_ identifier: String) -> Bool {
        guard let handle = CertificateHandle(der) else { return false }
        return qz_certificate_has_usage(handle.pointer, identifier)
    }

    /// Whether `issuer` is named in it, and has signed it.
    package func isIssued(by issuer: Certificate) -> Bool {
        guard let handle = CertificateHandle(der), let other = CertificateHandle(issuer.der) else { return false }
        return qz_certificate_is_issued_by(handle.pointer, other.pointer)
    }

    /// The digest of the whole certificate, by which people compare two.
    package func fingerprint(_ digest: Digest = .sha256) -> [UInt8] { digest.of(der) }
}

/// A name in a certificate, by what people are told of it.
package struct CertificateName: Hashable, Sendable {
    /// An attribute of names, by its object identifier (RFC 4519).
    package enum Attribute: String, CaseIterable, Sendable {
        /// CN.
        case commonName = "2.5.4.3"
        /// O.
        case organization = "2.5.4.10"
        /// OU; Apple's certificates for passes have the team's identifier here.
        case organizationalUnit = "2.5.4.11"
        /// C.
        case country = "2.5.4.6"
        /// UID; Apple's certificates for passes have the pass type identifier here.
        case userIdentifier = "0.9.2342.19200300.100.1.1"
    }

    /// The name in DER, by which an issuer is found.
    package let der: [UInt8]
    private let texts: [Attribute: String]

    init(der: [UInt8], texts: [Attribute: String]) { (self.der, self.texts) = (der, texts) }

    /// The first value of an attribute; nil if it has none. Text of strangers.
    package subscript(_ attribute: Attribute) -> String? { texts[attribute] }

    /// What people call it: the common name, else the organization. Text of strangers.
    package var title: String {
        texts[.commonName] ?? texts[.organization] ?? texts[.organizationalUnit] ?? "a certificate without a name"
    }
}

/// A certificate as libcrypto has parsed it, for the time of a call.
struct CertificateHandle: ~Copyable {
    // SAFETY: owned by this value alone, freed in deinit.
    let pointer: OpaquePointer

    init?(_ der: [UInt8]) {
        guard let pointer = qz_certificate_read(der, der.count) else { return nil }
        self.pointer = pointer
    }

    deinit { qz_certificate_free(pointer) }

    func name(ofIssuer: Bool) -> CertificateName {
        var texts: [CertificateName.Attribute: String] = [:]
        for attribute in CertificateName.Attribute.allCases {
            let bytes = [UInt8](filledBy: { qz_certificate_name(pointer, ofIssuer, attribute.rawValue, $0) })
            texts[attribute] = bytes.map { String(decoding: $0, as: UTF8.self) }
        }
        return CertificateName(
            der: [UInt8](filledBy: { qz_certificate_name_der(pointer, ofIssuer, $0) }) ?? [], texts: texts)
    }
}
