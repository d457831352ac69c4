import struct Foundation.Date

/// One appearance of a symbol in front of a source, as stored in the history.
package struct Scan: Hashable, Sendable {
    /// The width and height of a frame, in pixels.
    package struct FrameSize: Hashable, Codable, Sendable {
        package var width: Int
        package var height: Int

        package init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
    }

    /// The wall-clock time at which the symbol was accepted.
    package var time: Date
    /// How many seconds the local time was ahead of UTC then; nil if that is not known.
    package var utcOffset: Int?
    /// A camera's stable name, a picture's path, `demo`, or `-` for standard input.
    package var source: String
    /// The symbol, with its corners at the time it appeared.
    package var symbol: Symbol
    /// The frame that the corners are in; nil if that is not known.
    package var frame: FrameSize?

    package init(time: Date, utcOffset: Int? = nil, source: String, symbol: Symbol, frame: FrameSize? = nil) {
        self.time = time
        self.utcOffset = utcOffset
        self.source = source
        self.symbol = symbol
        self.frame = frame
    }
}
