import ArgumentParser
import Capture
import Decoding
import Frames
import Payloads
import Symbols
import Synchronization

/// `quietzone read`: symbols in pictures, without a screen.
struct ReadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read", abstract: "Read the symbols in pictures.",
        discussion: """
            Prints what each symbol says, a line each; before it the picture's path where several are given. \
            Pictures are PNG, JPEG, PBM, PGM and PPM, known by their content.
            """)

    @Flag(help: "Print a JSON object for each symbol, with symbology, bytes, corners and meaning.")
    var json = false

    @OptionGroup var decoder: DecoderOptions

    @Argument(help: ArgumentHelp("Pictures; - is standard input.", valueName: "PATH"))
    var paths: [String]

    func run() throws {
        let pool = FramePool(slots: 2)
        // The source on standard input delivers on this thread too; the lock is what its signature asks for.
        let makeReader = decoder.makeReader { _ in }
        let reader = Mutex(makeReader(ReaderOptions()))
        let lost = Atomic(false)
        let found = Atomic(false)
        var failed = false
        for path in paths {
            let read: @Sendable (Frame) -> Void = { frame in
                do throws(FrameLoss) {
                    let symbols = try reader.withLock { (reader) throws(FrameLoss) in
                        try reader.read(frame, region: nil, effort: .normal).symbols
                    }
                    for symbol in symbols.inReadingOrder {
                        found.store(true, ordering: .relaxed)
                        show(symbol, path: path)
                    }
                } catch {
                    Output.complain("\(path): not read: \(error.description)")
                    lost.store(true, ordering: .relaxed)
                }
            }
            do {
                if path == "-" {
                    let output = FrameOutput(pool: pool, deliver: read, report: { _ in })
                    try StreamSource(pacing: .complete).run(output, until: Doorbell())
                } else {
                    read(try PictureFile.load(path: path, into: pool))
                }
            } catch {
                Output.complain(error.description)
                failed = true
            }
        }
        if failed || lost.load(ordering: .relaxed) { throw ExitCode.trouble }
        if !found.load(ordering: .relaxed) { throw ExitCode.nothingRead }
    }

    private func show(_ symbol: Symbol, path: String) {
        if json {
            Output.line(SymbolRecord(origin: .path(path), symbol: symbol).json.text)
        } else {
            let content = symbol.content
            Output.line(exact: content.bytes, text: content.text, prefix: paths.count > 1 ? "\(path): " : "")
        }
    }
}

extension [Symbol] {
    /// From top to bottom, then from left to right, so that the same picture always prints the same lines.
    var inReadingOrder: [Symbol] {
        sorted { a, b in
            let (p, q) = (a.corners.center, b.corners.center)
            return p.y.rounded() == q.y.rounded() ? p.x < q.x : p.y < q.y
        }
    }
}
