import Files
import Services
import Encoding
import Screens
import Symbols

extension MakeRequest {
    /// The code of a scan once more: the same kind, bytes, charset and place among parts. How it was laid out (correction, size, mask) a scan
    /// does not report.
    ///
    /// - Throws: `UserError` for a kind that cannot be made.
    init(of content: SymbolContent) throws {
        let kind = try Self.kind(of: content)
        var options = MakeOptions()
        options.part = content.part.map { part in
            MakeOptions.Part(part.index + 1, of: part.count ?? part.index + 1, sequence: part.id)
        }
        if kind.choices.maximumParts == 1 { options.part = nil }
        if kind.choices.takesECI, content.tellsCharset {
            options.eci = content.charset.flatMap(CharsetNumber.of)
        }
        let bytes = content.bytes + (content.addOn.map { Array("+\($0)".utf8) } ?? [])
        let text = String(validating: bytes, as: UTF8.self)
        // Text that can be typed is shown in a form, to be changed.
        let isTypeable = text.map { !$0.unicodeScalars.contains { $0.properties.generalCategory == .control } } ?? false
        let isPlain = bytes.allSatisfy { $0 < 0x80 } || options.eci == CharsetNumber.utf8
        guard let text, isTypeable, isPlain, options.part == nil else {
            self.init(.bytes(bytes), kind: kind.name, options: options)
            return
        }
        // UTF-8 is what the maker tells of text by itself.
        options.eci = nil
        self.init(.text(text), kind: kind.name, options: options, form: "text", values: ["text": text])
    }

    private static func kind(of content: SymbolContent) throws -> SymbolKind {
        let symbology = content.symbology
        if content.isGS1, let kind = SymbolKind.named("gs1-\(symbology.rawValue)") { return kind }
        guard let kind = SymbolKind.of(symbology) ?? SymbolKind.of(symbology.unstacked) else {
            throw UserError("\(symbology.traits.title) cannot be made here: `Q` shows its content as a QR Code")
        }
        // Readers take Code 39 as full ASCII.
        if kind.symbology == .code39, (try? SymbolEncoder().make(.bytes(content.bytes), as: kind)) == nil,
            let extended = SymbolKind.named("code-39-extended")
        {
            return extended
        }
        return kind
    }
}

extension SymbolContent {
    /// Whether its symbology identifier says GS1 elements (ISO/IEC 15424, annex A).
    fileprivate var isGS1: Bool { ["]Q3", "]Q4", "]d2", "]d5", "]z1", "]z4", "]J1", "]e0"].contains(identifier) }

    /// Whether its symbology identifier says that ECIs are meant; those of PDF417 and of what else has no such sign do not.
    fileprivate var tellsCharset: Bool {
        ["]Q2", "]Q4", "]Q6", "]d4", "]d5", "]d6", "]z3", "]z4", "]z5", "]z9", "]L1", "]J2", "]h1"].contains(identifier)
    }
}

/// Extended Channel Interpretations of charsets (AIM ITS/04-001).
private enum CharsetNumber {
    static let utf8 = 26
    private static let numbers = [
        "ISO-8859-1": 3, "ISO-8859-2": 4, "ISO-8859-3": 5, "ISO-8859-4": 6, "ISO-8859-5": 7, "ISO-8859-6": 8,
        "ISO-8859-7": 9, "ISO-8859-8": 10, "ISO-8859-9": 11, "ISO-8859-10": 12, "ISO-8859-11": 13, "ISO-8859-13": 15,
        "ISO-8859-14": 16, "ISO-8859-15": 17, "ISO-8859-16": 18, "SHIFT_JIS": 20, "CP932": 20, "WINDOWS-1250": 21,
        "WINDOWS-1251": 22, "WINDOWS-1252": 23, "WINDOWS-1256": 24, "UTF-16BE": 25, "UTF-8": utf8, "US-ASCII": 27,
        "BIG5": 28, "GB2312": 29, "EUC-KR": 30, "GBK": 31, "GB18030": 32, "UTF-16LE": 33, "UTF-32BE": 34,
        "UTF-32LE": 35,
    ]

    static func of(_ charset: String) -> Int? { numbers[charset.uppercased()] }
}
