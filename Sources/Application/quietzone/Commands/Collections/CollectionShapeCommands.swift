import ArgumentParser
import Collections
import Files
import Formats
import Services

struct CollectionListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the collections.")

    @Flag(help: "Print a JSON object for each collection.")
    var json = false

    func run() throws {
        let collections = try CollectionStore(Paths.collections, for: .reading).collections()
        var table = TerminalTable(titles: ["Name", "Template", "Items", "Units"], numbers: [2, 3])
        for summary in collections {
            let collection = summary.collection
            let cells = [collection.name, collection.template.rawValue, String(summary.items), String(summary.units)]
            if json {
                Output.line(fromSymbol: Self.object(summary).text)
            } else if Output.isTerminal {
                table.append(cells)
            } else {
                Output.row(fromSymbol: cells)
            }
        }
        table.finish()
        guard collections.isEmpty else { return }
        if !json { Output.line("no collections: `quietzone collection new NAME` creates one") }
        throw ExitCode.nothingRead
    }

    private static func object(_ summary: CollectionStore.Summary) -> JSONValue {
        guard case .object(let members) = summary.collection.json else { return .null }
        return .object(
            members + [
                .init("items", .integer(Int64(summary.items))), .init("units", .integer(Int64(summary.units))),
            ])
    }
}

struct CollectionNewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Create a collection.",
        discussion: """
            A template sets the columns, headings, order and the effect of a second scan. Options override it; `quietzone collection set` \
            does so later.

              quietzone collection new Records --template music --sections genre,artist
            """)

    @Argument(help: ArgumentHelp("Its name.", valueName: "NAME"))
    var name: String

    @Option(
        help: ArgumentHelp(
            "Start from a template. Default: by its name, else plain.", valueName: "TEMPLATE"))
    var template: CollectionTemplate?

    @OptionGroup var shape: CollectionShape

    func run() throws {
        let template = template ?? CollectionTemplate(rawValue: name.lowercased()) ?? .plain
        var collection = try ItemCollection(name, template: template)
        try shape.change()(&collection)
        try CollectionStore(Paths.collections).make(collection)
        Output.line(fromSymbol: "“\(name)” is ready: `quietzone collection add` adds items")
    }
}

struct CollectionDeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a collection with all its items.")

    @OptionGroup var collection: CollectionArgument

    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.")
    var yes = false

    func run() throws {
        let store = try collection.store
        let name = try store.collection(collection.name).name
        if !yes {
            let what = "“\(SafeText.visible(name))” with \(try store.items(of: name).count.items)"
            try HistoryQuestion.confirm("Delete \(what) for good?", doing: "deleting \(what)")
        }
        Output.line(fromSymbol: "“\(name)” deleted, \(try store.delete(name).items)")
    }
}
