import Cryptography
import Files
import Formats

/// A key that tickets are signed or checked with.
///
///     let key = try TicketKey.new(.ed25519, id: TicketKeyID("2026-a")!)
///     let code = try key.code(of: ticket)          // TICKET:…|ed25519.2026-a.…
///     key.publicHalf                               // for the door, which cannot make tickets then
package struct TicketKey: Sendable {
    /// What codes call it; for salted SHA-1, whose codes name no key, what people call it.
    package let id: TicketKeyID
    package let scheme: TicketScheme
    /// The event it is for; nil for any.
    package var event: String?
    /// From when on it counts no more; nil if it has no end.
    package var until: Timestamp?
    let material: Material

    /// What it is made of.
    enum Material: Sendable {
        /// A salt, or a shared secret.
        case secret([UInt8])
        /// The seed of an Ed25519 key, and the key.
        case pair(seed: [UInt8], SigningKey)
        case publicKey(PublicKey)
    }

    /// The shortest secret that is taken, in bytes: as long as the digest (RFC 2104, 3).
    static let shortestSecret = 32

    init(_ id: TicketKeyID, _ scheme: TicketScheme, _ material: Material) {
        (self.id, self.scheme, self.material) = (id, scheme, material)
    }

    /// A new key of random bytes; for salted SHA-1 a salt of 32 hexadecimal digits.
    ///
    /// - Throws: `UserError` if OpenSSL has no keys of the scheme, as where it is configured for FIPS 140 alone.
    package static func new(_ scheme: TicketScheme, id: TicketKeyID) throws(UserError) -> TicketKey {
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
        switch scheme {
        case .saltedSHA1: return TicketKey(id, scheme, .secret(Array(bytes.prefix(16).hexadecimal.utf8)))
        case .hmacSHA256: return TicketKey(id, scheme, .secret(bytes))
        case .ed25519:
            guard let key = SigningKey(ed25519Seed: bytes) else {
                throw UserError("key \(id.text) cannot be created: \(CryptographyError.keyNotMade)")
            }
            return TicketKey(id, scheme, .pair(seed: bytes, key))
        }
    }

    /// The key of a salt that exists already, for third-party tickets.
    ///
    /// - Throws: `UserError` for an empty or a very long one.
    package static func salt(_ salt: String, id: TicketKeyID) throws(UserError) -> TicketKey {
        guard (1...256).contains(salt.utf8.count) else { throw UserError("a salt has 1 to 256 bytes") }
        return TicketKey(id, .saltedSHA1, .secret(Array(salt.utf8)))
    }

    /// Whether it can make tickets; a public key only checks them.
    package var canSign: Bool {
        if case .publicKey = material { return false }
        return true
    }

    /// What a door needs to check tickets and cannot make any with; nil for schemes that have no such half.
    package var publicHalf: TicketKey? {
        guard let key = publicKey else { return nil }
        var half = TicketKey(id, scheme, .publicKey(key))
        (half.event, half.until) = (event, until)
        return half
    }

    /// The same key as two files have it: with the half that signs where one has it, and the end that comes first.
    func merged(with other: TicketKey) -> TicketKey {
        var key = canSign ? self : other
        key.event = event ?? other.event
        key.until = [until, other.until].compactMap { $0 }.min()
        return key
    }

    /// Whether both are the same key, or halves of it, whatever their event and their end.
    func isSame(as other: TicketKey) -> Bool {
        guard id == other.id, scheme == other.scheme else { return false }
        switch (material, other.material) {
        case (.secret(let own), .secret(let others)): return own.isEqualInConstantTime(to: others)
        default: return publicKey != nil && publicKey?.ed25519Bytes == other.publicKey?.ed25519Bytes
        }
    }

    /// - Throws: `UserError` if the key counts no more at a time: doors turn away what it signs.
    package func checkSigns(at now: Timestamp) throws(UserError) {
        guard let until, now >= until else { return }
        throw UserError(
            "key \(id.text) expired on \(TicketText.text(of: until)): doors turn its tickets away, sign with another")
    }

    var publicKey: PublicKey? {
        switch material {
        case .secret: nil
        case .pair(_, let key): key.publicKey
        case .publicKey(let key): key
        }
    }

    /// The code of a ticket.
    ///
    /// - Throws: `UserError` for a public key, and for a ticket of a time at which the key has ended.
    package func code(of ticket: TicketText) throws(UserError) -> String {
        if let until, ticket.time >= until {
            throw UserError(
                "key \(id.text) expires on \(TicketText.text(of: until)), and the ticket is for \(TicketText.text(of: ticket.time)): doors would turn it away, sign with another"
            )
        }
        if scheme == .saltedSHA1, let digest = authenticator(of: Array(ticket.text.utf8)) {
            return ticket.text + "|" + digest.hexadecimal
        }
        let signed = TicketCode.signed(ticket, scheme, id)
        return signed + "." + Base64URL.encode(try signature(of: Array(signed.utf8)))
    }

    private func signature(of bytes: [UInt8]) throws(UserError) -> [UInt8] {
        if let code = authenticator(of: bytes) { return code }
        guard case .pair(_, let key) = material else {
            throw UserError("key \(id.text) is a public key, which only checks tickets: sign with its private key")
        }
        do throws(CryptographyError) { return try key.sign(bytes, .ed25519) } catch {
            throw UserError("key \(id.text) cannot sign: \(error)")
        }
    }

    /// What stands for a signature where makers and doors share a secret; nil if they do not.
    private func authenticator(of bytes: [UInt8]) -> [UInt8]? {
        guard case .secret(let secret) = material else { return nil }
        return scheme == .saltedSHA1
            ? Digest.sha1.of(bytes + secret) : Digest.sha256.authenticationCode(of: bytes, key: secret)
    }

    /// Whether the signature of a code is of this key. The ids are not compared.
    func signed(_ code: TicketCode) -> Bool {
        guard code.scheme == scheme else { return false }
        if let own = authenticator(of: code.signed) { return own.isEqualInConstantTime(to: code.signature) }
        return publicKey?.verifies(code.signature, of: code.signed, .ed25519) ?? false
    }
}
