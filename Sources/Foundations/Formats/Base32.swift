/// Base32 (RFC 4648, 6), as the secrets of one-time passwords are written.
package enum Base32 {
    /// Decodes letters of any case; blanks, hyphens and padding at the end are skipped. Returns nil for other characters, and
    /// when nothing is left.
    package static func decode(_ text: String) -> [UInt8]? {
        var bytes = Array(text.utf8)
        while bytes.last == UInt8(ascii: "=") || bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
        var (result, buffer, bits) = ([UInt8](), UInt32(0), 0)
        for byte in bytes where byte != UInt8(ascii: " ") && byte != UInt8(ascii: "-") {
            let value: UInt8
            switch ASCII.lowercased(byte) {
            case let letter where ASCII.isLetter(letter): value = letter - 0x61
            case 0x32...0x37: value = byte - 0x32 + 26
            default: return nil
            }
            buffer = buffer << 5 | UInt32(value)
            bits += 5
            if bits >= 8 {
                bits -= 8
                result.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
                buffer &= 1 << UInt32(bits) - 1
            }
        }
        return result.isEmpty ? nil : result
    }

    /// Upper-case letters and digits without padding.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
        var (result, buffer, bits) = ([UInt8](), UInt32(0), 0)
        for byte in bytes {
            buffer = buffer << 8 | UInt32(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                result.append(digits[Int(buffer >> UInt32(bits) & 31)])
            }
            buffer &= 1 << UInt32(bits) - 1
        }
        if bits > 0 { result.append(digits[Int(buffer << UInt32(5 - bits) & 31)]) }
        return String(decoding: result, as: UTF8.self)
    }
}
