import Cryptography
import Formats

extension TicketClaim {
    /// What a key of others signed.
    ///
    /// - Parameters:
    ///   - number: that of the ticket; where it has none, or one that no list holds, the digest of what is signed.
    ///   - period: when it holds by what it says; nil if it says nothing of that.
    ///   - unverified: what the signature says nothing about.
    init(
        signedBy key: TrustedKey, number: String? = nil, payload: [UInt8], period: ValidityPeriod? = nil,
        at now: Timestamp, unverified: String
    ) {
        let known = number.flatMap { (1...Guest.longestNumber).contains($0.utf8.count) ? $0 : nil }
        self.init(number: known ?? Digest.sha256.of(payload).hexadecimal, proof: .signature(key: key.words))
        whyNotNow = period?.whyNot(at: now)
        remarks = [
            "verified: key \(key.words) signed it" + (period.map { ", and \($0.remark)" } ?? ""),
            "not verified: \(unverified)",
        ]
    }
}

extension String {
    /// The text in one line; nil if nothing of it is left.
    func lineIfAny(limit: Int) -> String? {
        let line = singleLine(limit: limit)
        return line.isEmpty ? nil : line
    }
}
