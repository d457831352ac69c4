import Cryptography
import Files
import Formats
import Foundation

/// A public key of somebody else whose tickets are let in, as a file has it.
package struct TrustedKey: Hashable, Sendable {
    package let key: PublicKey
    package let source: String
    /// What people call it: its id, else the certificate's subject; text of strangers in one short line.
    package let title: String
    /// From when until when it holds, by its certificate or list; nil if neither says.
    package let validity: ClosedRange<Date>?
    /// What signatures call it: an id of its list as text and as bytes, the thumbprint of a JWK (RFC 7638), and the
    /// first eight bytes of a certificate's SHA-256, as health certificates have it.
    let ids: Set<[UInt8]>
    /// What rail tickets call it.
    let railID: RailKeyID?
    /// Whether its file says an id; a signature that names another one can still be of a key without.
    let isNamed: Bool
    /// The one algorithm that it is for, as JWKs say it; nil for all that fit.
    let algorithm: String?
    /// The one kind of tickets that it is for; nil for all that fit.
    package internal(set) var kind: ForeignTicket?

    /// What a file says of a key besides the key.
    struct Facts {
        var id: String?
        var railID: RailKeyID?
        var validity: ClosedRange<Date>?
        var algorithm: String?
        var certificate: Certificate?
    }

    /// - Throws: `UserError` for keys that prove nothing.
    init(_ key: PublicKey, _ facts: Facts, source: String) throws(UserError) {
        switch key.kind {
        case .other: throw UserError("it is of an unsupported kind")
        // RFC 7518, 3.3; health certificates want as many.
        case .rsa where key.bits < 2048:
            throw UserError("an RSA key of \(key.bits) bits is too short to prove anything")
        default: break
        }
        var ids: Set<[UInt8]> = []
        if let id = facts.id {
            ids.insert(Array(id.utf8))
            if let bytes = Self.healthKeyID(id) { ids.insert(bytes) }
        }
        if let der = facts.certificate?.der { ids.insert(Array(Digest.sha256.of(der).prefix(8))) }
        let thumbprint = JSONWebKey.thumbprint(of: key)
        if let thumbprint { ids.insert(Array(thumbprint.utf8)) }
        (self.key, self.ids) = (key, ids)
        self.source = source.singleLine(limit: 40)
        railID = facts.railID
        isNamed = facts.id != nil || facts.railID != nil
        algorithm = facts.algorithm
        validity = facts.validity ?? facts.certificate?.validity
        title =
            [facts.id, facts.railID?.text, facts.certificate?.subject.title, thumbprint].lazy
            .compactMap { $0?.singleLine(limit: 48) }.first { !$0.isEmpty } ?? "the key"
    }

    /// How verdicts name it: `2Rk3X8HntrI= of dsc.json`.
    var words: String { "\(title) of \(source)" }

    /// Why it does not hold at a time; nil if it does.
    func whyNot(at now: Timestamp) -> String? {
        guard let validity else { return nil }
        if now.date < validity.lowerBound { return "key \(words) is valid from \(Timestamp(validity.lowerBound).day)" }
        if now.date > validity.upperBound { return "key \(words) expired on \(Timestamp(validity.upperBound).day)" }
        return nil
    }

    /// The eight bytes of a health certificate's key id, which lists write in Base64 of either alphabet; nil for
    /// anything else.
    static func healthKeyID(_ text: String) -> [UInt8]? {
        guard (11...12).contains(text.utf8.count) else { return nil }
        let plain = text.replacing("-", with: "+").replacing("_", with: "/")
        guard let bytes = Data(base64Encoded: plain.utf8.count == 11 ? plain + "=" : plain), bytes.count == 8 else {
            return nil
        }
        return Array(bytes)
    }
}

/// What rail tickets call a key: the carrier's number (RICS) and the key's at the carrier, without the zeros in front
/// that tickets have and lists have not.
struct RailKeyID: Hashable, Sendable {
    let carrier: String
    let key: String

    /// nil for what is no such number: letters and digits, at most four of the carrier and five of the key.
    init?(carrier: String, key: String) {
        func isNumber(_ text: String, _ most: Int) -> Bool {
            (1...most).contains(text.utf8.count) && text.utf8.allSatisfy { ASCII.isDigit($0) || ASCII.isLetter($0) }
        }
        guard isNumber(carrier, 4), isNumber(key, 5) else { return nil }
        (self.carrier, self.key) = (Self.plain(carrier), Self.plain(key))
    }

    private static func plain(_ number: String) -> String {
        guard number.utf8.allSatisfy(ASCII.isDigit) else { return number.uppercased() }
        let digits = number.drop { $0 == "0" }
        return digits.isEmpty ? "0" : String(digits)
    }

    /// `1080/7`.
    var text: String { "\(carrier)/\(key)" }
}

extension Timestamp {
    /// - Parameter seconds: since 1970; far beyond the calendar is its end.
    init(seconds: Double) {
        self.init(milliseconds: seconds.isNaN ? 0 : Int64(min(max(seconds, -1e12), 1e12) * 1000))
    }
}
