import Foundation
import Glibc

/// One text of the corpus, encoded in one charset.
struct CharsetSample {
    let text: String
    let language: String
    /// By iconv's name.
    let charset: String
    let bytes: [UInt8]

    /// The index in `lengthTitles`.
    var lengthClass: Int { Self.limits.firstIndex { bytes.count <= $0 } ?? Self.limits.count }
    private static let limits = [8, 16, 32, 64]
    static let lengthTitles = ["≤8", "9–16", "17–32", "33–64", ">64"]
}

/// The corpus `Tests/Reading/DecodingTests/Fixtures/charset-texts.tsv`: lines of language, kind and text, with the escapes `\n`,
/// `\xHH` and `\\`.
struct CharsetTexts {
    let rows: [(language: String, kind: String, text: String)]

    init(path: String) throws {
        let file = try String(contentsOfFile: path, encoding: .utf8)
        rows = file.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return fields.count == 3 ? (fields[0], fields[1], Self.unescaped(fields[2])) : nil
        }
        guard !rows.isEmpty else { throw BenchError("\(path) holds no texts") }
    }

    private static func unescaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var rest = Array(text.unicodeScalars)[...]
        while let scalar = rest.popFirst() {
            guard scalar == "\\", let next = rest.popFirst() else {
                result.append(scalar)
                continue
            }
            if next == "n" {
                result.append("\n")
            } else if next == "x", let value = UInt8(String(String.UnicodeScalarView(rest.prefix(2))), radix: 16) {
                result.append(Unicode.Scalar(value))
                rest = rest.dropFirst(2)
            } else {
                result.append(next)
            }
        }
        return String(result)
    }

    /// The usual charsets of each language besides UTF-8, by iconv's names.
    static func usualCharsets(of language: String) -> [String] {
        switch language {
        case "en", "de", "fr", "es", "pt", "it", "nl", "sv", "da", "nb", "fi", "is":
            ["ISO-8859-1", "CP1252", "ISO-8859-15"]
        case "pl", "cs", "sk", "hu", "ro", "hr", "sl": ["ISO-8859-2", "CP1250"]
        case "et", "lt", "lv": ["CP1257", "ISO-8859-13"]
        case "tr": ["ISO-8859-9", "CP1254"]
        case "el": ["ISO-8859-7", "CP1253"]
        case "ru": ["CP1251", "KOI8-R", "ISO-8859-5"]
        case "uk": ["CP1251", "KOI8-U", "ISO-8859-5"]
        case "bg", "mk": ["CP1251", "ISO-8859-5"]
        case "he": ["ISO-8859-8", "CP1255"]
        case "ar": ["ISO-8859-6", "CP1256"]
        case "fa": ["CP1256"]
        case "th": ["TIS-620", "CP874"]
        case "vi": ["CP1258"]
        case "ja": ["CP932", "EUC-JP"]
        case "ko": ["EUC-KR", "CP949"]
        case "zh-Hans": ["GBK", "GB18030"]
        case "zh-Hant": ["BIG5", "GB18030"]
        default: []
        }
    }

    /// Each text in each of its language's charsets that can encode it; once where two charsets give the same bytes.
    var samples: [CharsetSample] {
        var samples: [CharsetSample] = []
        for row in rows {
            var seen: Set<[UInt8]> = []
            for charset in ["UTF-8"] + Self.usualCharsets(of: row.language) {
                guard let bytes = Iconv.encode(row.text, as: charset), seen.insert(bytes).inserted else { continue }
                // ASCII is the same in all of them.
                if charset != "UTF-8" && bytes.allSatisfy({ $0 < 0x80 }) { continue }
                samples.append(CharsetSample(text: row.text, language: row.language, charset: charset, bytes: bytes))
            }
        }
        return samples
    }
}

/// Strict charset conversion by the C library.
enum Iconv {
    static func encode(_ text: String, as charset: String) -> [UInt8]? {
        guard let bytes = convert(Array(text.utf8), from: "UTF-8", to: charset) else { return nil }
        // iconv may have substituted characters that the charset lacks.
        return decode(bytes, from: charset) == text ? bytes : nil
    }

    static func decode(_ bytes: [UInt8], from charset: String) -> String? {
        convert(bytes, from: charset, to: "UTF-8").flatMap { String(validating: $0, as: UTF8.self) }
    }

    private static func convert(_ bytes: [UInt8], from: String, to: String) -> [UInt8]? {
        let converter = iconv_open(to, from)
        guard Int(bitPattern: converter) != -1 else { return nil }
        defer { iconv_close(converter) }
        var input = bytes.map { CChar(bitPattern: $0) }
        var output = [CChar](repeating: 0, count: bytes.count * 4 + 16)
        // SAFETY: iconv moves the pointers inside the two arrays, bounded by the counts beside them.
        let written: Int? = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                var (source, target) = (input.baseAddress, output.baseAddress)
                var (unread, unwritten) = (input.count, output.count)
                guard iconv(converter, &source, &unread, &target, &unwritten) != -1, unread == 0,
                    iconv(converter, nil, nil, &target, &unwritten) != -1
                else { return nil }
                return output.count - unwritten
            }
        }
        return written.map { output[..<$0].map { UInt8(bitPattern: $0) } }
    }
}
