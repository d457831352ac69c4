import Payloads
import Symbols

/// What a form composes.
package struct ComposedContent: Sendable, Hashable {
    /// The bytes that a symbol is to hold; an add-on of a product follows a `+`, FNC1 of GS1 elements is U+001D.
    package let bytes: [UInt8]
    /// The bytes as text; nil if exactly these bytes are meant, in no charset or another than UTF-8.
    package let text: String?
    /// The names of the kinds of symbol that are proposed, the likeliest first; empty for that of the form.
    package let symbolKinds: [String]
    /// The name of the error correction level that its standard demands; nil for any.
    package let level: String?
    private let reading: String?
    private let charset: String?

    init(_ text: String, symbolKinds: [String] = [], level: String? = nil) {
        (bytes, self.text) = (Array(text.utf8), text)
        (self.symbolKinds, self.level) = (symbolKinds, level)
        (reading, charset) = (text, "UTF-8")
    }

    /// - Parameters:
    ///   - reading: what the bytes say, where they are text in a charset that the content itself names.
    ///   - charset: the IANA name of that charset.
    init(bytes: [UInt8], reading: String? = nil, charset: String? = nil, level: String? = nil) {
        (self.bytes, text, symbolKinds, self.level) = (bytes, nil, [], level)
        (self.reading, self.charset) = (reading, charset)
    }

    /// Exactly these bytes.
    package init(bytes: [UInt8]) { self.init(bytes: bytes, reading: nil) }

    /// What `PayloadRegistry` makes of a symbol that holds it.
    ///
    /// - Parameters:
    ///   - symbology: what readers call the symbol.
    ///   - isGS1: whether the symbol says that it holds GS1 elements.
    package func payload(as symbology: Symbology, isGS1: Bool = false) -> Payload {
        var (bytes, text, addOn) = (bytes, reading, String?.none)
        if symbology.isProduct, let plus = bytes.firstIndex(of: UInt8(ascii: "+")) {
            addOn = String(decoding: bytes[(plus + 1)...], as: UTF8.self)
            bytes = Array(bytes[..<plus])
            text = String(decoding: bytes, as: UTF8.self)
        }
        // A reader takes bytes for text where they are.
        text = text ?? String(validating: bytes, as: UTF8.self)
        return Payload.parse(
            SymbolContent(
                symbology: symbology, identifier: isGS1 ? Self.identifier(ofGS1: symbology) : nil, bytes: bytes,
                text: text, charset: text.map { _ in charset ?? "UTF-8" }, addOn: addOn))
    }

    /// The symbology identifier that says GS1 elements (ISO/IEC 15424).
    private static func identifier(ofGS1 symbology: Symbology) -> String? {
        switch symbology {
        case .gs1_128: "]C1"
        case .dataMatrix: "]d2"
        case .qrCode: "]Q3"
        case .aztec: "]z1"
        default: symbology.defaultIdentifier == "]e0" ? nil : "]C1"
        }
    }
}
