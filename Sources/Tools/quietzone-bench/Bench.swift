import ArgumentParser
import Decoding
import Foundation
import Sandbox
import Symbols

/// The program behind `make bench`; `ARGS` selects the subcommand.
@main
struct Bench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quietzone-bench", abstract: "Measure how much is read, and how fast.",
        subcommands: [
            Steps.self, CaptureBench.self, GradingBench.self, CorpusCommand.self, FramesCommand.self, HandHeld.self,
            Sheet.self, Soak.self,
            Misreads.self, CharsetsCommand.self, PreviewQuality.self, MotionBench.self, Starting.self, KeysBench.self,
            HistoryBench.self, HistoryFilesBench.self, PayloadBench.self, MakingBench.self, TicketsCommand.self,
            ProductsBench.self, PlacesBench.self, PicturesBench.self, ScreenBench.self,
        ],
        defaultSubcommand: Steps.self)

    static func main() {
        // The children of `DecoderProcess` and `ConfinedParsing` are this program again.
        switch CommandLine.arguments.dropFirst().first {
        case DecoderChild.argument: DecoderChild.main()
        case PictureChild.argument: PictureChild.main()
        case MakingChild.argument: MakingChild.main()
        default: break
        }
        main(nil)
    }
}

struct CorpusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "corpus", abstract: "Pictures of known content by several readers in one run.")

    @Argument(help: "A folder with pictures and their manifest.tsv.")
    var folder: String

    @OptionGroup var comparison: ComparisonOptions

    func run() throws {
        let comparison = try Comparison(
            of: PictureSet(folder: folder),
            by: comparison.competitors(["normal", "thorough", "zbar", "zxing", "module"]))
        try comparison.run(csv: self.comparison.csv)
        comparison.printTotals()
        if self.comparison.looks { comparison.printLooks() }
        comparison.printTable(of: "family") { $0.expected.family }
    }
}

struct FramesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "frames", abstract: "Frames of a camera, each alone, by several readers in one run.",
        discussion: "Pictures are named SIZE-SYMBOLOGY-LEVEL-NUMBER.pgm.")

    @Argument(help: "A folder with frames and their manifest.tsv.")
    var folder: String

    @OptionGroup var comparison: ComparisonOptions

    func run() throws {
        let comparison = try Comparison(
            of: PictureSet(folder: folder), by: comparison.competitors(["live", "zxing", "module"]))
        try comparison.run(csv: self.comparison.csv)
        comparison.printTotals()
        if self.comparison.looks { comparison.printLooks() }
        for (place, title) in ["size", "symbology", "level"].enumerated() {
            comparison.printTable(of: title) { $0.nameParts[place] }
        }
    }
}

/// The options that select the readers of a comparison.
struct ComparisonOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Who reads: live, normal, thorough, zbar, zxing, module.", valueName: "NAME,…"))
    var readers: String?

    @Option(
        help: ArgumentHelp("What Quietzone's own readers look for; the others look for all.", valueName: "SYMBOLOGY,…"))
    var only: String?

    @Option(help: ArgumentHelp("Write path,reader,exact,wrong,milliseconds for each picture here.", valueName: "FILE"))
    var csv: String?

    @Flag(help: "Print what each kind of look of Quietzone's own readers took.")
    var looks = false

    /// The readers of `--readers`, by default those of `names`. A missing Python module is reported and left out.
    func competitors(_ names: [String]) throws -> [any Competitor] {
        var options = ReaderOptions()
        if let only {
            options.symbologies = try Set(
                only.split(separator: ",").map { name in
                    guard let symbology = Symbology(rawValue: String(name)) else {
                        throw BenchError("\(name) is no symbology: quietzone symbologies lists them")
                    }
                    return symbology
                })
        }
        return try Self.competitors(readers?.split(separator: ",").map(String.init) ?? names, options)
    }

    /// - Throws: `BenchError` for an unknown name, or when no reader is left.
    static func competitors(_ names: [String], _ options: ReaderOptions = .init()) throws -> [any Competitor] {
        var result: [any Competitor] = []
        for name in names {
            switch name {
            case "zbar": result.append(PlainZBar())
            case "zxing": result.append(PlainZXing())
            case "module":
                let python = ProcessInfo.processInfo.environment["PYTHON"] ?? "python3"
                do { result.append(try ZXingModule(python: python)) } catch { print("left out: \(error)") }
            default:
                guard let effort = Effort.named.first(where: { $0.name == name })?.effort else {
                    throw BenchError("\(name) is no reader: live, normal, thorough, zbar, zxing or module")
                }
                result.append(QuietzoneReader(name, effort: effort, options: options))
            }
        }
        guard !result.isEmpty else { throw BenchError("no reader is left to measure") }
        return result
    }
}

/// An error of the benchmark itself, described in one line.
struct BenchError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
