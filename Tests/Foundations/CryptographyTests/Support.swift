import Foundation

/// The bytes of hexadecimal digits; other characters are left out.
func hex(_ text: String) -> [UInt8] {
    let digits = text.compactMap { $0.hexDigitValue.map(UInt8.init) }
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

/// The bytes of base64url without its padding, as JOSE has it (RFC 7515).
func base64url(_ text: String) -> [UInt8] {
    let plain = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    let padded = plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
    return Data(base64Encoded: padded).map(Array.init) ?? []
}

/// `der` in PEM (RFC 7468).
func pem(_ der: [UInt8], _ label: String) -> [UInt8] {
    let digits = Data(der).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
    return "-----BEGIN \(label)-----\n\(digits)\n-----END \(label)-----\n".bytes
}

extension String {
    var bytes: [UInt8] { Array(utf8) }
}
