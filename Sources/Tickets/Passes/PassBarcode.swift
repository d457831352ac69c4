import Encoding
import Formats

/// A code on a pass.
package struct PassBarcode: Hashable, Sendable {
    /// Apple's name: `PKBarcodeFormatQR`.
    package let format: String
    package let message: String
    /// The charset of what it says, by its IANA name: `iso-8859-1`.
    package let messageEncoding: String
    /// What stands below it; nil for nothing.
    package let alternateText: String?

    /// Nil for what has no message.
    init?(_ json: JSONValue) {
        guard let message = json.text("message") else { return nil }
        self.message = message
        (format, messageEncoding) = (json.text("format") ?? "", json.text("messageEncoding") ?? "iso-8859-1")
        alternateText = json.text("altText").flatMap { $0.isEmpty ? nil : $0 }
    }

    /// What it is drawn as; nil for a format that there is not.
    package var kind: SymbolKind? {
        Self.formats.first { $0.name == format }.flatMap { SymbolKind.named($0.kind) }
    }

    static let formats: [(name: String, kind: String)] = [
        ("PKBarcodeFormatQR", "qr-code"), ("PKBarcodeFormatPDF417", "pdf417"), ("PKBarcodeFormatAztec", "aztec"),
        ("PKBarcodeFormatCode128", "code-128"),
    ]

    private static let charsets: [String: UInt32] = [
        "iso-8859-1": 0xFF, "iso_8859-1": 0xFF, "latin1": 0xFF, "us-ascii": 0x7F, "ascii": 0x7F,
    ]

    static func knows(encoding: String) -> Bool { charsets[encoding.lowercased()] != nil || isUTF8(encoding) }

    private static func isUTF8(_ encoding: String) -> Bool { ["utf-8", "utf8"].contains(encoding.lowercased()) }

    /// The message in its charset; nil if that lacks one of its characters, or is not known here.
    package var bytes: [UInt8]? {
        if Self.isUTF8(messageEncoding) { return Array(message.utf8) }
        guard let last = Self.charsets[messageEncoding.lowercased()],
            message.unicodeScalars.allSatisfy({ $0.value <= last })
        else { return nil }
        return message.unicodeScalars.map { UInt8($0.value) }
    }

    /// What a symbol is made of: text where all charsets agree, else these bytes.
    func source(_ bytes: [UInt8]) -> SymbolSource {
        bytes.allSatisfy { $0 < 0x80 } ? .text(message) : .bytes(bytes)
    }

    /// The symbol.
    ///
    /// - Throws: `EncodingError` if the format cannot hold the message.
    package func symbol() throws(EncodingError) -> MadeSymbol {
        guard let kind, let bytes else {
            throw EncodingError(line: "\(format.isEmpty ? "this code" : format) cannot be drawn")
        }
        var options = MakeOptions()
        if kind.layout == .bars {
            options.showsText = false
            options.height = 16
        }
        return try SymbolEncoder().make(source(bytes), as: kind, options)
    }
}
