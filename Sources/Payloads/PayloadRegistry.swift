import Symbols

/// The parsers in the order in which they are asked; the first that recognises the content wins.
public struct PayloadRegistry: Sendable {
    /// Text longer than this (bytes of UTF-8) is not interpreted: no symbol holds as much, so only a
    /// joined or imported one can, and every parser may assume the bound.
    public static let maximumLength = 65_536

    private let parsers: [any PayloadParser.Type]

    init(_ parsers: [any PayloadParser.Type]) { self.parsers = parsers }

    /// All kinds. Exact prefixes come first; the web address is next to last because recognising bare
    /// domains is greedy and would hide others; text takes what is left.
    public static let standard = PayloadRegistry([
        WiFiPayload.self, VCardPayload.self, MeCardPayload.self,
        WebAddressPayload.self,
    ])

    /// The meaning of `content`; text or bytes where no parser knows it, a part where it is not the whole.
    public func parse(_ content: SymbolContent) -> Payload {
        // First: a part of an address is not an address.
        if let part = content.part { return PartPayload.payload(of: content, part: part) }
        guard let text = content.text else { return BytesPayload.payload(of: content) }
        let input = PayloadInput(content: content, text: text)
        guard let input else { return TextPayload.payload(of: content, text: text) }
        for parser in parsers {
            if let payload = parser.parse(input) { return payload }
        }
        return TextPayload.payload(of: content, text: text)
    }
}

/// Recognises one format. Linear in its input, and never traps: the input is untrusted.
protocol PayloadParser: Sendable {
    /// The meaning of `input`; nil when it is of another kind.
    static func parse(_ input: PayloadInput) -> Payload?
}

/// What parsers read: text of at most `PayloadRegistry.maximumLength` bytes.
struct PayloadInput: Sendable {
    /// The content that the text is of.
    let content: SymbolContent
    /// The text as UTF-8, without a byte order mark and white space at its beginning.
    let bytes: ArraySlice<UInt8>

    /// Nil when `text` is too long.
    init?(content: SymbolContent, text: String) {
        guard text.utf8.count <= PayloadRegistry.maximumLength else { return nil }
        self.content = content
        var bytes = ArraySlice(Array(text.utf8))
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        self.bytes = bytes.drop { ASCII.isSpace($0) }
    }
}
