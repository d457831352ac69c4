import Formats

/// Bech32 (BIP 173) and Bech32m (BIP 350), as newer addresses of Bitcoin and Lightning's invoices are written.
struct Bech32 {
    enum Variant { case bech32, bech32m }

    /// What stands before the last `1`, in lower case.
    let prefix: String
    /// Values of five bits, without the checksum.
    let data: [UInt8]
    /// Which checksum is right; nil when none is.
    let variant: Variant?

    private static let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)

    /// Returns nil when upper and lower case are mixed, or another character is there.
    init?(_ text: ArraySlice<UInt8>) {
        guard text.count <= 8192, let one = text.lastIndex(of: UInt8(ascii: "1")), one > text.startIndex,
            text.endIndex - one > 6
        else { return nil }
        let (hasUpper, hasLower) = (text.contains { 0x41...0x5A ~= $0 }, text.contains { 0x61...0x7A ~= $0 })
        guard !(hasUpper && hasLower), text[..<one].allSatisfy({ 0x21...0x7E ~= $0 }) else { return nil }
        var values: [UInt8] = []
        for byte in text[(one + 1)...] {
            guard let value = Self.alphabet.firstIndex(of: ASCII.lowercased(byte)) else { return nil }
            values.append(UInt8(value))
        }
        let head = text[..<one].map(ASCII.lowercased)
        prefix = String(decoding: head, as: UTF8.self)
        data = Array(values.dropLast(6))
        switch Self.checksum(head.map { $0 >> 5 } + [0] + head.map { $0 & 31 } + values) {
        case 1: variant = .bech32
        case 0x2BC8_30A3: variant = .bech32m
        default: variant = nil
        }
    }

    private static func checksum(_ values: [UInt8]) -> UInt32 {
        let generators: [UInt32] = [0x3B6A_57B2, 0x2650_8E6D, 0x1EA1_19FA, 0x3D42_33DD, 0x2A14_62B3]
        return values.reduce(1) { sum, value in
            let top = sum >> 25
            return generators.enumerated().reduce((sum & 0x1FF_FFFF) << 5 ^ UInt32(value)) { sum, entry in
                top >> UInt32(entry.offset) & 1 == 1 ? sum ^ entry.element : sum
            }
        }
    }

    /// Values of five bits as bytes; bits that are left over are dropped.
    static func bytes(_ values: some Sequence<UInt8>) -> [UInt8] {
        var (result, buffer, bits) = ([UInt8](), UInt32(0), 0)
        for value in values {
            buffer = (buffer << 5 | UInt32(value)) & 0xFFFF
            bits += 5
            if bits >= 8 {
                bits -= 8
                result.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
            }
        }
        return result
    }
}
