import Services
import ArgumentParser
import Collections
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

    @Option(
        help: ArgumentHelp(
            "Items of a collection; their fields are code, quantity, name, price, place and others.",
            valueName: "NAME"))
    var collection: String?

    @Option(
        help: ArgumentHelp("Copies of each code: a number, or a field of the rows such as '{qty}'.", valueName: "N"))
    var count = "1"

    /// - Throws: `UserError` for what is no count.
    var labelCount: LabelCount { get throws { try LabelCount(count) } }

    private var sources: [String] { [series, input.csv, input.lines, history, collection].compactMap { $0 } }

    func validate() throws {
        if sources.count > 1 {
            throw ValidationError("use only one of --series, --csv, --lines, --history and --collection")
        }
        if series == nil, step != nil || seriesCheck != nil {
            throw ValidationError("--step and --series-check require --series")
        }
    }

    /// The rows, and what the code says of each: nil for what rows say themselves.
    ///
    /// - Parameter text: the command's argument: a template where there are rows, else what every code says.
    /// - Throws: `UserError`.
    func source(text: String?) throws -> (rows: LabelSource, code: FieldTemplate?) {
        guard !sources.isEmpty else {
            guard let text else {
                throw UserError(
                    "nothing to print: use a text, - for standard input, --series, --csv, --lines, --history or --collection"
                )
            }
            return (.one(SymbolSource(text == "-" ? try InputBytes.read("-") : text.fileNameBytes)), nil)
        }
        let code = try text.map { text throws(UserError) in try FieldTemplate(text) }
        if let series { return (.series(try LabelSeries(series, step: step ?? 1, check: seriesCheck)), code) }
        if let rows = try input.source() { return (rows, code) }
        if let collection {
            let store = try CollectionStore(Paths.collections, for: .reading)
            return (try .collection(collection, in: store, named: ItemNaming.named), code)
        }
        return (try Self.scans(history ?? ""), code)
    }

    private static func scans(_ query: String) throws -> LabelSource {
        let selection = try QueryArguments.selection(query)
        let history = try HistoryStore.open(at: Paths.history, for: .reading)
        return .scans(selection, of: history)
    }
}
