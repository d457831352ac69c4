import COpenSSL

/// Digests of bytes (FIPS 180-4), and the codes that a shared secret makes of them.
///
///     Digest.sha256.of(Array("abc".utf8))                 // ba7816bf 8f01cfea …
///     Digest.sha256.authenticationCode(of: message, key: secret)
package enum Digest: String, CaseIterable, Sendable {
    /// SHA-1, which proves nothing any more, for formats that name files by it.
    case sha1
    case sha224
    case sha256
    case sha384
    case sha512

    /// How people write it: `SHA-256`.
    package var title: String { "SHA-\(rawValue.dropFirst(3))" }

    package var length: Int {
        switch self {
        case .sha1: 20
        default: Int(number) / 8
        }
    }

    var number: Int32 {
        switch self {
        case .sha1: Int32(QZ_SHA_1)
        case .sha224: Int32(QZ_SHA_224)
        case .sha256: Int32(QZ_SHA_256)
        case .sha384: Int32(QZ_SHA_384)
        case .sha512: Int32(QZ_SHA_512)
        }
    }

    init?(number: Int32) {
        guard let digest = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = digest
    }

    /// The digest of `message`.
    package func of(_ message: [UInt8]) -> [UInt8] { made { qz_digest(number, message, message.count, $0) } }

    /// HMAC (RFC 2104): who does not know `key` cannot make the code of `message`.
    package func authenticationCode(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        made { qz_hmac(number, key, key.count, message, message.count, $0) }
    }

    private func made(_ call: (UnsafeMutablePointer<UInt8>) -> Int32) -> [UInt8] {
        var length: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(QZ_MOST_DIGEST)) { buffer, count in
            length = buffer.baseAddress.map(call) ?? -1
            count = max(0, Int(length))
        }
        precondition(length == self.length, "libcrypto has no \(title)")
        return bytes
    }
}

extension Collection where Element == UInt8 {
    /// Whether these bytes are those of `other`, in a time that tells nobody where they differ: for codes that only who knows a secret can make.
    package func isEqualInConstantTime(to other: some Collection<UInt8>) -> Bool {
        let (own, others) = (Array(self), Array(other))
        return own.count == others.count && qz_is_equal(own, others, own.count) != 0
    }

    /// The bytes in lower-case hexadecimal digits.
    package var hexadecimal: String {
        var text = ""
        text.reserveCapacity(count * 2)
        for byte in self {
            if byte < 16 { text.append("0") }
            text += String(byte, radix: 16)
        }
        return text
    }
}
