/// How tickets are signed.
package enum TicketScheme: String, CaseIterable, Sendable {
    /// SHA-1 over the text and a salt, as hexadecimal digits: the book's. Weak: whoever checks tickets can make them, and a
    /// short salt can be guessed from one ticket.
    case saltedSHA1 = "salted-sha1"
    /// HMAC with SHA-256 (RFC 2104): whoever checks tickets can make them.
    case hmacSHA256 = "hmac-sha256"
    /// Ed25519 (RFC 8032): a door that holds only the public key cannot make tickets.
    case ed25519

    package var title: String {
        switch self {
        case .saltedSHA1: "salted SHA-1"
        case .hmacSHA256: "HMAC-SHA-256"
        case .ed25519: "Ed25519"
        }
    }

    /// Bytes of a signature.
    var signatureLength: Int {
        switch self {
        case .saltedSHA1: 20
        case .hmacSHA256: 32
        case .ed25519: 64
        }
    }

    /// What is to be known of it before it is chosen; nil if nothing speaks against it.
    package var caution: String? {
        switch self {
        case .saltedSHA1:
            "salted SHA-1 is weak: anyone with one ticket can try salts at home, and every door can make tickets; use it only for tickets that exist already"
        case .hmacSHA256: "every door that checks these tickets can make them: with ed25519 it cannot"
        case .ed25519: nil
        }
    }
}
