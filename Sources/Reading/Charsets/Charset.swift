import Glibc

/// A character encoding that symbols use, with its IANA name.
package struct Charset: Hashable, Sendable {
    /// The IANA preferred MIME name, for example `Shift_JIS`.
    package let name: String
    /// What iconv calls it, or a superset that real symbols need.
    package let iconvName: String

    package init(_ name: String, iconv: String? = nil) {
        self.name = name
        iconvName = iconv ?? name
    }

    package static let utf8 = Charset("UTF-8")
    package static let latin1 = Charset("ISO-8859-1")
    package static let windows1252 = Charset("windows-1252", iconv: "CP1252")
    // CP932 is Shift_JIS as Windows and phones write it (with NEC and IBM extensions).
    package static let shiftJIS = Charset("Shift_JIS", iconv: "CP932")
    package static let gb18030 = Charset("GB18030")
    package static let big5 = Charset("Big5")
    // CP949 is EUC-KR with all other syllables, as Windows writes it.
    package static let eucKR = Charset("EUC-KR", iconv: "CP949")
    package static let eucJP = Charset("EUC-JP")

    /// All that a symbol may name by ECI or a user by name, and that are guessed: the names differ by more than case,
    /// `-` and `_`.
    package static let all: [Charset] = {
        var all = [Charset.utf8, Charset("US-ASCII")]
        for part in 1...16 where part != 12 { all.append(Charset("ISO-8859-\(part)")) }
        for page in 1250...1258 { all.append(Charset("windows-\(page)", iconv: "CP\(page)")) }
        all.append(Charset("windows-874", iconv: "CP874"))
        for name in ["TIS-620", "KOI8-R", "KOI8-U", "IBM437", "IBM850"] { all.append(Charset(name)) }
        all += [.shiftJIS, .eucJP, .gb18030]
        for name in ["GBK", "GB2312"] { all.append(Charset(name, iconv: "GB18030")) }
        all += [.big5, .eucKR]
        for name in ["UTF-16BE", "UTF-16LE", "UTF-32BE", "UTF-32LE"] { all.append(Charset(name)) }
        return all
    }()

    /// The charset of that name, however its letters are written and whether `-` and `_` are; nil for one that is not
    /// in `all`.
    package init?(named name: String) {
        func plain(_ name: String) -> String { name.lowercased().filter { $0 != "-" && $0 != "_" } }
        guard let known = Self.all.first(where: { plain($0.name) == plain(name) }) else { return nil }
        self = known
    }

    /// The charset of an ECI (AIM ITS/04-023, Extended Channel Interpretations); nil for one that is not a charset.
    package init?(eci: Int) {
        let name: String? =
            switch eci {
            case 0, 2: "IBM437"
            case 1, 3: "ISO-8859-1"
            case 4...9, 11, 12, 15...18: "ISO-8859-\(eci - 2)"
            case 10: "ISO-8859-8"
            case 13: "TIS-620"
            case 20: "Shift_JIS"
            case 21...23: "windows-\(eci + 1229)"
            case 24: "windows-1256"
            case 25: "UTF-16BE"
            case 26: "UTF-8"
            case 27, 170: "US-ASCII"
            case 28: "Big5"
            case 29: "GB2312"
            case 30: "EUC-KR"
            case 31: "GBK"
            case 32: "GB18030"
            case 33: "UTF-16LE"
            case 34: "UTF-32BE"
            case 35: "UTF-32LE"
            default: nil
            }
        guard let known = Self.all.first(where: { $0.name == name }) else { return nil }
        self = known
    }

    /// `bytes` as text; nil unless every byte belongs to a character of this charset.
    package func decode(_ bytes: [UInt8]) -> String? {
        if self == .utf8 { return String(validating: bytes, as: UTF8.self) }
        if self == .latin1 { return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })) }
        let converter = iconv_open("UTF-8", iconvName)
        guard Int(bitPattern: converter) != -1 else { return nil }
        defer { iconv_close(converter) }
        return Self.text(of: bytes, by: converter)
    }

    /// What each byte stands for by itself in a charset of one byte a character; nil for nothing.
    ///
    /// One converter does for all of them: to open one takes longer than to convert a byte.
    package var scalarsOfBytes: [Unicode.Scalar?] {
        let bytes = (0...UInt8.max).map { [$0] }
        if self == .utf8 || self == .latin1 { return bytes.map { decode($0)?.unicodeScalars.first } }
        let converter = iconv_open("UTF-8", iconvName)
        guard Int(bitPattern: converter) != -1 else { return bytes.map { _ in nil } }
        defer { iconv_close(converter) }
        return bytes.map { byte in
            // To the initial state, whatever the byte before was.
            _ = iconv(converter, nil, nil, nil, nil)
            return Self.text(of: byte, by: converter)?.unicodeScalars.first
        }
    }

    private static func text(of bytes: [UInt8], by converter: iconv_t?) -> String? {
        var bytes = bytes
        var isText = false
        // No charset above needs more than 4 bytes of UTF-8 for one of its own.
        let text = String(unsafeUninitializedCapacity: bytes.count * 4 + 16) { output in
            // SAFETY: iconv moves the pointers inside the two buffers, bounded by the counts passed with them, and writes UTF-8.
            bytes.withUnsafeMutableBytes { input in
                output.withMemoryRebound(to: CChar.self) { output in
                    var from = input.baseAddress?.assumingMemoryBound(to: CChar.self)
                    var to = output.baseAddress
                    var unread = input.count
                    var unwritten = output.count
                    guard iconv(converter, &from, &unread, &to, &unwritten) != -1, unread == 0 else { return 0 }
                    // A letter that an accent may follow is held back until here.
                    guard iconv(converter, nil, nil, &to, &unwritten) != -1 else { return 0 }
                    isText = true
                    return output.count - unwritten
                }
            }
        }
        return isText ? text : nil
    }
}
