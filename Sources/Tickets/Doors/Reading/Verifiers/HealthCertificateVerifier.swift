import Formats
import Payloads
import Symbols

import struct Foundation.Data

/// Health certificates of the European Union (`HC1:`; eHealth Network, Electronic Health Certificate Specification
/// 1.0.5): COSE_Sign1 by ES256 or PS256.
///
/// What a certificate certifies is said to the person at the door (`TicketClaim.note`), who alone judges it: rules
/// differ.
struct HealthCertificateVerifier: TicketVerifier {
    /// Among them those that sign health certificates.
    let keys: TrustedKeys

    var kind: ForeignTicket { .healthCertificate }

    /// Looks at a code; a claim's number is the certificate's identifier, else the digest of what is signed.
    func evidence(for content: SymbolContent, at now: Timestamp) -> TicketEvidence? {
        guard let code = content.bytes[...].trimmed.after(prefix: "HC1:") else { return nil }
        guard code.count <= PayloadRegistry.maximumLength, let certificate = HealthCertificate(code) else {
            return .wrongFormat("the health certificate is damaged")
        }
        let key: TrustedKey
        switch signer(of: certificate.message, now) {
        case .key(let signer): key = signer
        case .refused(let evidence): return evidence
        }
        // What cannot be read as a time is no time without an end.
        guard certificate.hasReadableTimes else {
            return .wrongFormat("the signature is valid, but its validity period cannot be read")
        }
        let period = ValidityPeriod(
            begins: [certificate.issued, certificate.begins].compactMap { $0 }.max().map(Double.init),
            ends: certificate.expires.map(Double.init))
        return .claim(claim(certificate, key, period, now))
    }

    /// The algorithms by their numbers (RFC 9053, 2.1; RFC 8230, 2): the signed header alone may name one.
    private func signer(of message: COSESign1, _ now: Timestamp) -> TrustedKeys.Signer {
        guard let header = message.protectedHeader, header[2] == nil else {
            return .refused(.wrongFormat("its signed header is damaged, or requires unsupported features"))
        }
        guard !message.signature.isEmpty else { return .refused(.notSigned("its signature is empty", nil)) }
        let algorithm: JSONWebSignature.Algorithm
        switch header[1] {
        case .negative(6): algorithm = .es256
        case .negative(36): algorithm = .ps256
        default:
            return .refused(.wrongSignature("health certificates are signed with ES256 or PS256, but this one is not"))
        }
        return keys.signer(
            message.keyID.map { .id($0, Data($0.prefix(32)).base64EncodedString()) } ?? .none, at: now,
            fits: { algorithm.fits($0.key) },
            verifies: { $0.verifies(message.signature, of: message.signed, algorithm.scheme) })
    }

    private func claim(
        _ certificate: HealthCertificate, _ key: TrustedKey, _ period: ValidityPeriod, _ now: Timestamp
    ) -> TicketClaim {
        let entries = ["v", "t", "r"].flatMap { certificate.body[$0]?.items ?? [] }
        let identifier = entries.lazy.compactMap { $0["ci"]?.textValue }.first { !$0.isEmpty }
        var claim = TicketClaim(
            signedBy: key, number: identifier, payload: certificate.message.payload, period: period, at: now,
            unverified: "who shows it, whether it was revoked, and what its vaccination, test or recovery is worth")
        claim.name = name(certificate.body["nam"])
        claim.note = note(certificate.body)
        if let issuer = certificate.issuer {
            claim.remarks.append("it names its issuer as \(issuer.singleLine(limit: 40))")
        }
        return claim
    }

    /// Given name first, in the person's own letters where they are there.
    private func name(_ name: CBOR?) -> String? {
        let parts = [name?["gn"] ?? name?["gnt"], name?["fn"] ?? name?["fnt"]].compactMap { $0?.textValue }
        return parts.joined(separator: " ").lineIfAny(limit: 120)
    }

    /// What it certifies, in a few words; a positive test is one, too.
    private func note(_ body: CBOR) -> String? {
        func text(_ entry: CBOR, _ column: String) -> String { (entry[column]?.textValue ?? "?").singleLine(limit: 24) }
        if let entry = body["v"]?.items.first {
            return "vaccination \(text(entry, "dn")) of \(text(entry, "sd")) on \(text(entry, "dt"))"
        }
        if let entry = body["t"]?.items.first {
            // Value set of test results (eHealth Network): SNOMED CT.
            let results = ["260415000": "negative", "260373001": "POSITIVE"]
            let result = entry["tr"]?.textValue.flatMap { results[$0] } ?? "of unknown result"
            return "test of \(text(entry, "sc")): \(result)"
        }
        if let entry = body["r"]?.items.first {
            return "recovery, from \(text(entry, "df")) to \(text(entry, "du"))"
        }
        return nil
    }
}
