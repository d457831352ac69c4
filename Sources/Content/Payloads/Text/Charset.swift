import Formats
import Foundation

/// The charsets of vCard 2.1's `CHARSET` parameter.
enum Charset {
    /// Decodes `bytes` in the charset with that IANA name; as UTF-8 when the name is nil or unknown, or the bytes are not
    /// valid in it; else as Latin-1, in which all bytes are valid.
    static func text(of bytes: [UInt8], charset: String?) -> String {
        if let encoding = encoding(named: charset ?? ""), let text = String(bytes: bytes, encoding: encoding) {
            return text
        }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    private static func encoding(named name: String) -> String.Encoding? {
        switch name.uppercased() {
        case "UTF-16": .utf16
        case "ISO-8859-1", "LATIN1", "US-ASCII": .isoLatin1
        case "ISO-8859-2": .isoLatin2
        case "WINDOWS-1250": .windowsCP1250
        case "WINDOWS-1251": .windowsCP1251
        case "WINDOWS-1252": .windowsCP1252
        case "WINDOWS-1253": .windowsCP1253
        case "WINDOWS-1254": .windowsCP1254
        case "SHIFT_JIS", "SHIFT-JIS", "SJIS": .shiftJIS
        case "EUC-JP": .japaneseEUC
        case "ISO-2022-JP": .iso2022JP
        default: nil
        }
    }
}

/// Quoted-printable text (RFC 2045, 6.7), soft line breaks already removed.
enum QuotedPrintable {
    /// Replaces every `=XX` by its byte; a `=` without two hexadecimal digits after it stays.
    static func decode(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index] == UInt8(ascii: "="), index + 2 < bytes.endIndex,
                let high = ASCII.hexValue(bytes[index + 1]), let low = ASCII.hexValue(bytes[index + 2])
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return result
    }
}
