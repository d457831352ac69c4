import Services
import ArgumentParser
import Capture
import Files
import Config
import Decoding
import Formats
import Payloads

struct ReadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read", abstract: "Read the symbols in pictures.",
        usage: "quietzone read [<options>] <PATH> ...",
        discussion: """
            Prints one line per code. Line breaks in a code are marked (␊, ␍). With several pictures each line starts \
            with the path. Reads PNG, JPEG, PBM, PGM and PPM; with ffmpeg also WebP, GIF, BMP, TIFF and HEIF; with \
            poppler-utils also PDF. All pages of PDF and TIFF files are read. Folders are read recursively; hidden files are skipped.

              quietzone read photo.jpg
              quietzone read --json photos/ | jq -r .text
              quietzone read --json invoice.pdf | jq -r '"page \\(.page): \\(.text)"'
              quietzone explain "$(quietzone read contact.png)"
            """)

    @Flag(help: "Print a JSON object for each code, with its kind, bytes, corners and meaning.")
    var json = false

    @Option(help: ArgumentHelp("How hard to try: live, normal or thorough.", valueName: "EFFORT"))
    var effort = EffortName.normal

    @Flag(help: "Read videos and animated pictures frame by frame. Each code is reported once.")
    var allFrames = false

    @Flag(name: .shortAndLong, help: "Do not report pictures without a code.")
    var quiet = false

    @Flag(help: "Print line breaks as they are: one code may span several lines.")
    var multiline = false

    @Flag(
        name: [.customShort("0"), .customLong("null")],
        help: "End each code and each path with a NUL instead of a newline.")
    var null = false

    @Flag(name: .shortAndLong, help: "List the non-picture files in folders.")
    var verbose = false

    @OptionGroup var reading: ReadingOptions

    @Argument(
        help: ArgumentHelp("Pictures or folders, or - for standard input.", valueName: "PATH"),
        completion: .file())
    var paths: [String]

    func validate() throws {
        if null, json || multiline {
            throw ValidationError("use either --null or \(json ? "--json" : "--multiline")")
        }
    }

    func run() throws {
        var settings = Settings.load()
        reading.override(&settings)
        var pictureReading = PictureReading(
            options: ReaderOptions(settings), effort: effort.effort,
            sandbox: reading.confinement.sandbox(log: { _ in }, warn: { Output.complain($0) }), namesEmpty: !quiet)
        pictureReading.readsAllFrames = allFrames
        let pictures = PicturePaths(paths, namesEmptyFolders: !quiet, includesVideos: allFrames)
        let namesPictures = paths.count > 1 || paths.contains(where: Folder.isFolder)
        let (json, multiline, null) = (json, multiline, null)
        var outcome = pictureReading.read(pictures.paths) { read, path in
            let symbol = read.symbol
            if json {
                Output.line(fromSymbol: SymbolRecord(read, in: path).json.text)
            } else if null {
                Output.field(symbol.content, path: namesPictures ? path : nil)
                if symbol.content.bytes.contains(0) {
                    Output.complain("\(path.onOneMarkedLine): \(RecordEnd.markedNUL)")
                }
            } else {
                let content = symbol.content
                Output.symbol(content, path: namesPictures ? path : nil, keepsLineBreaks: multiline)
                if let part = content.part { Output.complain("\(path.onOneMarkedLine): \(part) of a longer message") }
            }
        }
        pictures.nameOthers(each: verbose, inAll: !quiet)
        outcome.hasFailed = outcome.hasFailed || pictures.hasFailed
        if outcome.hasFailed || (outcome.hasDamage && !outcome.hasFound) { throw ExitCode.trouble }
        if !outcome.hasFound { throw ExitCode.nothingRead }
    }
}

extension SymbolRecord {
    /// A symbol that was read in the file at `path`.
    init(_ read: PictureReading.Read, in path: String) {
        self.init(origin: .path(path), symbol: read.symbol)
        switch read.place {
        case .page(let number): part = .page(number)
        case .frame(let number): part = .frame(number)
        case nil: break
        }
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
