import Cryptography

/// Base58 with a checksum of SHA-256 twice, as older addresses of Bitcoin are written.
enum Base58 {
    private static let alphabet = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)

    /// What `text` stands for, without its four bytes of checksum, and whether they are right; nil for other characters, and
    /// beyond 64 characters.
    static func decode(_ text: ArraySlice<UInt8>) -> (bytes: [UInt8], isRight: Bool)? {
        guard 5...64 ~= text.count else { return nil }
        var bytes: [UInt8] = []
        for character in text {
            guard var carry = alphabet.firstIndex(of: character) else { return nil }
            for index in bytes.indices {
                carry += Int(bytes[index]) * 58
                bytes[index] = UInt8(carry & 255)
                carry >>= 8
            }
            while carry > 0 {
                bytes.append(UInt8(carry & 255))
                carry >>= 8
            }
        }
        bytes += text.prefix { $0 == alphabet[0] }.map { _ in 0 }
        bytes.reverse()
        guard bytes.count > 4 else { return nil }
        let body = Array(bytes.dropLast(4))
        return (body, Digest.sha256.of(Digest.sha256.of(body)).prefix(4).elementsEqual(bytes.suffix(4)))
    }
}
