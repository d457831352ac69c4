import Services
import ArgumentParser
import Doors
import Formats
import FullScreen

struct DoorNewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Create an event.",
        usage: "quietzone door new <NAME> [--guests <FILE>] [--open] [<options>]",
        discussion: """
            Without rules a ticket admits once, groups enter together, a seat is taken once, and doors open an hour before the event \
            begins and close an hour after.

              quietzone door new "Movie night" --guests list.csv --open
            """)

    @Argument(
        help: ArgumentHelp("The event's name. Tickets signed for another event are refused.", valueName: "NAME")
    )
    var name: String

    @Option(
        help: ArgumentHelp("Import this guest list, as `door import` does.", valueName: "FILE"), completion: .file())
    var guests: String?

    @Flag(help: "Open the door at once, full-screen, with the camera.")
    var open = false

    @Option(help: ArgumentHelp("The checker's name, for the log.", valueName: "NAME"))
    var checker = ""

    @OptionGroup(title: "Rules") var rules: DoorRulesOptions

    func run() throws {
        if open { try DoorOpenCommand.requireTerminal() }
        // A list that cannot be read leaves no event behind.
        let table = try guests.map { try GuestTable(try InputBytes.pieces(of: $0), columns: [:]) }
        rules.warnOfPassword()
        var event = DoorEvent(name: name)
        rules.apply(to: &event)
        let store = try DoorFolder.make(event)
        Output.line(fromSymbol: "\(event.name): \(store.path)")
        if let problem = try DoorFolder.share(store) { Output.complain(problem) }
        if let missing = DoorFolder.missing(keys: rules.key) { Output.complain(missing) }
        if let foreign = DoorFolder.foreign(keys: rules.key, at: name) { Output.complain(foreign) }
        if let table { try table.take(into: store, by: checker) }
        // Keys that were named, or made for it, are meant.
        if rules.key.isEmpty, !DoorFolder.keys.ring.keys.contains(where: { $0.event == name }),
            let remark = try DoorFolder.remark(onListedCodesOf: store)
        {
            Output.complain(remark)
        }
        if open {
            var program = try ReadingOptions.parse([]).program(source: nil, format: nil)
            // Tickets are other people's: the door's log has what it needs of them.
            program.keeping.isPrivate = true
            try DoorOpenCommand.run(program, DoorOpening(event: store.path, door: nil, checker: checker))
        }
    }
}

struct DoorSetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Show or change an event's rules.")

    @OptionGroup var event: DoorEventArgument
    @OptionGroup(title: "Rules") var rules: DoorRulesOptions

    @Option(help: ArgumentHelp("Your name, for the log.", valueName: "NAME"))
    var checker = ""

    func run() throws {
        rules.warnOfPassword()
        let store = try event.store
        let before = try store.event()
        var after = before
        rules.apply(to: &after)
        if after != before {
            after = try store.change(at: .now, by: checker) { rules.apply(to: &$0) }
            if let problem = try DoorFolder.share(store) { Output.complain(problem) }
        }
        Output.line(fromSymbol: after.summary(\.local))
        if let missing = DoorFolder.missing(keys: rules.key) { Output.complain(missing) }
        if let foreign = DoorFolder.foreign(keys: rules.key, at: after.name) { Output.complain(foreign) }
    }
}

struct DoorListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the events.")

    func run() throws {
        var isOne = false
        for name in DoorFolder.names {
            do {
                let store = try DoorFolder.open(name, isReading: true)
                let (event, counts) = (try store.event(), try store.counts())
                let begins = event.begins.map(\.local) ?? "-"
                Output.row(
                    fromSymbol: [
                        name, event.name, begins, "\(counts.inside) inside", "\(counts.guests) on the list",
                    ])
                isOne = true
            } catch {
                Output.complain("\(error)")
            }
        }
        if !isOne { throw ExitCode.nothingRead }
    }
}

struct DoorImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import a guest list: CSV with column names, or one code per line.",
        discussion: """
            A guest whose number is already on the list replaces that entry; guests revoked by hand stay revoked. \
            Columns are recognised by the names that shops and people use, in six languages (number, Secret, Barcode \
            #, Attendee name, Vorname, Seat, Product, Paid, …); --column maps columns with other names. Cancelled, \
            refunded and unpaid orders are revoked, as are guests who were already checked in. Recognised and unused \
            columns are reported:

              quietzone door import "Movie night" orders.csv \\
                --column number=Secret --column seat=Platz
            """)

    @OptionGroup var event: DoorEventArgument

    @Argument(help: ArgumentHelp("The file, or - for standard input.", valueName: "FILE"), completion: .file())
    var file: String

    @Option(
        help: ArgumentHelp("Map a column to a field: \(GuestColumn.names).", valueName: "FIELD=COLUMN"))
    var column: [String] = []

    @Option(help: ArgumentHelp("Your name, for the log.", valueName: "NAME"))
    var checker = ""

    func validate() throws { _ = try columns }

    private var columns: [GuestColumn: String] {
        get throws {
            var columns: [GuestColumn: String] = [:]
            for text in column {
                let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
                guard parts.count == 2, let field = GuestColumn(rawValue: parts[0]) else {
                    throw ValidationError("--column must be FIELD=COLUMN, with a field of \(GuestColumn.names)")
                }
                columns[field] = parts[1]
            }
            return columns
        }
    }

    func run() throws {
        let store = try event.store
        let table = try GuestTable(try InputBytes.pieces(of: file), columns: try columns)
        try table.take(into: store, by: checker)
        if let remark = try DoorFolder.remark(onListedCodesOf: store) { Output.complain(remark) }
    }
}

extension GuestTable {
    /// Puts the guests on the list of an event, and reports what was found and what was not used.
    func take(into store: DoorStore, by checker: String) throws {
        var summary = GuestListSummary()
        let taken = try store.take(at: .now, by: checker) { take in summary = try forEach(take) }
        let revoked = summary.revoked
        if let problem = try DoorFolder.share(store) { Output.complain(problem) }
        let columns = found.map { "\($0.column.rawValue) from “\($0.name)”" }.joined(separator: ", ")
        let unused = unused.map { "“\($0.singleLine(limit: 30))”" }
        Output.line(
            fromSymbol: "\(taken.new) new, \(taken.known) updated"
                + (revoked > 0 ? ", \(revoked) of them revoked" : "") + (columns.isEmpty ? "" : "; \(columns)")
                + (unused.isEmpty ? "" : "; not used: \(unused.prefix(12).joined(separator: ", "))")
                + (unused.count > 12 ? " …" : ""))
        summary.remarks.forEach { Output.complain($0) }
    }
}
