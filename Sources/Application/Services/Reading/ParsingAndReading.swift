import Capture
import Decoding
import Encoding
import Frames
import Sandbox

/// Who looks at what comes from strangers, and who makes codes.
package struct ParsingAndReading: Sendable {
    /// Turns their bytes into pictures.
    package var parsing: any PictureParsing
    /// Makes a reader of frames for the thread that calls it.
    package var makeReader: @Sendable (ReaderOptions) -> any FrameReader
    package var encoder: SymbolEncoder

    /// Makes them; `log` and `warn` as for `confined`.
    package typealias Factory = (
        _ log: @escaping @Sendable (String) -> Void, _ warn: @escaping @Sendable (String) -> Void
    ) -> ParsingAndReading

    /// In this process: for debugging.
    package static var inProcess: ParsingAndReading {
        ParsingAndReading(
            parsing: DirectParsing(), makeReader: { SymbolReader(options: $0) },
            encoder: SymbolEncoder(elements: GS1ElementReader()))
    }

    /// In child processes that may die of them, and have no rights.
    ///
    /// - Parameters:
    ///   - isRequired: whether nothing is read where the system cannot confine the children.
    ///   - log: takes a line for each child that had to be replaced.
    ///   - warn: takes the line that says that children are not confined.
    package static func confined(
        isRequired: Bool, log: @escaping @Sendable (String) -> Void, warn: @escaping @Sendable (String) -> Void
    ) -> ParsingAndReading {
        let policy = ConfinementPolicy(isRequired: isRequired, warn: warn)
        return ParsingAndReading(
            parsing: ConfinedParsing(policy: policy, log: log),
            makeReader: { options in
                do throws(FrameError) {
                    return try DecoderProcess(options: options, policy: policy, log: log)
                } catch {
                    if policy.isRequired { return NoReader(error) }
                    policy.warnOnce("frames are decoded", error.description)
                    return SymbolReader(options: options)
                }
            }, encoder: SymbolEncoder(confined: ZintProcess(policy: policy, log: log), elements: GS1ElementReader()))
    }
}

/// A reader where none may be had.
private final class NoReader: FrameReader {
    private let loss: FrameError

    init(_ loss: FrameError) { self.loss = loss }

    func read(_ frame: Frame, region: PixelRect?, effort: Effort) throws(FrameError) -> ReadResult { throw loss }
    func endEarly(at bell: Doorbell) {}
    func forgetting() -> any FrameReader { self }
}
