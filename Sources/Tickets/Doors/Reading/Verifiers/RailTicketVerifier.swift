import Cryptography
import Formats
import Payloads
import Symbols

/// Rail tickets of UIC's form (`#UT01`, `#UT02`; UIC leaflet 918-3, ERA TAP TSI B.12): DSA over the compressed records.
struct RailTicketVerifier: TicketVerifier {
    /// Among them the carriers'.
    let keys: TrustedKeys

    var kind: ForeignTicket { .railTicket }

    /// Looks at a code, of which the bytes count; a claim's number is the carrier's and the ticket's.
    func evidence(for content: SymbolContent, at now: Timestamp) -> TicketEvidence? {
        guard content.bytes.starts(with: Array("#UT".utf8)), let ticket = RailTicket(content.bytes[...]) else {
            return nil
        }
        guard ["01", "02"].contains(ticket.version) else {
            return .wrongFormat("version \(ticket.version.singleLine(limit: 4)) of rail tickets is not supported")
        }
        guard let signed = ticket.signed, !signed.isEmpty,
            let id = RailKeyID(carrier: ticket.carrier, key: ticket.key)
        else { return .wrongFormat("the rail ticket is damaged, or ends too early") }
        let signatures = Self.signatures(ticket)
        let found = keys.signer(
            .rail(id), at: now, fits: { !Self.digests(of: $0.key, ticket.version).isEmpty },
            verifies: { key in
                Self.digests(of: key, ticket.version).contains { digest in
                    signatures.contains { key.verifies($0, of: Array(signed), .dsaDER(digest)) }
                }
            })
        switch found {
        case .refused(let evidence): return evidence
        case .key(let key): return evidence(for: ticket, signed, key, now)
        }
    }

    private func evidence(
        for ticket: RailTicket, _ signed: ArraySlice<UInt8>, _ key: TrustedKey, _ now: Timestamp
    ) -> TicketEvidence {
        guard ticket.isReadable else { return .wrongFormat("the signature is valid, but its content cannot be read") }
        guard ticket.head.map({ $0.flags & 4 == 0 }) != false else {
            return .otherEvent("the signature is valid, but it is a specimen, not a ticket")
        }
        // What stands before the signature is not signed: the carrier there may be changed.
        let number = ticket.head.flatMap { head in
            head.order.isEmpty
                ? nil : "\(head.carrier.singleLine(limit: 8))/\(head.order.singleLine(limit: 40))"
        }
        var claim = TicketClaim(
            signedBy: key, number: number, payload: Array(signed), at: now,
            unverified: "for which train and day it is valid, who shows it, and whether it was cancelled")
        claim.note = ticket.layoutText.lineIfAny(limit: 200)
        return .claim(claim)
    }

    /// The digests that a key is used with: version 1 has SHA-1 and keys of 1024 bits, whose signature alone fits its
    /// 50 bytes; version 2 those of 2048 bits, too, and ECDSA on P-256.
    private static func digests(of key: PublicKey, _ version: String) -> [Digest] {
        switch (key.kind, version) {
        case (.dsa, _) where key.bits <= 1024: [.sha1]
        case (.dsa, "02"): [.sha256, .sha224]
        case (.ec, "02") where key.bits == 256: [.sha256]
        default: []
        }
    }

    /// The signature in DER, as its field may have it: a SEQUENCE with something behind it; in version 2 r and s in 32
    /// bytes each, with zeros in front.
    private static func signatures(_ ticket: RailTicket) -> [[UInt8]] {
        let field = ticket.signature
        var signatures: [[UInt8]] = []
        if ticket.version == "02", field.count == 64 {
            let (r, s) = (integer(field.prefix(32)), integer(field.suffix(32)))
            signatures.append([0x30, UInt8(r.count + s.count)] + r + s)
        }
        // Its length is one byte: the field has no room for more.
        if field.first == 0x30, let length = field.dropFirst().first, length < 0x80, Int(length) + 2 <= field.count {
            signatures.append(Array(field.prefix(Int(length) + 2)))
        }
        return signatures
    }

    /// A positive INTEGER in DER, as short as it can be.
    private static func integer(_ number: ArraySlice<UInt8>) -> [UInt8] {
        var digits = Array(number.drop { $0 == 0 })
        if digits.isEmpty || digits[0] >= 0x80 { digits.insert(0, at: 0) }
        return [0x02, UInt8(digits.count)] + digits
    }
}
