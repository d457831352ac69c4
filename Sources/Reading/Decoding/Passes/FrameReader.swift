import Frames

/// Reads the symbols in frames: a `SymbolReader` in this process, or a process that may crash.
///
/// Not shared between threads: each thread that reads has a reader of its own.
package protocol FrameReader: AnyObject {
    /// Reads `frame`; as `SymbolReader.read(_:region:effort:)`.
    ///
    /// - Throws: `FrameError` when the reader crashed, or there is none now. The next frame
    ///   can be tried at once.
    func read(_ frame: Frame, region: PixelRect?, effort: Effort) throws(FrameError) -> ReadResult

    /// From now on a read ends early, as one that had no reader, when `bell` rings. A read that is bounded by itself
    /// need not.
    func endEarly(at bell: Doorbell)

    /// A reader of the same options that remembers nothing of the frames before: another one, or this one from now on. Only
    /// what is returned is used afterwards.
    func forgetting() -> any FrameReader
}

extension SymbolReader: FrameReader {
    /// Does nothing: an engine at work cannot be interrupted.
    package func endEarly(at bell: Doorbell) {}

    /// A new reader of the same options.
    package func forgetting() -> any FrameReader { SymbolReader(options: options) }
}

/// One frame that was not read, and why.
package struct FrameError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kept it from being read.
    package enum Cause: Hashable, Sendable {
        /// The decoder died of it.
        case died
        /// The decoder took too long and was ended.
        case hung
        /// The decoder answered what no decoder answers, and was ended.
        case garbled
        /// The decoder died of the very same frame before.
        case known
        /// There is no decoder right now.
        case unavailable
    }

    /// What kept it from being read.
    package let cause: Cause
    /// One line for a log; it holds no content of a symbol.
    package let description: String

    /// A loss for `cause`, described in one line.
    package init(_ cause: Cause, _ description: String) {
        (self.cause, self.description) = (cause, description)
    }
}
