/// A decoded symbol at a place in one frame.
public struct Symbol: Hashable, Codable, Sendable {
    /// What it says.
    public var content: SymbolContent
    /// Where it is, in frame pixels.
    public var corners: Quadrilateral

    /// A symbol that says `content`, at `corners`.
    public init(content: SymbolContent, corners: Quadrilateral) {
        self.content = content
        self.corners = corners
    }
}

/// What a symbol says, wherever it is.
public struct SymbolContent: Hashable, Codable, Sendable {
    /// The kind of barcode.
    public var symbology: Symbology
    /// The AIM symbology identifier, for example `]Q1` (ISO/IEC 15424).
    public var identifier: String
    /// The exact bytes, with FNC1 separators as GS (0x1D).
    public var bytes: [UInt8]
    /// The bytes as text; nil when they are no text in any charset considered.
    public var text: String?
    /// The IANA name of the charset that made `text`, for example `UTF-8`; nil without text.
    public var charset: String?
    /// The two or five digits of the add-on beside an EAN or UPC symbol; nil without one. `bytes` and `text` are
    /// those of the main symbol.
    public var addOn: String?
    /// Which part of a longer message this is; nil for a whole one.
    public var part: SequencePart?

    /// Content of a symbol; `identifier` defaults to the symbology's own.
    public init(
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

    /// Content of plain UTF-8 `text`.
    public init(symbology: Symbology, text: String) {
        self.init(symbology: symbology, bytes: Array(text.utf8), text: text, charset: "UTF-8")
    }

    /// Whether both are the same symbology (stacked or not), bytes and part, however the text was read and
    /// whether the add-on was.
    public func isSame(as other: SymbolContent) -> Bool {
        symbology.unstacked == other.symbology.unstacked && bytes == other.bytes && part == other.part
    }
}
