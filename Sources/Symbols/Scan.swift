import struct Foundation.Date

/// One appearance of a symbol in front of a source, as stored in the history.
public struct Scan: Hashable, Sendable {
    /// The wall-clock time at which the symbol was accepted.
    public var time: Date
    /// A camera's stable name, a picture's path, `demo`, or `-` for standard input.
    public var source: String
    /// The symbol, with its corners at the time it appeared.
    public var symbol: Symbol

    /// - Parameter source: see the property of that name.
    public init(time: Date, source: String, symbol: Symbol) {
        self.time = time
        self.source = source
        self.symbol = symbol
    }
}
