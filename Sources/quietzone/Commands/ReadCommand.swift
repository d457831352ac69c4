import App
import ArgumentParser
import Config
import Decoding
import Files
import Payloads

/// `quietzone read`: symbols in pictures, without a screen.
struct ReadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read", abstract: "Read the symbols in pictures.",
        discussion: """
            Prints what each symbol says, a line each; before it the picture's path where several are given. \
            Pictures are PNG, JPEG, PBM, PGM and PPM, known by their content; one that is cut short is read as far as it \
            goes. Several are read at once, and printed in \
            the order given.
            """)

    @Flag(help: "Print a JSON object for each symbol, with symbology, bytes, corners and meaning.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "How long to look: live (as at a camera's frame), normal, or thorough (everything).", valueName: "EFFORT"))
    var effort = EffortName.normal

    @OptionGroup var reading: ReadingOptions

    @OptionGroup var confinement: SandboxOptions

    @Argument(help: ArgumentHelp("Pictures; - is standard input.", valueName: "PATH"))
    var paths: [String]

    func run() throws {
        var settings = try Settings.load()
        self.reading.override(&settings)
        let reading = PictureReading(
            options: ReaderOptions(settings), effort: effort.effort,
            sandbox: confinement.sandbox(log: { _ in }, warn: { Output.complain($0) }))
        let namesPictures = paths.count > 1
        let json = json
        let outcome = reading.read(paths) { symbol, path in
            if json {
                Output.line(fromSymbol: SymbolRecord(origin: .path(path), symbol: symbol).json.text)
            } else {
                let content = symbol.content
                Output.line(exact: content.bytes, text: content.text, prefix: namesPictures ? "\(path): " : "")
                if let part = content.part { Output.complain("\(path.withVisibleBytes): \(part) of a longer message") }
            }
        }
        if outcome.hasFailed || (outcome.hasDamage && !outcome.hasFound) { throw ExitCode.trouble }
        if !outcome.hasFound { throw ExitCode.nothingRead }
    }
}

/// The efforts by the names that the command line knows them by.
enum EffortName: String, ExpressibleByArgument, CaseIterable {
    case live
    case normal
    case thorough

    var effort: Effort {
        switch self {
        case .live: .live(budget: .milliseconds(30))
        case .normal: .normal
        case .thorough: .thorough
        }
    }
}
