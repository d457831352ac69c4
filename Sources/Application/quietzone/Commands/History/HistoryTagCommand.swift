import Services
import ArgumentParser
import Formats
import Foundation
import History

struct HistoryTagCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tag", abstract: "Change tags, notes and quantities of scans, or list all tags.")

    @OptionGroup var scans: QueryArguments

    @Option(help: ArgumentHelp("Add this tag. May be repeated.", valueName: "TAG"))
    var add: [String] = []

    @Option(help: ArgumentHelp("Remove this tag. May be repeated.", valueName: "TAG"))
    var remove: [String] = []

    @Option(help: ArgumentHelp("Set the note. An empty note removes it.", valueName: "TEXT"))
    var note: String?

    @Option(help: ArgumentHelp("Set the quantity.", valueName: "N"))
    var quantity: Int?

    @Flag(inversion: .prefixedNo, help: "Protect scans from automatic deletion.")
    var pin: Bool?

    @Flag(help: "Print JSON.")
    var json = false

    private var changes: [RemarkChange] {
        remove.map { .removeTag($0) } + add.map { .addTag($0) } + (note.map { [.setNote($0)] } ?? [])
            + (quantity.map { [.setQuantity($0)] } ?? []) + (pin.map { [.setPinned($0)] } ?? [])
    }

    func validate() throws {
        for name in add {
            if let why = RemarkChange.obstacle(toTag: name) { throw ValidationError("--add \(name): \(why)") }
        }
        if let quantity, !(0...RemarkChange.largestQuantity ~= quantity) {
            throw ValidationError("--quantity must be a whole number from 0 to \(RemarkChange.largestQuantity)")
        }
        if !changes.isEmpty, scans.query.isEmpty { throw ValidationError("a number or a query is needed") }
    }

    func run() throws {
        guard !changes.isEmpty else { return try list() }
        let history = try HistoryStore.open(at: Paths.history)
        // A condition may not hold any more after the first change.
        let chosen = HistorySelection.ids(try history.ids(of: scans.selection))
        for change in changes { try history.change(chosen, change) }
        let count = try history.count(of: chosen)
        Output.line(json ? "{\"changed\":\(count)}" : "\(count.scans) changed")
        if count == 0 { throw ExitCode.nothingRead }
    }

    private func list() throws {
        let tags = try HistoryStore.open(at: Paths.history, for: .reading).tags()
        var table = TerminalTable(titles: ["Scans", "Tag"], numbers: [0])
        for tag in tags {
            if json {
                let object: JSONValue = .object([
                    .init("tag", .string(tag.name)), .init("scans", .integer(Int64(tag.count))),
                ])
                Output.line(object.text)
            } else if Output.isTerminal {
                table.append([String(tag.count), tag.name])
            } else {
                Output.line(fromSymbol: "\(tag.count)\t\(tag.name)")
            }
        }
        table.finish()
        if tags.isEmpty { throw ExitCode.nothingRead }
    }
}
