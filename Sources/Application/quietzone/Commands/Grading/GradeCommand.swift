import ArgumentParser
import Config
import Decoding
import Formats
import Grading
import Services
import Symbols
import Synchronization

/// `quietzone grade`: the print quality of codes in pictures.
struct GradeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grade", abstract: "Estimate the print quality of codes in pictures.",
        discussion: """
            Grades linear codes by ISO/IEC 15416, and QR Code, Micro QR Code, rMQR Code, Data Matrix, Aztec and PDF417 by ISO/IEC \
            15415: from A (4.0, the best) to F (0.0). These are estimates: a camera is not a calibrated verifier. Fill a good part \
            of the picture with the code, hold the camera straight above it and light it evenly. For one code, prints each \
            parameter and how to improve it; for several, one line each. With --source the grade is the mean of \
            \(SourceGrading.framesOfCode) frames.

              quietzone grade label.png
              quietzone grade --at-least B labels/
              quietzone grade --source /dev/video0

            Exit status: 0 all codes are good enough, 1 a code is below the required grade or cannot be graded, or none was found, 2 an \
            error occurred.
            """)

    @Flag(help: "Print a JSON object for each code.")
    var json = false

    @Option(help: ArgumentHelp("Exit with 1 if a code is below this grade: A, B, C or D.", valueName: "GRADE"))
    var atLeast: Grade.Letter?

    @Option(
        help: ArgumentHelp(
            "The width of a module (the narrowest bar) in millimetres: widths are then printed in millimetres too.",
            valueName: "MM"))
    var module: Double?

    @Option(
        help: ArgumentHelp(
            "How pixel values relate to light: 1 for scanners and industrial cameras, 2.2 for phone photos and webcams.",
            valueName: "GAMMA"))
    var gamma = 1.0

    @Flag(help: "Print all parameters, even of several codes.")
    var details = false

    @Flag(name: .shortAndLong, help: "List the non-picture files in folders.")
    var verbose = false

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Write a report to a file: .html or .pdf with pictures, .txt or .json.", valueName: "FILE"),
        completion: .file())
    var report: String?

    @Option(
        help: ArgumentHelp(
            "Grade codes from a camera or another source, as in `quietzone watch --source`.", valueName: "SPEC"),
        completion: .file())
    var source: String?

    @Option(help: ArgumentHelp(WatchCommand.formatHelp, valueName: "FORMAT"), completion: .list(WatchCommand.formats))
    var format: String?

    @Option(help: ArgumentHelp("With --source: stop after this many seconds.", valueName: "S"))
    var timeout = 10.0

    @OptionGroup var overwriting: OverwritingOption

    @OptionGroup var reading: ReadingOptions

    @Argument(
        help: ArgumentHelp("Pictures or folders, or - for standard input.", valueName: "PATH"),
        completion: .file())
    var paths: [String] = []

    /// The maximum number of codes that a report has pictures of: they are kept in memory until it is written.
    private static let maximumPictures = 500

    func validate() throws {
        guard paths.isEmpty != (source == nil) else {
            throw ValidationError(
                paths.isEmpty ? "name a picture, or a camera with --source" : "use either pictures or --source")
        }
        guard format == nil || source != nil else { throw ValidationError("--format requires --source") }
        guard 0.1...86_400 ~= timeout else { throw ValidationError("--timeout must be 0.1 to 86400 seconds") }
        guard 0.2...5 ~= gamma else { throw ValidationError("--gamma must be 0.2 to 5") }
        guard module.map({ 0.01...100 ~= $0 }) ?? true else {
            throw ValidationError("--module must be 0.01 to 100 millimetres")
        }
        if let report, GradeReport.Format(ofFile: report) == nil {
            throw ValidationError("--report FILE must end with .html, .pdf, .txt or .json")
        }
        guard atLeast != .f else { throw ValidationError("--at-least is A, B, C or D: every code is at least F") }
    }

    func run() throws {
        var settings = Settings.load()
        reading.override(&settings)
        let sandbox = reading.confinement.sandbox(log: { _ in }, warn: { Output.complain($0) })
        if let source {
            let codes = try SourceGrading(settings: settings, sandbox: sandbox, gamma: gamma).grade(
                source: source, format: format, timeout: .seconds(timeout), cutsOutPictures: showsPictures)
            if json { for code in codes { Output.line(fromSymbol: code.json(millimetres: module).text) } }
            try finish(codes, hasTrouble: false)
        } else {
            try gradePictures(settings, sandbox)
        }
    }

    /// Whether the report has pictures of codes.
    private var showsPictures: Bool { report.flatMap { GradeReport.Format(ofFile: $0) }?.showsPictures == true }

    private func gradePictures(_ settings: Settings, _ sandbox: ParsingAndReading) throws {
        var pictureReading = PictureReading(
            options: ReaderOptions(settings), effort: .normal, sandbox: sandbox, namesEmpty: true, gradingGamma: gamma)
        pictureReading.cutsOutPictures = showsPictures
        let pictures = PicturePaths(paths, namesEmptyFolders: true)
        let graded = Mutex<[GradedCode]>([])
        let (json, millimetres) = (json, module)
        let outcome = pictureReading.read(pictures.paths) { read, path in
            let code = graded.withLock { codes in
                let code = GradedCode(read, path: path, keepsPicture: codes.count < Self.maximumPictures)
                codes.append(code)
                return code
            }
            if json { Output.line(fromSymbol: code.json(millimetres: millimetres).text) }
        }
        pictures.nameOthers(each: verbose)
        try finish(
            graded.withLock(\.self),
            hasTrouble: outcome.hasFailed || pictures.hasFailed || (outcome.hasDamage && !outcome.hasFound))
    }

    /// Shows or writes what was graded.
    ///
    /// - Throws: the exit status that says what came of it.
    private func finish(_ codes: [GradedCode], hasTrouble: Bool) throws {
        if let report, let format = GradeReport.Format(ofFile: report) {
            try overwriting.write(GradeReport.bytes(codes, as: format, millimetres: module), to: report)
        } else if !json {
            show(codes)
        }
        if hasTrouble { throw ExitCode.trouble }
        if codes.isEmpty, source != nil { Output.complain("no code was found") }
        if codes.isEmpty || codes.contains(where: { $0.isBelow(atLeast) }) { throw ExitCode.nothingRead }
    }

    private func show(_ codes: [GradedCode]) {
        guard codes.count > 1, !details else {
            for code in codes { code.lines(millimetres: module).forEach { Output.line(fromSymbol: $0) } }
            return
        }
        guard Output.isTerminal else {
            for code in codes { Output.row(fromSymbol: code.cells) }
            return
        }
        var table = TerminalTable(titles: ["Grade", "Value", "Lowest", "Symbology", "Picture", "Text"])
        for code in codes { table.append(code.cells) }
        table.finish()
    }
}

extension Grade.Letter: ExpressibleByArgument {
    /// - Parameter argument: a letter, upper or lower case.
    public init?(argument: String) { self.init(rawValue: argument.uppercased()) }

    /// What can be asked for: everything is at least F.
    public static var allValueStrings: [String] { allCases.filter { $0 != .f }.map(\.rawValue) }
}
