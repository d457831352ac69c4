import Cryptography
import Files
import Passes

/// The files of who signs passes.
///
///     let files = SigningFiles(certificate: "pass.p12")
///     let signer = try files.signer(read: InputBytes.read) { try SecretInput.ask("Password of \($0)") }
package struct SigningFiles: Sendable, Hashable {
    /// The certificate: PKCS #12 with its key, or PEM or DER.
    package var certificate: String
    /// The private key in PEM, where it is not with the certificate; nil by default.
    package var key: String?
    /// Certificates of who issued it; none for what comes with it, or Apple's.
    package var intermediates: [String]
    /// Roots that are trusted besides Apple's.
    package var roots: [String]

    package typealias Reading = (String) throws -> [UInt8]

    /// Files by their paths.
    package init(certificate: String, key: String? = nil, intermediates: [String] = [], roots: [String] = []) {
        (self.certificate, self.key, self.intermediates, self.roots) = (certificate, key, intermediates, roots)
    }

    /// Who signs.
    ///
    /// - Parameter password: asked with a file's path, only where that is encrypted.
    /// - Throws: `UserError`, with the file that is wrong; what `read` and `password` throw.
    package func signer(read: Reading, password: (String) throws -> String) throws -> PassSigner {
        let identity = try identity(read, password)
        let given = try intermediates.flatMap { try Self.certificates(in: $0, read($0)) }
        let trusted = try roots.flatMap { try Self.certificates(in: $0, read($0)) }
        return PassSigner(
            identity: identity, intermediates: given.isEmpty ? nil : given, roots: AppleCertificates.roots + trusted)
    }

    private func identity(_ read: Reading, _ password: (String) throws -> String) throws -> SigningIdentity {
        let bytes = try read(certificate)
        let isPEM = String(decoding: bytes, as: UTF8.self).contains("-----BEGIN ")
        if key == nil, !isPEM {
            return try Self.open(certificate, password) { password throws(CryptographyError) in
                try SigningIdentity(pkcs12: bytes, password: password)
            }
        }
        let keyPath = key ?? certificate
        let keyBytes = try key.map(read) ?? bytes
        let certificates = try Self.certificates(in: certificate, bytes)
        let signing = try Self.open(keyPath, password) { password throws(CryptographyError) in
            try SigningKey(keyBytes, password: password)
        }
        do throws(CryptographyError) {
            return try SigningIdentity(key: signing, certificates: certificates)
        } catch {
            throw UserError("\(keyPath.onOneMarkedLine): \(error)")
        }
    }

    /// Opens a file without a password, then with one.
    private static func open<Result>(
        _ path: String, _ password: (String) throws -> String,
        _ open: (String?) throws(CryptographyError) -> Result
    ) throws -> Result {
        let name = path.onOneMarkedLine
        do throws(CryptographyError) {
            return try open(nil)
        } catch {
            guard error == .wantsPassword else { throw UserError("\(name): \(error)") }
        }
        let word = try password(path)
        do throws(CryptographyError) {
            return try open(word)
        } catch {
            throw UserError("\(name): \(error)")
        }
    }

    /// The certificates in a file of these bytes.
    ///
    /// - Throws: `UserError` where there is none.
    package static func certificates(in path: String, _ bytes: [UInt8]) throws -> [Certificate] {
        do throws(CryptographyError) {
            return try Certificate.list(in: bytes)
        } catch {
            throw UserError("\(path.onOneMarkedLine): \(error)")
        }
    }
}
