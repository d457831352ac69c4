import COpenSSL
import struct Foundation.Date

extension Certificate {
    /// A certificate of a server at one IP address, self-signed: people compare its fingerprint.
    ///
    /// - Parameters:
    ///   - address: numeric, IPv4 or IPv6.
    ///   - key: on P-256, as `SigningKey.p256()` makes it.
    ///   - validity: from when until when it holds, in whole seconds.
    /// - Throws: `CryptographyError.noCertificate` for what is not an address, or `wrongScheme` for a key of another kind.
    package init(
        ofAddress address: String, key: SigningKey, validity: ClosedRange<Date>
    ) throws(CryptographyError) {
        guard key.kind == .ec else { throw .wrongScheme }
        let from = Int64(validity.lowerBound.timeIntervalSince1970)
        let until = Int64(validity.upperBound.timeIntervalSince1970)
        let der = [UInt8](filledBy: { qz_certificate_of_address(key.handle, address, from, until, $0) })
        guard let der else { throw .noCertificate }
        try self.init(der: der)
    }
}
