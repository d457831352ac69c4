import ArgumentParser
import Capture
import Decoding
import Frames
import Sandbox

/// Where pictures are parsed and read: by default in child processes that may die of them, and have no rights.
struct SandboxOptions: ParsableArguments {
    @Flag(help: "Parse and decode in this process instead of confined children: for debugging.")
    var inProcess = false

    @Flag(help: "Read nothing where the system cannot confine the children that parse and decode.")
    var requireSandbox = false

    func validate() throws {
        if inProcess && requireSandbox {
            throw ValidationError("--in-process confines nothing, which --require-sandbox asks for: leave one out")
        }
    }

    /// What makes parsers and readers; `log` takes a line for each child that had to be replaced, `warn` the one that says
    /// that children are not confined.
    func sandbox(
        log: @escaping @Sendable (String) -> Void, warn: @escaping @Sendable (String) -> Void
    ) -> ParsingAndReading {
        guard !inProcess else {
            return ParsingAndReading(parsing: DirectParsing()) { SymbolReader(options: $0) }
        }
        let policy = ConfinementPolicy(isRequired: requireSandbox, warn: warn)
        return ParsingAndReading(parsing: ConfinedParsing(policy: policy, log: log)) { options in
            do throws(FrameLoss) {
                return try DecoderProcess(options: options, policy: policy, log: log)
            } catch {
                if policy.isRequired { return NoReader(error) }
                policy.warnOnce("frames are decoded", error.description)
                return SymbolReader(options: options)
            }
        }
    }
}

/// Who looks at what comes from strangers.
struct ParsingAndReading: Sendable {
    /// Turns their bytes into pictures.
    var parsing: any PictureParsing
    /// Makes a reader of frames for the thread that calls it.
    var makeReader: @Sendable (ReaderOptions) -> any FrameReader
}

/// A reader where none may be had.
private final class NoReader: FrameReader {
    private let loss: FrameLoss

    init(_ loss: FrameLoss) { self.loss = loss }

    func read(_ frame: Frame, region: PixelRect?, effort: Effort) throws(FrameLoss) -> ReadResult { throw loss }
    func endEarly(at bell: Doorbell) {}
    func forgetting() -> any FrameReader { self }
}
