import Formats
import Foundation
import Payloads
import Symbols

/// SMART Health Cards (`shc:/`; SMART Health Cards Framework 1.4): a JSON Web Signature by ES256 in digits, two for
/// each character, its payload compressed.
struct SmartHealthCardVerifier: TicketVerifier {
    /// The most bytes of a payload that is not compressed: a code holds some two thousand that are.
    private static let longestPayload = 262_144

    /// Among them the issuers' (`/.well-known/jwks.json` of each).
    let keys: TrustedKeys

    var kind: ForeignTicket { .smartHealthCard }

    /// Looks at a code; a claim's number is the digest of what is signed.
    func evidence(for content: SymbolContent, at now: Timestamp) -> TicketEvidence? {
        guard let code = content.bytes[...].trimmed.after(prefix: "shc:/") else { return nil }
        guard code.count <= PayloadRegistry.maximumLength else {
            return .wrongFormat("it is longer than a health card")
        }
        guard !code.contains(UInt8(ascii: "/")) else {
            return .wrongFormat("it is one of several parts of a health card, which are not supported")
        }
        guard let text = Self.characters(code), case .signature(let signature) = JSONWebSignature.read(text[...]) else {
            return .wrongFormat("the health card is damaged")
        }
        let key: TrustedKey
        switch signature.signer(in: keys, at: now, [.es256]) {
        case .key(let signer): key = signer
        case .refused(let evidence): return evidence
        }
        guard signature.header.zip == "DEF",
            let json = try? Inflate.deflated(signature.payload[...], limit: Self.longestPayload),
            SignedObject.isPlain(json), let card = try? JSONDecoder().decode(Card.self, from: Data(json)),
            card.isHealthCard
        else { return .wrongFormat("the signature is valid, but this is not a health card") }
        // A card has no number of its own.
        var claim = TicketClaim(
            signedBy: key, payload: signature.payload,
            period: ValidityPeriod(begins: card.begins, ends: card.ends), at: now,
            unverified: "who shows it, whether it was revoked, and what its vaccinations or tests are worth")
        claim.name = card.name
        if let issuer = card.issuer { claim.remarks.append("it names its issuer as \(issuer.singleLine(limit: 80))") }
        return .claim(claim)
    }

    /// Two digits for each character, counted from `-`; nil for others.
    private static func characters(_ digits: ArraySlice<UInt8>) -> [UInt8]? {
        guard digits.count.isMultiple(of: 2), digits.allSatisfy(ASCII.isDigit) else { return nil }
        var characters: [UInt8] = []
        characters.reserveCapacity(digits.count / 2)
        for index in stride(from: digits.startIndex, to: digits.endIndex, by: 2) {
            let value = (digits[index] - 0x30) * 10 + (digits[index + 1] - 0x30)
            guard value <= UInt8(ascii: "z") - 45 else { return nil }
            characters.append(value + 45)
        }
        return characters
    }

    /// What is read of a card's payload.
    private struct Card: Decodable {
        let issuer: String?
        let begins: Double?
        let ends: Double?
        let isHealthCard: Bool
        let name: String?

        private enum CodingKeys: String, CodingKey { case iss, nbf, exp, vc }

        private struct Credential: Decodable {
            let type: [String]
            let credentialSubject: Subject?
        }
        private struct Subject: Decodable { let fhirBundle: Bundle? }
        private struct Bundle: Decodable { let entry: [Entry]? }
        private struct Entry: Decodable { let resource: Resource? }
        private struct Resource: Decodable {
            let resourceType: String?
            let name: [Name]?

            private enum CodingKeys: String, CodingKey { case resourceType, name }

            /// Only a patient's name is one of a person; other resources have texts there.
            init(from decoder: any Decoder) throws {
                let values = try decoder.container(keyedBy: CodingKeys.self)
                resourceType = try? values.decode(String.self, forKey: .resourceType)
                name = resourceType == "Patient" ? try? values.decode([Name].self, forKey: .name) : nil
            }
        }
        private struct Name: Decodable {
            let family: String?
            let given: [String]?
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            issuer = try? values.decode(String.self, forKey: .iss)
            begins = try values.decodeIfPresent(Double.self, forKey: .nbf)
            ends = try values.decodeIfPresent(Double.self, forKey: .exp)
            let credential = try values.decode(Credential.self, forKey: .vc)
            isHealthCard = credential.type.contains("https://smarthealth.cards#health-card")
            let names = credential.credentialSubject?.fhirBundle?.entry?.lazy.compactMap { $0.resource?.name?.first }
            let text = names?.first.map { ($0.given ?? []).joined(separator: " ") + " " + ($0.family ?? "") }
            name = text?.lineIfAny(limit: 120)
        }
    }
}
