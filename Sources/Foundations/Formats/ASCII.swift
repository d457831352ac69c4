/// Classifies bytes of UTF-8 text as ASCII. The formats' separators are all ASCII, so splitting at them never splits a
/// character.
package enum ASCII {
    /// Whether it is a blank, tab, line feed, vertical tab, form feed or carriage return.
    package static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }

    /// Whether it is `0` to `9`.
    package static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    /// Whether it is `A` to `Z` or `a` to `z`.
    package static func isLetter(_ byte: UInt8) -> Bool {
        let lower = byte | 0x20
        return lower >= 0x61 && lower <= 0x7A
    }

    /// The lower-case letter of an upper-case one; any other byte as it is.
    package static func lowercased(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }

    /// The value of a hexadecimal digit; nil for any other byte.
    package static func hexValue(_ byte: UInt8) -> UInt8? {
        if isDigit(byte) { return byte - 0x30 }
        let lower = byte | 0x20
        return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : nil
    }

    /// Decodes pairs of hexadecimal digits; nil for any other text.
    package static func hexDecoded(_ digits: ArraySlice<UInt8>) -> [UInt8]? {
        guard digits.count.isMultiple(of: 2) else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(digits.count / 2)
        var index = digits.startIndex
        while index < digits.endIndex {
            guard let high = hexValue(digits[index]), let low = hexValue(digits[index + 1]) else { return nil }
            result.append(high << 4 | low)
            index += 2
        }
        return result
    }
}

extension ArraySlice<UInt8> {
    /// The bytes decoded as UTF-8. They come from a String and were split at ASCII, so nothing is replaced.
    package var text: String { String(decoding: self, as: UTF8.self) }

    /// The slice without ASCII white space at both ends.
    package var trimmed: ArraySlice<UInt8> {
        let slice = drop { ASCII.isSpace($0) }
        // By index: taking one byte after the other from a slice's end is slow.
        var end = slice.endIndex
        while end > slice.startIndex, ASCII.isSpace(slice[end - 1]) { end -= 1 }
        return slice[..<end]
    }

    /// The bytes after `prefix`, compared without regard to ASCII case; nil when the slice does not begin with it.
    package func after(prefix: StaticString) -> ArraySlice<UInt8>? {
        let length = prefix.utf8CodeUnitCount
        guard count >= length else { return nil }
        return prefix.withUTF8Buffer { wanted in
            for offset in 0..<length
            where ASCII.lowercased(self[startIndex + offset]) != ASCII.lowercased(wanted[offset]) { return nil }
            return dropFirst(length)
        }
    }

    /// Splits at the first `separator`; `rest` is nil when there is none.
    package func cut(at separator: UInt8) -> (head: ArraySlice<UInt8>, rest: ArraySlice<UInt8>?) {
        guard let index = firstIndex(of: separator) else { return (self, nil) }
        return (self[..<index], self[(index + 1)...])
    }

    /// Splits at separators without a backslash in front; escapes stay in the parts.
    package func splitUnescaped(at separator: UInt8) -> [ArraySlice<UInt8>] {
        var parts: [ArraySlice<UInt8>] = []
        var start = startIndex
        var index = startIndex
        while index < endIndex {
            if self[index] == UInt8(ascii: "\\") {
                index += 2
                continue
            }
            if self[index] == separator {
                parts.append(self[start..<index])
                start = index + 1
            }
            index += 1
        }
        parts.append(self[start...])
        return parts
    }

    /// The bytes with every valid `%XX` decoded.
    package var percentDecoded: [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(count)
        var index = startIndex
        while index < endIndex {
            if self[index] == UInt8(ascii: "%"), index + 2 < endIndex, let high = ASCII.hexValue(self[index + 1]),
                let low = ASCII.hexValue(self[index + 2])
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(self[index])
                index += 1
            }
        }
        return result
    }
}

extension String {
    /// The text as one line of at most `limit` Unicode scalars, the last one an ellipsis when it was shortened. Runs of
    /// white space become single spaces; control, direction and invisible characters become visible replacements.
    package func singleLine(limit: Int) -> String {
        var line = String.UnicodeScalarView()
        var count = 0
        var pendingSpace = false
        for (index, exact) in unicodeScalars.enumerated() {
            // Looked up in Unicode's tables only where it must be.
            if exact.isASCII ? ASCII.isSpace(UInt8(exact.value)) : exact.properties.isWhitespace {
                pendingSpace = count > 0
                continue
            }
            // A leading byte order mark has no meaning for the reader.
            if index == 0, exact.value == 0xFEFF { continue }
            let scalar = exact.visibleForm
            if count + (pendingSpace ? 2 : 1) > limit - 1 {
                line.append("…")
                break
            }
            if pendingSpace {
                line.append(" ")
                count += 1
                pendingSpace = false
            }
            line.append(scalar)
            count += 1
        }
        return String(line)
    }

    /// Whether it contains characters that reverse or hide the text around them.
    package var hasHiddenCharacters: Bool {
        if utf8.allSatisfy({ $0 < 0x80 }) { return false }
        return unicodeScalars.contains { $0.value > 0x9F && $0.isTerminalControl && $0.value != 0xFEFF }
    }
}

extension Unicode.Scalar {
    /// The control picture of a C0 control, U+FFFD for C1 controls and format characters, else the scalar itself.
    fileprivate var visibleForm: Unicode.Scalar {
        switch value {
        case 0..<0x20: return Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}"
        case 0x20..<0x7F: return self
        case 0x7F: return "\u{2421}"
        case 0x80...0x9F: return "\u{FFFD}"
        // The joiners are part of words and emoji; other format characters are only used to hide text.
        case 0x200C, 0x200D: return self
        default: return properties.generalCategory == .format ? "\u{FFFD}" : self
        }
    }
}
