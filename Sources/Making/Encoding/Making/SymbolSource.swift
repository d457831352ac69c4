/// What a symbol is made of.
package enum SymbolSource: Hashable, Codable, Sendable {
    /// Text, which a symbol of bytes holds as UTF-8, told by an ECI where it is not ASCII.
    case text(String)
    /// Bytes, held unchanged.
    case bytes([UInt8])

    /// The bytes to hold.
    package var bytes: [UInt8] {
        switch self {
        case .text(let text): Array(text.utf8)
        case .bytes(let bytes): bytes
        }
    }
}
