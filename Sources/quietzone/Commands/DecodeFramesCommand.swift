import ArgumentParser
import Decoding
import Sandbox

/// What the program starts itself as to read frames; not for users.
struct DecodeFramesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: DecoderChild.argument, abstract: "Read frames for another process.", shouldDisplay: false)

    func run() { DecoderChild.main() }
}

/// Where frames are read: by default in a child process that may die of them.
struct DecoderOptions: ParsableArguments {
    @Flag(help: "Decode in this process instead of a confined child: for debugging.")
    var inProcess = false

    /// Makes a reader for the thread that calls it; `log` takes a line for each child that had to be replaced.
    func makeReader(
        log: @escaping @Sendable (String) -> Void
    ) -> @Sendable (ReaderOptions) -> any FrameReader {
        guard !inProcess else { return { SymbolReader(options: $0) } }
        return { options in
            do throws(FrameLoss) {
                return try DecoderProcess(options: options, log: log)
            } catch {
                log("decoding in this process: \(error.description)")
                return SymbolReader(options: options)
            }
        }
    }
}
