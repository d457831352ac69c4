/// Hashes for readers outside of this target.
public enum ContentHash {
    /// SHA-256 (FIPS 180-4): 32 bytes.
    public static func sha256(_ message: [UInt8]) -> [UInt8] { SHA256.digest(message) }

    /// HMAC with SHA-256 (RFC 2104): 32 bytes.
    public static func hmacSHA256(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        SHA256.authenticationCode(of: message, key: key)
    }
}
