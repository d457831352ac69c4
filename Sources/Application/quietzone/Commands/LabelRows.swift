import Services
import ArgumentParser
import Encoding
import Files
import History
import Printing

/// What the labels are made of, as the command line says it.
struct LabelRows: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A numbered series, such as 'S-{0001…0250}' (or ..), the field {serial}.", valueName: "TEXT"))
    var series: String?

    @Option(help: ArgumentHelp("With --series: the step. Default: 1.", valueName: "N"))
    var step: Int?

    @Option(
        help: ArgumentHelp(
            "With --series: add a check character: \(CheckScheme.ofSeries.map(\.name).joined(separator: ", ")).",
            valueName: "NAME"))
    var seriesCheck: String?

    @OptionGroup var input: InputRows

    @Option(
        help: ArgumentHelp("Scans that match a query, as in `history list`; '' for all.", valueName: "QUERY"))
    var history: String?

    @Option(help: ArgumentHelp("Copies of each code.", valueName: "N"))
    var count = 1

    /// Whether rows say what codes say.
    private var hasRows: Bool { [series, input.csv, input.lines, history].contains { $0 != nil } }

    func validate() throws {
        if [series, input.csv, input.lines, history].compactMap({ $0 }).count > 1 {
            throw ValidationError("use only one of --series, --csv, --lines and --history")
        }
        if series == nil, step != nil || seriesCheck != nil {
            throw ValidationError("--step and --series-check go with --series")
        }
    }

    /// The rows, and what the code says of each: nil for what rows say themselves.
    ///
    /// - Parameter text: the command's argument: a template where there are rows, else what every code says.
    /// - Throws: `UserError`.
    func source(text: String?) throws -> (rows: LabelSource, code: FieldTemplate?) {
        guard hasRows else {
            guard let text else {
                throw UserError(
                    "nothing to print: give a text, - for standard input, --series, --csv, --lines or --history")
            }
            return (.one(SymbolSource(text == "-" ? try InputBytes.read("-") : text.fileNameBytes)), nil)
        }
        let code = try text.map { text throws(UserError) in try FieldTemplate(text) }
        if let series { return (.series(try LabelSeries(series, step: step ?? 1, check: seriesCheck)), code) }
        if let rows = try input.source() { return (rows, code) }
        return (try Self.scans(history ?? ""), code)
    }

    private static func scans(_ query: String) throws -> LabelSource {
        let selection = try QueryArguments.selection(query)
        let history = try HistoryStore.open(at: Paths.history, for: .reading)
        return .scans(selection, of: history)
    }
}
