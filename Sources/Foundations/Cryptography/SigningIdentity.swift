import COpenSSL

/// A private key with its certificate, and those of who issued it.
///
///     let identity = try SigningIdentity(pkcs12: bytes, password: password)
///     try identity.sign(manifest, at: .now)
package struct SigningIdentity: Sendable {
    package let key: SigningKey
    package let certificate: Certificate
    /// Certificates of issuers that came with it, in any order.
    package let others: [Certificate]

    /// A key and its certificate.
    ///
    /// - Throws: `CryptographyError.keyOfAnother` where none of the certificates is the key's.
    package init(key: SigningKey, certificates: [Certificate]) throws(CryptographyError) {
        let spki = key.publicKey.subjectPublicKeyInfo
        guard let own = certificates.first(where: { $0.publicKey?.subjectPublicKeyInfo == spki }) else {
            throw certificates.isEmpty ? .noCertificate : .keyOfAnother
        }
        (self.key, certificate, others) = (key, own, certificates.filter { $0 != own })
    }

    /// A key and certificates of PKCS #12 (RFC 7292), also as old programs encrypt it where OpenSSL's legacy module is installed.
    ///
    /// - Throws: `CryptographyError`, `wantsPassword` where there is none and one is needed.
    package init(pkcs12 bytes: [UInt8], password: String?) throws(CryptographyError) {
        var handle: OpaquePointer?
        var status: Int32 = 3
        let list =
            bytes.count > SigningKey.maximumBytes
            ? nil
            : lists(most: Certificate.most) { list in
                qz_pkcs12_read(bytes, bytes.count, password, &handle, list, Int32(Certificate.most), &status)
            }
        let key = handle.map { SigningKey(owning: $0) }
        if let error = CryptographyError(status: status) { throw error }
        guard let key else { throw .noKey }
        try self.init(
            key: key,
            certificates: (list ?? []).map { der throws(CryptographyError) in try Certificate(der: der) })
    }

    /// The key and certificates in PKCS #12, encrypted by AES-256.
    package func pkcs12(password: String) -> [UInt8] {
        withLists(([certificate] + others).map(\.der)) { list, count in
            [UInt8](filledBy: { qz_pkcs12_make(key.handle, list, count, password, $0) }) ?? []
        }
    }
}
