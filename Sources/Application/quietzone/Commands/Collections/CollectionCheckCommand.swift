import ArgumentParser
import Collections
import Files
import Formats
import History
import Services

struct CollectionCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Compare a collection with a check-list.",
        discussion: """
            The check-list is CSV: code, quantity, name; or a code on each line. Codes of the same product match, \
            however they are written. Without a terminal each line has state, expected, counted, code and name, with \
            tabs between them.

            Exit status: 0 nothing is missing, 1 something is missing, 2 an error occurred.
            """)

    @OptionGroup var collection: CollectionArgument

    @Argument(help: ArgumentHelp("The check-list, or - for standard input.", valueName: "LIST"), completion: .file())
    var list: String

    @Flag(help: "Print a JSON object for each code.")
    var json = false

    @Flag(help: "Print CSV.")
    var csv = false

    func validate() throws { if json, csv { throw ValidationError("use either --json or --csv") } }

    func run() throws {
        let items = ItemNaming.named(try collection.readStore.items(of: collection.name))
        let bytes = try InputBytes.read(list, most: ItemFile.longest, what: "which is too long for a check-list")
        guard let text = CSVReader.text(of: bytes) else {
            throw UserError("\(list.onOneMarkedLine): the check-list is not valid UTF-8. Save it as CSV in UTF-8.")
        }
        let expected = try CheckListFile.items(in: text, name: list.onOneMarkedLine)
        let progress = CheckListProgress(expected, of: items)
        if csv {
            CollectionText.print(progress.table)
        } else if json {
            for row in progress.table.dropFirst() { Output.line(fromSymbol: Self.object(row).text) }
        } else if Output.isTerminal {
            var table = TerminalTable(titles: ["State", "Expected", "Counted", "Code", "Name"], numbers: [1, 2])
            for row in progress.table.dropFirst() { table.append([row[4], row[2], row[3], row[0], row[1]]) }
            table.finish()
            Output.line(
                "\(progress.found) of \(progress.expected.units) found, \(progress.missing) missing, "
                    + "\(progress.surplus) surplus")
        } else {
            for row in progress.table.dropFirst() { Output.row(fromSymbol: [row[4], row[2], row[3], row[0], row[1]]) }
        }
        if progress.missing > 0 { throw ExitCode.nothingRead }
    }

    private static func object(_ row: [String]) -> JSONValue {
        [
            "code": .string(row[0]), "name": .string(row[1]), "expected": .integer(Int64(row[2]) ?? 0),
            "counted": .integer(Int64(row[3]) ?? 0), "state": .string(row[4]),
        ]
    }
}
