/// What a symbol is made of.
package enum SymbolSource: Hashable, Codable, Sendable {
    /// Text, which a symbol of bytes holds as UTF-8, told by an ECI where it is not ASCII.
    case text(String)
    case bytes([UInt8])

    /// `text`, or `bytes` where that is nil.
    package init(text: String?, bytes: [UInt8]) { self = text.map(Self.text) ?? .bytes(bytes) }

    /// Text where `bytes` are UTF-8, so that readers are told its charset.
    package init(_ bytes: [UInt8]) { self.init(text: String(validating: bytes, as: UTF8.self), bytes: bytes) }

    /// The bytes to hold.
    package var bytes: [UInt8] {
        switch self {
        case .text(let text): Array(text.utf8)
        case .bytes(let bytes): bytes
        }
    }
}
