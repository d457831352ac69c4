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
            StepsCommand.self, CaptureCommand.self, CorpusCommand.self, FramesCommand.self, HeldCommand.self,
            SheetCommand.self, SoakCommand.self, MisreadsCommand.self, CharsetsCommand.self, PreviewQualityCommand.self,
            MotionCommand.self, StartingCommand.self, HistoryBenchCommand.self, HistoryFilesCommand.self,
            PayloadsCommand.self, MakingCommand.self, TicketsCommand.self,
        ],
        defaultSubcommand: StepsCommand.self)

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

/// The default of `make bench`.
struct StepsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "steps", abstract: "Milliseconds for each step from a frame to its symbols (the default).")

    @Argument(help: "Number of frames for each step.")
    var rounds = 60

    func run() throws {
        try Steps(rounds: max(1, rounds)).run()
        try CaptureBench(frames: max(60, rounds)).run()
    }
}

struct CaptureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "capture", abstract: "A camera's way to luma beside libturbojpeg alone, and how late frames are.")

    @Argument(help: "How many frames.")
    var frames = 300

    func run() throws { try CaptureBench(frames: max(1, frames)).run() }
}

struct SoakCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "soak", abstract: "Memory held while many frames are read in a child process.")

    @Argument(help: "How many frames.")
    var frames = 50_000

    func run() throws { try Soak(frames: max(1, frames)).run() }
}

struct MisreadsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "misreads", abstract: "Misreads in pictures without a symbol.")

    @Argument(help: "How many pictures.")
    var pictures = 10_000

    @Option(help: ArgumentHelp("Which efforts: live, normal, thorough.", valueName: "NAME,…"))
    var efforts = "live,normal,thorough"

    @Option(help: "The number of the first picture.")
    var first = 0

    func run() throws {
        let known: [(String, Effort)] = [
            ("live", .live(budget: .milliseconds(30))), ("normal", .normal), ("thorough", .thorough),
        ]
        let wanted = efforts.split(separator: ",").map(String.init)
        guard wanted.allSatisfy({ name in known.contains { $0.0 == name } }) else {
            throw ValidationError("--efforts takes live, normal and thorough")
        }
        try Misreads(
            pictures: max(1, pictures), efforts: known.filter { wanted.contains($0.0) }, first: max(0, first)
        ).run()
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
        for (place, title) in ["size", "symbology", "level"].enumerated() {
            comparison.printTable(of: title) { $0.nameParts[place] }
        }
    }
}

struct HeldCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "held", abstract: "Symbols held before a camera by an unsteady hand, read live.")

    @Argument(help: "A folder with frames and their manifest.tsv.")
    var folder: String

    @Option(help: "Which tremor and noise.")
    var seed: UInt64 = 1

    func run() throws { try HandHeld(set: PictureSet(folder: folder), seed: seed).run() }
}

struct SheetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sheet", abstract: "Sheets of 1 to 336 symbols, read once and held for half a second.")

    @Option(help: ArgumentHelp("Of which symbologies; of all of them in turns, too.", valueName: "SYMBOLOGY,…"))
    var of = "qr-code,data-matrix,code-128"

    @Option(help: ArgumentHelp("How many symbols a sheet.", valueName: "COUNT,…"))
    var counts = "1,20,48,108,180,336"

    @Flag(help: "As a camera sees the sheet: tilted, from a side, a little out of focus, with noise.")
    var camera = false

    @Option(help: "Degrees that the sheet is turned by.")
    var tilt: Double?

    @Option(help: "Which numbers and which noise.")
    var seed: UInt64 = 1

    @Option(help: ArgumentHelp("Who reads beside: zbar, zxing, module, or none.", valueName: "NAME,…"))
    var readers = "zbar,module"

    func run() throws {
        let symbologies = of.split(separator: ",").compactMap { Symbology(rawValue: String($0)) }
        let numbers = counts.split(separator: ",").compactMap { Int($0) }.filter { (1...1000).contains($0) }
        guard !symbologies.isEmpty, !numbers.isEmpty else {
            throw BenchError("symbologies and counts up to 1000 are wanted: quietzone symbologies lists the names")
        }
        var pose = camera ? SheetScene.Pose.camera : .flat
        if let tilt { pose.tilt = tilt }
        try Sheet(
            symbologies: symbologies, counts: numbers, pose: pose, seed: seed,
            others: readers == "none"
                ? [] : ComparisonOptions.competitors(readers.split(separator: ",").map(String.init))
        ).run()
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
            case "live":
                result.append(QuietzoneReader(name, effort: .live(budget: .milliseconds(30)), options: options))
            case "normal": result.append(QuietzoneReader(name, effort: .normal, options: options))
            case "thorough": result.append(QuietzoneReader(name, effort: .thorough, options: options))
            case "zbar": result.append(PlainZBar())
            case "zxing": result.append(PlainZXing())
            case "module":
                let python = ProcessInfo.processInfo.environment["PYTHON"] ?? "python3"
                do { result.append(try ZXingModule(python: python)) } catch { print("left out: \(error)") }
            default: throw BenchError("\(name) is no reader: live, normal, thorough, zbar, zxing or module")
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
