import COpenSSL
import struct Foundation.Date

/// A detached signature (CMS SignedData, RFC 5652) as it was read, and what of it is right.
///
///     let der = try CMSSignature.make(of: manifest, by: identity, at: .now)
///     let signature = CMSSignature(der, of: manifest)
///     signature?.isRight                     // true
package struct CMSSignature: Hashable, Sendable {
    /// The most bytes that are read of a signature.
    package static let maximumBytes = 1 << 18

    /// The certificates inside, in the file's order.
    package let certificates: [Certificate]
    /// That of who signed; nil if it is not inside.
    package let signer: Certificate?
    /// When it was signed, as the signer says; nil if it is not said.
    package let signingTime: Date?
    /// Of what the signature is; nil for a digest that is not known here.
    package let digest: Digest?
    /// How many have signed; only the first one is looked at.
    package let signerCount: Int
    /// Whether it is about these bytes: its digest is theirs.
    package let isOfContent: Bool
    /// Whether the signer's key has made it; never where its certificate is damaged.
    package let isSigned: Bool

    /// Whether the signer's key has signed these bytes. Whether the signer is to be trusted, its chain tells.
    package var isRight: Bool { isOfContent && isSigned }

    /// Reads a signature in DER, and checks it against what it should be of.
    ///
    /// - Returns: nil if it is not a detached signature, something stands behind it, or it has more certificates than are read.
    package init?(_ der: [UInt8], of content: [UInt8]) {
        guard der.count <= Self.maximumBytes else { return nil }
        var facts = qz_cms_facts()
        let list = lists(most: Certificate.most) {
            qz_cms_read(der, der.count, content, content.count, &facts, $0, Int32(Certificate.most))
        }
        guard let list else { return nil }
        let parsed = list.map { try? Certificate(der: $0) }
        certificates = parsed.compactMap { $0 }
        signer = facts.signer >= 0 ? parsed[Int(facts.signer)] : nil
        signingTime = facts.has_time != 0 ? Date(timeIntervalSince1970: Double(facts.time)) : nil
        digest = Digest(number: facts.digest)
        signerCount = Int(facts.signers)
        isOfContent = facts.has_right_digest != 0
        isSigned = facts.is_signed != 0 && signer != nil
    }

    /// The detached signature of `content` in DER: binary, SHA-256, with the signing time and all certificates inside.
    ///
    /// - Parameters:
    ///   - identity: who signs.
    ///   - intermediates: which certificates go inside besides the signer's, in this order; default those of the identity.
    ///   - moment: the signing time, by which alone two signatures of the same content differ (with an RSA key).
    /// - Throws: `CryptographyError.keyOfAnother`.
    package static func make(
        of content: [UInt8], by identity: SigningIdentity, intermediates: [Certificate]? = nil, at moment: Date
    ) throws(CryptographyError) -> [UInt8] {
        let certificates = [identity.certificate] + (intermediates ?? identity.others)
        let seconds = Int64(max(-1e14, min(1e14, moment.timeIntervalSince1970)))
        let made = withLists(certificates.map(\.der)) { list, count in
            [UInt8](
                filledBy: { qz_cms_sign(identity.key.handle, list, count, seconds, content, content.count, $0) })
        }
        guard let made else { throw .keyOfAnother }
        return made
    }
}
