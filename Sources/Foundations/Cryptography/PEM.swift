import Foundation

/// Bytes between lines of text (RFC 7468).
enum PEM {
    /// `bytes` between `-----BEGIN label-----` and `-----END label-----`, 64 digits a line.
    static func text(_ bytes: [UInt8], _ label: String) -> String {
        let lines = stride(from: 0, to: bytes.count, by: 48).map { start in
            Data(bytes[start..<min(start + 48, bytes.count)]).base64EncodedString() + "\n"
        }
        return "-----BEGIN \(label)-----\n" + lines.joined() + "-----END \(label)-----\n"
    }
}
