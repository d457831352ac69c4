import ArgumentParser
import Collections
import Files
import Formats
import History
import Services

struct CollectionShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show its items, all or those that match.",
        discussion: """
            WORDS must all be found; place:shelf finds items whose place contains it. Without a terminal each line has code, \
            quantity, best-before date and name, with tabs between them.

              quietzone collection show Records drake year:1972
              quietzone collection show pantry --within 7

            Exit status: 0 items were shown, 1 no items were shown, 2 an error occurred.
            """)

    @OptionGroup var collection: CollectionArgument

    @Argument(help: ArgumentHelp("Words to find, and field:text.", valueName: "WORDS"))
    var words: [String] = []

    @Flag(help: "List items with dates, soonest first.")
    var expiring = false

    @Option(help: ArgumentHelp("List items that expire within this many days.", valueName: "DAYS"))
    var within: Int?

    @Option(help: ArgumentHelp("Sort by these fields, without headings.", valueName: "FIELDS"))
    var sort: String?

    @Flag(help: "Print a JSON object for each item.")
    var json = false

    @Flag(help: "Print CSV.")
    var csv = false

    func validate() throws {
        if json, csv { throw ValidationError("use either --json or --csv") }
        if let within, !(0...100_000 ~= within) { throw ValidationError("--within must be a number of days") }
    }

    func run() throws {
        let store = try collection.readStore
        var shown = try store.collection(collection.name)
        let hasOrder = expiring || within != nil
        if hasOrder { (shown.sections, shown.order) = ([], ["best-before"]) }
        if let sort { (shown.sections, shown.order) = ([], try ItemField.list(sort)) }
        let all = ItemNaming.named(try store.items(of: shown.name))
        let fields = shown.fields + Set(all.flatMap(\.values.keys))
        let selection = ItemSelection(words, fields: fields, hasDate: hasOrder, expiringWithin: within)
        let today = CivilDate.today
        let found = all.filter { selection.holds(for: $0, today: today) }
        let items = ItemOrder(shown.sections + shown.order).sorted(found)
        if json {
            for item in items { Output.line(fromSymbol: item.json.text) }
        } else if csv {
            CollectionText.print(ItemForm.csv.rows(for: items, of: shown))
        } else if Output.isTerminal {
            Self.table(items, of: shown, today)
        } else {
            for item in items {
                Output.row(fromSymbol: [
                    item.code, String(item.quantity), item.bestBefore?.description ?? "", item.title,
                ])
            }
        }
        if items.isEmpty { throw ExitCode.nothingRead }
    }

    /// Columns of the template and of one's own, under headings for sections. An expired date is marked.
    private static func table(_ items: [Item], of collection: ItemCollection, _ today: CivilDate) {
        let columns = collection.columns
        var table = TerminalTable(
            titles: ["Qty"] + columns.map(collection.template.title) + ["Code"], numbers: [0])
        var last: [String]?
        for item in items {
            let heading = collection.sections.map { item[$0] ?? "no \(collection.template.title(of: $0).lowercased())" }
            if heading != last, !heading.isEmpty {
                if last != nil { table.appendHeading("") }
                table.appendHeading(heading.joined(separator: " › "))
            }
            last = heading
            let cells = columns.map { column in
                let text = item[column] ?? ""
                let isExpired = column == "best-before" && item.bestBefore.map { $0 < today } == true
                return isExpired ? "! \(text)" : text
            }
            table.append([item.quantity == 1 ? "" : "×\(item.quantity)"] + cells + [item.code])
        }
        table.finish()
    }
}

/// Files of a collection on standard output: exact in a pipe, filtered line by line on a terminal.
enum CollectionText {
    /// Prints rows as CSV; a cell that a spreadsheet could take for a formula gets an apostrophe.
    static func print(_ rows: [[String]]) { write(bytes(rows)) }

    /// Writes the bytes of a file.
    static func write(_ bytes: [UInt8]) {
        guard Output.isTerminal else { return Output.write(bytes) }
        var lines = TerminalLines()
        bytes.withUnsafeBytes { lines.write($0) }
        lines.finish()
    }

    /// The bytes of a file with these rows.
    static func bytes(_ rows: [[String]]) -> [UInt8] { rows.flatMap { Array((CSVRow.text($0) + "\r\n").utf8) } }
}
