/// Bytes between lines of text (RFC 7468).
enum PEM {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

    /// `bytes` between `-----BEGIN label-----` and `-----END label-----`, 64 digits a line.
    static func text(_ bytes: [UInt8], _ label: String) -> String {
        var text = "-----BEGIN \(label)-----\n"
        for start in stride(from: 0, to: bytes.count, by: 48) {
            let line = bytes[start..<min(start + 48, bytes.count)]
            for first in stride(from: line.startIndex, to: line.endIndex, by: 3) {
                let group = line[first..<min(first + 3, line.endIndex)]
                let word = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
                for place in 0..<4 {
                    text.append(place <= group.count ? digits[word >> (18 - 6 * place) & 63] : "=")
                }
            }
            text += "\n"
        }
        return text + "-----END \(label)-----\n"
    }
}
