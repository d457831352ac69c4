/// A decoded symbol at a place in one frame.
package struct Symbol: Hashable, Codable, Sendable {
    /// Symbology, bytes and text, which stay the same from frame to frame.
    package var content: SymbolContent
    /// In frame pixels.
    package var corners: Quadrilateral

    package init(content: SymbolContent, corners: Quadrilateral) {
        (self.content, self.corners) = (content, corners)
    }
}

/// The decoded content of a symbol, independent of its position.
package struct SymbolContent: Hashable, Codable, Sendable {
    /// The symbology as read; a reader may report a stacked one without its layout (`Symbology.unstacked`).
    package var symbology: Symbology
    /// The AIM symbology identifier, for example `]Q1` (ISO/IEC 15424).
    package var identifier: String
    /// The decoded bytes, with FNC1 separators as GS (0x1D).
    package var bytes: [UInt8]
    /// The bytes as text; nil when they are not valid text in any charset considered.
    package var text: String?
    /// The IANA name of the charset that `text` was decoded with, for example `UTF-8`; nil without text.
    package var charset: String?
    /// The two or five digits of the add-on beside an EAN or UPC symbol; nil without one. `bytes` and `text` are
    /// those of the main symbol.
    package var addOn: String?
    /// The position in a structured append sequence; nil for a complete message.
    package var part: SequencePart?

    /// - Parameter identifier: `symbology.defaultIdentifier` by default.
    package init(
        symbology: Symbology, identifier: String? = nil, bytes: [UInt8], text: String?, charset: String?,
        addOn: String? = nil, part: SequencePart? = nil
    ) {
        self.symbology = symbology
        self.identifier = identifier ?? symbology.defaultIdentifier
        self.bytes = bytes
        self.text = text
        self.charset = charset
        self.addOn = addOn
        self.part = part
    }

    /// Creates content from `text`, encoded as UTF-8.
    package init(symbology: Symbology, text: String) {
        self.init(symbology: symbology, bytes: Array(text.utf8), text: text, charset: "UTF-8")
    }

    /// Whether symbology (stacked or not), bytes and part are equal; charset, text and add-on may differ.
    package func isSame(as other: SymbolContent) -> Bool {
        symbology.unstacked == other.symbology.unstacked && bytes == other.bytes && part == other.part
    }
}
