import Formats

/// Takes URIs apart and builds them (RFC 3986).
package enum URIText {
    /// No format needs more parameters.
    private static let maximumItems = 100

    struct Item: Hashable, Sendable {
        /// In lower case, decoded.
        let name: String
        /// Decoded; empty where there is none.
        let value: String
    }

    /// The decoded `name=value` pairs between `&`, at most 100.
    static func items(_ query: ArraySlice<UInt8>, separator: UInt8 = UInt8(ascii: "&")) -> [Item] {
        query.split(separator: separator, maxSplits: maximumItems).prefix(maximumItems).map { part in
            let (name, value) = part.cut(at: UInt8(ascii: "="))
            return Item(name: decoded(name).lowercased(), value: value.map(decoded) ?? "")
        }
    }

    /// The text with every valid `%XX` decoded as UTF-8.
    static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.contains(UInt8(ascii: "%")) ? bytes.percentDecoded[...] : bytes, as: UTF8.self)
    }

    /// Percent-encodes all but unreserved characters (RFC 3986, 2.3) and those in `keeping`, so that no value can end its part.
    package static func encoded(_ text: String, keeping: String = "") -> String {
        let kept = Array("-._~\(keeping)".utf8)
        return encoded(text) { !ASCII.isLetter($0) && !ASCII.isDigit($0) && !kept.contains($0) }
    }

    /// Percent-encodes the bytes that `isEncoded` is true for.
    static func encoded(_ text: String, where isEncoded: (UInt8) -> Bool) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if isEncoded(byte) {
                result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Percent-encodes text, a line break as `%0D%0A` (RFC 6068, 5; RFC 5724, 2.2).
    package static func encodedLines(_ text: String) -> String {
        text.utf8Slice.lines.map { encoded($0.text) }.joined(separator: "%0D%0A")
    }

    /// `?a=1&b=2` of values that are encoded already; those that are empty are left out, and nothing is left of none.
    package static func query(_ items: KeyValuePairs<String, String>) -> String {
        let shown = items.filter { !$0.value.isEmpty }.map { "\($0.key)=\($0.value)" }
        return shown.isEmpty ? "" : "?" + shown.joined(separator: "&")
    }

    /// The longest address that is given to another program, in bytes: Linux takes 128 KiB for an argument.
    static let maximumAddressLength = 65_536

    /// The action that gives `address` to the desktop's handler; none when it is too long for a program's argument.
    static func handOver(_ title: ActionTitle, _ address: String) -> [PayloadAction] {
        guard address.utf8.count <= maximumAddressLength else { return [] }
        return [PayloadAction(title: title, effect: .handOver(address: address))]
    }
}

extension ASCII {
    /// Whether it is an ASCII letter or digit.
    package static func isAlphanumeric(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }
}

extension StringProtocol {
    /// The bytes of its UTF-8.
    package var utf8Slice: ArraySlice<UInt8> { ArraySlice(Array(utf8)) }
}

extension ArraySlice<UInt8> {
    /// The lines between CRLF, LF or CR; empty ones are kept.
    package var lines: [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = startIndex
        var index = startIndex
        while index < endIndex {
            if self[index] == 0x0A || self[index] == 0x0D {
                lines.append(self[start..<index])
                if self[index] == 0x0D, index + 1 < endIndex, self[index + 1] == 0x0A { index += 1 }
                start = index + 1
            }
            index += 1
        }
        lines.append(self[start...])
        return lines
    }

    /// The number that the slice is, of 1 to 18 ASCII digits; nil for anything else.
    package var decimal: Int? {
        guard 1...18 ~= count, allSatisfy(ASCII.isDigit) else { return nil }
        return reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}
