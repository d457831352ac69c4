import Services
import ArgumentParser
import Doors
import Formats
import History

struct DoorCountsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "counts", abstract: "Count admissions by door and quarter hour.",
        discussion: """
            People inside and admitted tickets are counted across all doors that share the event. Codes that were turned away are counted \
            once each, and only at this machine's doors.
            """)

    @OptionGroup var event: DoorEventArgument

    @Flag(help: "Print a JSON object.")
    var json = false

    func run() throws {
        let counts = try event.readStore.counts()
        if json {
            let object: JSONValue = [
                "inside": .integer(Int64(counts.inside)), "tickets": .integer(Int64(counts.tickets)),
                "refused": .integer(Int64(counts.refused)), "guests": .integer(Int64(counts.guests)),
                "doors": .array(
                    counts.doors.map {
                        [
                            "door": .string($0.door), "entered": .integer(Int64($0.entered)),
                            "left": .integer(Int64($0.left)),
                        ]
                    }),
                "quarters": .array(
                    counts.quarters.map {
                        ["start": .string($0.start.description), "entered": .integer(Int64($0.entered))]
                    }),
            ]
            return Output.line(fromSymbol: object.text)
        }
        let ofAll = counts.guests > 0 ? "\t\(counts.guests) on the list" : ""
        Output.line(
            "inside\t\(counts.inside)\ntickets\t\(counts.tickets)\(ofAll)\nturned away\t\(counts.refused)\tdifferent codes at doors on this computer"
        )
        for door in counts.doors {
            Output.row(fromSymbol: [door.door, "\(door.entered)"] + (door.left > 0 ? ["out \(door.left)"] : []))
        }
        for quarter in counts.quarters { Output.line("\(quarter.start.local.dropLast(3))\t\(quarter.entered)") }
    }
}

struct DoorLogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "List every checked code and every action, oldest first.",
        discussion: """
            Each line is chained to the previous one by SHA-256. --check verifies that no line was removed or changed \
            and that the store still has each admission, and prints the chain's last value. Write it down: --head \
            later shows whether lines were removed from the end.

            Exit status: 0 the log is intact, 1 it is not, 2 an error occurred.
            """)

    @OptionGroup var event: DoorEventArgument

    @Flag(help: "Verify that the log is unchanged.")
    var check = false

    @Option(help: ArgumentHelp("With --check: a last value noted earlier.", valueName: "VALUE"))
    var head: String?

    @Flag(help: "Print JSON, one object per line, with the chain.")
    var json = false

    @Flag(help: "Print CSV.")
    var csv = false

    func validate() throws {
        guard head == nil || check else { throw ValidationError("--head requires --check") }
        if let head, head.utf8.count != 64 || !head.allSatisfy(\.isHexDigit) {
            throw ValidationError("--head must be the 64 hexadecimal digits that --check printed")
        }
        guard !(json && csv) else { throw ValidationError("use either --json or --csv") }
    }

    func run() throws {
        let store = try event.readStore
        guard check else {
            if csv { Output.line("number,time,door,checker,event,ticket,detail,code") }
            return try store.forEachLogEntry(print)
        }
        switch try store.checkLog(head: head?.lowercased()) {
        case .whole(let lines, let head): Output.line("intact\t\(lines) lines\t\(head)")
        case .broken(let line, let why):
            Output.line("broken\tline \(line)\t\(why)")
            throw ExitCode.nothingRead
        }
    }

    private func print(_ entry: DoorLogEntry) {
        let number = String(entry.number)
        if json {
            let object: JSONValue = [
                "number": .integer(entry.number), "time": .string(entry.time.description), "door": .string(entry.door),
                "checker": .string(entry.checker), "event": .string(entry.event),
                "ticket": entry.ticket.map { .string($0) } ?? .null, "detail": .string(entry.detail),
                "code": entry.code.map { .string($0) } ?? .null,
                "changes": entry.changes.map { .string($0) } ?? .null, "chain": .string(entry.chain),
            ]
            return Output.line(fromSymbol: object.text)
        }
        let cells = [
            number, entry.time.description, entry.door, entry.checker, entry.event, entry.ticket ?? "", entry.detail,
            entry.code ?? "",
        ]
        if csv { Output.line(fromSymbol: CSVRow.text(cells)) } else { Output.row(fromSymbol: cells.dropLast()) }
    }
}
