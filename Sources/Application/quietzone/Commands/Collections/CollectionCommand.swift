import ArgumentParser
import Collections
import Files
import Formats
import Services

struct CollectionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "collection", abstract: "Keep lists of things: music, books, pantry, stock.",
        discussion: """
            A scan adds an item. A code that is already there raises the quantity or is reported, depending on the collection.

              quietzone collection new pantry
              quietzone watch | quietzone collection add pantry -
              quietzone collection show pantry --within 7

            CODE is a product's number, GS1 data (its date (17, 15) and lot (10) are used), or any other text. \
            Products are named by `quietzone lookup`: offline, and by the providers that are on.
            """,
        subcommands: [
            CollectionListCommand.self, CollectionNewCommand.self, CollectionShowCommand.self,
            CollectionAddCommand.self, CollectionSetCommand.self, CollectionRemoveCommand.self,
            CollectionCheckCommand.self, CollectionOpenCommand.self, CollectionExportCommand.self,
            CollectionImportCommand.self, CollectionDeleteCommand.self,
        ])
}

/// The collection that a command is about.
struct CollectionArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp("The collection.", valueName: "NAME"), completion: .custom { _, _, _ in Self.names })
    var name: String

    /// The store, to change it.
    var store: CollectionStore { get throws { try CollectionStore(Paths.collections) } }
    /// The same to read it, also where it cannot be written.
    var readStore: CollectionStore { get throws { try CollectionStore(Paths.collections, for: .reading) } }

    private static var names: [String] {
        let store = try? CollectionStore(Paths.collections, for: .reading)
        return (try? store?.collections().map(\.collection.name)) ?? []
    }
}

/// The best-before date by which one of several items of a code is meant.
struct BestBeforeOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("Choose the item with this date, or with none.", valueName: "DATE"))
    var bestBefore: String?

    /// Nil where none is given; a nil in it for an item without a date.
    var date: CivilDate?? {
        get throws {
            guard let bestBefore else { return nil }
            if bestBefore == "none" { return .some(nil) }
            return try FieldAssignment.date(bestBefore)
        }
    }
}

/// How a collection is shown, and what a second scan does.
struct CollectionShape: ParsableArguments {
    @Option(help: ArgumentHelp("Set custom fields, such as colour,lender.", valueName: "FIELDS"))
    var fields: String?

    @Option(help: ArgumentHelp("Show headings for these fields, such as genre,artist.", valueName: "FIELDS"))
    var sections: String?

    @Option(help: ArgumentHelp("Sort by these fields, such as year,name.", valueName: "FIELDS"))
    var order: String?

    @Option(
        help: ArgumentHelp(
            "Raise quantities of known codes (count), or not (once).", valueName: "AGAIN"))
    var again: ItemCollection.Again?

    /// Whether any is given.
    var isGiven: Bool { fields != nil || sections != nil || order != nil || again != nil }

    /// The change that makes a collection so.
    ///
    /// - Throws: `UserError` where a field's name is none.
    func change() throws -> (inout ItemCollection) -> Void {
        let (fields, sections) = (try fields.map(ItemField.list), try sections.map(ItemField.list))
        let (order, again) = (try order.map(ItemField.list), again)
        return { collection in
            if let fields { collection.fields = fields }
            if let sections { collection.sections = sections }
            if let order { collection.order = order }
            if let again { collection.again = again }
        }
    }
}

extension ItemCollection.Again: ExpressibleByArgument {}
extension CollectionTemplate: ExpressibleByArgument {}

extension Int {
    /// `1 item`, `3 items`.
    var items: String { "\(self) \(self == 1 ? "item" : "items")" }
    /// `1 unit`, `3 units`.
    var units: String { "\(self) \(self == 1 ? "unit" : "units")" }
}
