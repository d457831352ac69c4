import Files

/// Text for labels beside codes: what the fonts of every printer have.
enum PrintableText {
    /// The characters of WinAnsiEncoding from 0x80 to 0x9F (ISO 32000-1, annex D); a blank where it has none.
    private static let middle = Array("€\u{0}‚ƒ„…†‡ˆ‰Š‹Œ\u{0}Ž\u{0}\u{0}‘’“”•–—˜™š›œ\u{0}žŸ".unicodeScalars)

    /// The bytes of a text in WinAnsiEncoding; nil if it has other characters.
    ///
    /// - Parameter isASCII: whether there are letters of dots alone.
    static func bytes(_ text: String, isASCII: Bool) -> [UInt8]? {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x20..<0x7F: bytes.append(UInt8(scalar.value))
            case 0xA0...0xFF where !isASCII: bytes.append(UInt8(scalar.value))
            default:
                guard !isASCII, scalar.value > 0, let place = middle.firstIndex(of: scalar) else { return nil }
                bytes.append(UInt8(0x80 + place))
            }
        }
        return bytes
    }

    /// A character and its number: `“Ł” (U+0141)`.
    static func name(of scalar: Unicode.Scalar) -> String {
        let code = String(scalar.value, radix: 16, uppercase: true)
        return
            "\(UserError.quoted(String(scalar))) (U+\(String(repeating: "0", count: max(0, 4 - code.utf8.count)))\(code))"
    }
}
