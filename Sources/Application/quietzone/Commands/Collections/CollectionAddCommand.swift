import ArgumentParser
import Collections
import Files
import Formats
import Foundation
import Services

struct CollectionAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add items by their codes.",
        discussion: """
            Prints for each code the outcome (added, raised, already there), code, quantity and name.

              quietzone collection add pantry 4006381333931 --best-before 2027-01
              quietzone watch | quietzone collection add Records -

            Exit status: 0 something was added, 1 everything was already there, 2 an error occurred.
            """)

    @OptionGroup var collection: CollectionArgument

    @Option(name: [.customShort("n"), .long], help: ArgumentHelp("Add this many.", valueName: "N"))
    var quantity = 1

    @Option(help: ArgumentHelp("Set the date, such as 2027-01-31 or 2027-01.", valueName: "DATE"))
    var bestBefore: String?

    @Option(help: ArgumentHelp("Set your own name, which is kept.", valueName: "TEXT"))
    var name: String?

    @Option(help: ArgumentHelp("Set its place.", valueName: "TEXT"))
    var place: String?

    @Option(help: ArgumentHelp("Set its condition.", valueName: "TEXT"))
    var condition: String?

    @Option(help: ArgumentHelp("Set its price, such as 1.49 EUR.", valueName: "TEXT"))
    var price: String?

    @Option(help: ArgumentHelp("Set another field, such as note=signed. May be repeated.", valueName: "FIELD=VALUE"))
    var set: [String] = []

    @Flag(help: "Do not ask providers for names.")
    var offline = false

    @Option(help: ArgumentHelp("Wait this many seconds for providers.", valueName: "S"))
    var wait = 5.0

    @Flag(help: "Print a JSON object for each code.")
    var json = false

    @Argument(help: ArgumentHelp("Codes, or - for standard input, one per line.", valueName: "CODE"))
    var codes: [String] = []

    func validate() throws {
        guard 1...Item.maximumQuantity ~= quantity else {
            throw ValidationError("--quantity must be a number from 1 to \(Item.maximumQuantity)")
        }
        guard 0...3600 ~= wait else { throw ValidationError("--wait must be a number of seconds up to 3600") }
        guard !codes.isEmpty || isatty(STDIN_FILENO) == 0 else {
            throw ValidationError("no code: use one, or - for standard input")
        }
    }

    func run() throws {
        let store = try collection.store
        let name = try store.collection(collection.name).name
        let draft = try draft()
        let naming = ItemNaming()
        var (hasAdded, hasTrouble) = (false, false)
        try LookupNumbers.forEach(codes) { text in
            do {
                let addition = try add(text, like: draft, to: name, of: store, naming)
                hasAdded = hasAdded || addition.outcome != .alreadyThere
                show(addition)
            } catch let error as UserError {
                Output.complain("\(UserError.quoted(text)): \(error)")
                hasTrouble = true
            }
        }
        if hasTrouble { throw ExitCode.trouble }
        if !hasAdded { throw ExitCode.nothingRead }
    }

    /// The values that all items get.
    private func draft() throws -> Item {
        let now = Timestamp(Date())
        var item = Item(code: "", quantity: quantity, added: now)
        item.bestBefore = try bestBefore.map(FieldAssignment.date)
        for (field, text) in [("name", name), ("place", place), ("condition", condition), ("price", price)] {
            item.values[field] = try text.flatMap { text throws(UserError) in try ItemField.value(text, of: field) }
        }
        for assignment in set {
            let assignment = try FieldAssignment(assignment)
            guard assignment.field != "quantity", assignment.field != "best-before" else {
                throw UserError("use --\(assignment.field) instead of --set \(assignment.field)=…")
            }
            try assignment.apply(to: &item)
        }
        return item
    }

    private func add(
        _ text: String, like draft: Item, to name: String, of store: CollectionStore, _ naming: ItemNaming
    ) throws -> Addition {
        let code = try ItemCode(text)
        var item = Item(
            code: code.text, bestBefore: draft.bestBefore ?? code.bestBefore, quantity: draft.quantity,
            values: draft.values, added: Timestamp(Date()))
        if let lot = code.lot, item.values["lot"] == nil { item.values["lot"] = lot }
        if code.number == nil, 12...14 ~= code.text.count, code.text.allSatisfy({ $0.isASCII && $0.isNumber }) {
            Output.complain("\(code.text): its check digit is wrong, so it is not a product")
        }
        if let number = code.number {
            if let known = try store.items(of: name, code: code.text).first(where: { !$0.facts.list.isEmpty }) {
                item.takeFacts(of: known)
            } else if let hit = naming.hit(for: number, waiting: offline ? nil : wait) {
                item.take(hit)
            }
        }
        return try store.add([item], to: name)[0]
    }

    private func show(_ addition: Addition) {
        let item = addition.item
        if json {
            guard case .object(let members) = item.json else { return }
            let outcome = JSONValue.Member("outcome", .string(addition.outcome.rawValue))
            return Output.line(fromSymbol: JSONValue.object([outcome] + members).text)
        }
        let cells = [addition.outcome.rawValue, item.code, String(item.quantity), item.title]
        guard Output.isTerminal else { return Output.row(fromSymbol: cells) }
        let times = item.quantity == 1 ? [] : ["×\(item.quantity)"]
        Output.line(
            fromSymbol: ([cells[0], cells[1]] + times + [cells[3]]).filter { !$0.isEmpty }.joined(separator: "  "))
    }
}
