import struct Foundation.Date

/// One appearance of a symbol before a source: what the history keeps.
public struct Scan: Hashable, Sendable {
    /// When it appeared.
    public var time: Date
    /// Where it was seen: a camera's stable name, a picture's path, `demo` or `-`.
    public var source: String
    /// The symbol, with its corners when it appeared.
    public var symbol: Symbol

    /// A scan of `symbol` at `time` from `source`.
    public init(time: Date, source: String, symbol: Symbol) {
        self.time = time
        self.source = source
        self.symbol = symbol
    }
}
