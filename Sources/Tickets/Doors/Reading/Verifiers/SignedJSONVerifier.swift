import Formats
import Foundation
import Payloads
import Symbols

/// Tickets that are signed JSON (JWS compact, RFC 7515) with the claims of a JSON Web Token (RFC 7519): `jti` or `sub`
/// is the ticket's number, `exp` and `nbf` say when it holds, `aud` or `event` names the event, `seat` and `name` what
/// they say.
struct SignedJSONVerifier: TicketVerifier {
    /// Among them the issuers'.
    let keys: TrustedKeys
    /// Tickets that name another are not let in.
    let event: DoorEvent

    var kind: ForeignTicket { .signedJSON }

    /// Looks at a code; a claim's number is `jti`, else `sub`, else the digest of what is signed.
    func evidence(for content: SymbolContent, at now: Timestamp) -> TicketEvidence? {
        guard content.bytes.count <= PayloadRegistry.maximumLength else { return nil }
        let signature: JSONWebSignature
        switch JSONWebSignature.read(content.bytes[...].trimmed) {
        case .other: return nil
        case .wrongFormat(let why): return .wrongFormat(why)
        case .signature(let read): signature = read
        }
        let key: TrustedKey
        switch signature.signer(in: keys, at: now) {
        case .key(let signer): key = signer
        case .refused(let evidence): return evidence
        }
        guard SignedObject.isPlain(signature.payload),
            let claims = try? JSONDecoder().decode(Claims.self, from: Data(signature.payload))
        else {
            return .wrongFormat("the signature is valid, but the signed content is not a ticket")
        }
        // Who is not named must refuse (RFC 7519, 4.1.3).
        for names in [claims.audience, claims.event.map { [$0] }] {
            if let names, !names.contains(event.name) {
                let others = names.prefix(3).joined(separator: ", ").singleLine(limit: 60)
                return .otherEvent(others.isEmpty ? "it names an event without a name" : others)
            }
        }
        var claim = TicketClaim(
            signedBy: key, number: claims.number ?? claims.subject, payload: signature.payload,
            period: ValidityPeriod(begins: claims.begins, ends: claims.ends), at: now,
            unverified: "who shows it, and whether it was revoked")
        claim.seat = claims.seat?.lineIfAny(limit: 64)
        claim.name = claims.name?.lineIfAny(limit: 120)
        if claims.audience == nil, claims.event == nil {
            claim.remarks.append("it names no event: it may be for another one")
        }
        return .claim(claim)
    }

    private struct Claims: Decodable {
        let number: String?
        let subject: String?
        let begins: Double?
        let ends: Double?
        let audience: [String]?
        let event: String?
        let seat: String?
        let name: String?

        private enum CodingKeys: String, CodingKey { case jti, sub, nbf, exp, aud, event, seat, name }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            // A time that is none must not pass for a missing one, null neither; nor an event.
            func known<Value: Decodable>(_ key: CodingKeys) throws -> Value? {
                values.contains(key) ? try values.decode(Value.self, forKey: key) : nil
            }
            (begins, ends, event) = (try known(.nbf), try known(.exp), try known(.event))
            if let one = try? values.decode(String.self, forKey: .aud) {
                audience = [one]
            } else {
                audience = try known(.aud)
            }
            func text(_ key: CodingKeys) -> String? {
                (try? values.decode(String.self, forKey: key))
                    ?? (try? values.decode(Int64.self, forKey: key)).map(String.init)
            }
            (number, subject, seat, name) = (text(.jti), text(.sub), text(.seat), text(.name))
        }
    }
}
