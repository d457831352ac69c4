import ArgumentParser
import CLinux
import Collections
import Files
import Formats
import Foundation
import Payloads
import Services
import Symbols

struct CollectionSetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Change an item or a collection's settings.",
        discussion: """
            Fields are name, creator (artist, author), genre, year, place, condition, price, note, quantity, \
            best-before and any other. Your own values take precedence over looked-up ones; a field without a value \
            removes yours.

              quietzone collection set Records 042284583626 place="Shelf 3" condition=NM
              quietzone collection set Records --sections genre,artist --order year
            """)

    @OptionGroup var collection: CollectionArgument

    @Argument(help: ArgumentHelp("The item's code, and field=value for each change.", valueName: "CODE FIELD=VALUE"))
    var words: [String] = []

    @OptionGroup var which: BestBeforeOption

    @OptionGroup(title: "Options for the collection itself") var shape: CollectionShape

    func validate() throws {
        if shape.isGiven ? !words.isEmpty : words.count < 2 {
            throw ValidationError("use a code and field=value, or options for the collection itself")
        }
    }

    func run() throws {
        let store = try collection.store
        guard let code = words.first else {
            try store.change(collection.name, try shape.change())
            let shown = try store.collection(collection.name)
            return Output.line(fromSymbol: "“\(shown.name)” changed")
        }
        let assignments = try words.dropFirst().map { word throws(UserError) in try FieldAssignment(word) }
        let date = try which.date
        let item = try store.change(try ItemCode(code).text, bestBefore: date, in: collection.name) { item in
            for assignment in assignments { try assignment.apply(to: &item) }
            item.changed = Timestamp(Date())
        }
        Output.row(fromSymbol: ["changed", item.code, String(item.quantity), item.title])
    }
}

struct CollectionRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove an item, or some units of it.",
        discussion: """
              quietzone collection remove pantry 4006381333931 --quantity 1
            """)

    @OptionGroup var collection: CollectionArgument

    @Argument(help: ArgumentHelp("The item's code.", valueName: "CODE"))
    var code: String

    @Option(
        name: [.customShort("n"), .long], help: ArgumentHelp("Remove this many units. Default: all.", valueName: "N"))
    var quantity: Int?

    @OptionGroup var which: BestBeforeOption

    func validate() throws {
        if let quantity, !(1...Item.maximumQuantity ~= quantity) {
            throw ValidationError("--quantity must be a number from 1 to \(Item.maximumQuantity)")
        }
    }

    func run() throws {
        let item = try collection.store.remove(
            try ItemCode(code).text, bestBefore: try which.date, units: quantity, from: collection.name,
            at: Timestamp(Date()))
        let outcome = item.quantity == 0 ? "removed" : "lowered"
        Output.row(fromSymbol: [outcome, item.code, String(item.quantity), item.title])
    }
}

struct CollectionOpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Print an item's page, or open it.",
        discussion: "On a terminal the page opens in the browser after confirmation.")

    @OptionGroup var collection: CollectionArgument

    @Argument(help: ArgumentHelp("The item's code.", valueName: "CODE"))
    var code: String

    func run() throws {
        let code = try ItemCode(code).text
        let items = ItemNaming.named(try collection.readStore.items(of: collection.name, code: code))
        guard !items.isEmpty else {
            throw UserError("\(UserError.quoted(code)) is not in \(UserError.quoted(collection.name))")
        }
        guard let page = items.lazy.compactMap({ $0["page"] }).first else {
            Output.complain(
                "\(UserError.quoted(code)) has no page: set page=https://… with `quietzone collection set`")
            throw ExitCode.nothingRead
        }
        Output.line(fromSymbol: page)
        try PageOpening.offer(page)
    }
}
