import Files
import Services
import ArgumentParser
import Doors
import Formats
import Foundation

struct DoorJoinCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join", abstract: "Join an event that another machine shares through PostgreSQL.",
        discussion: """
            Its rules, guest list and admissions come from the database. Signing keys do not: copy the public ones \
            (`pass key public`). Without EVENT, lists the events in the database.
            """)

    @Argument(
        help: ArgumentHelp("The database, as for libpq: postgresql://desk@host/doors.", valueName: "CONNECTION"))
    var connection: String

    @Argument(help: ArgumentHelp("The event's name.", valueName: "EVENT"))
    var event: String?

    func run() throws {
        guard let event else {
            let names = try DoorLedger.events(at: connection)
            names.forEach { Output.line(fromSymbol: $0) }
            if names.isEmpty { throw ExitCode.nothingRead }
            return
        }
        let store = try DoorFolder.make(try DoorLedger.event(event, at: connection), isJoined: true)
        if let problem = try DoorFolder.share(store) { Output.complain(problem) }
        Output.line(fromSymbol: "\(event): \(store.path)\t\(try store.guestCount()) on the list")
    }
}

struct DoorLedgerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ledger", abstract: "Merge with the shared database and list its doors.",
        discussion: """
            Prints a line for the state, one for each door with its last contact and its clock's difference from the \
            database's, and one for anything that is still waiting.

            Exit status: 0 everything is merged, 1 something is waiting, 2 an error occurred.
            """)

    @OptionGroup var event: DoorEventArgument

    func run() throws {
        let store = try event.store
        guard let target = try store.event().ledger else {
            throw UserError("the event has no ledger: name one with `quietzone door set EVENT --ledger CONNECTION`")
        }
        let ledger = DoorLedger(store, at: target, door: nil)
        ledger.start()
        ledger.waitForFirstAttempt()
        let doors = try ledger.doors()
        let problem = ledger.settle()
        let state = ledger.state
        if let problem { Output.complain(problem) }
        let twice = state.twice > 0 ? "\t\(state.twice) entered twice: `quietzone door twice` lists them" : ""
        Output.line("\(problem == nil ? "shared" : "alone")\t\(try store.waitingCount()) waiting\(twice)")
        for door in doors {
            let clock =
                abs(door.clock) <= LedgerState.tolerableClock
                ? [] : ["clock \(door.clock > 0 ? "+" : "")\(door.clock) ms"]
            let who = door.checker.isEmpty ? "" : " (\(door.checker))"
            Output.row(fromSymbol: ["door", "\(door.door)\(who)", "\(door.seconds) s ago"] + clock)
        }
        for words in [state.clockWords, state.problem].compactMap(\.self) { Output.complain(words) }
        if problem != nil || state.waiting > 0 { throw ExitCode.nothingRead }
    }
}

struct DoorTwiceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "twice", abstract: "List double entries made while doors were offline.",
        discussion: """
            Prints a line for each ticket, or for each seat with two tickets: every time it was admitted or left, oldest first.

            Exit status: 0 no ticket entered twice, 1 some did, 2 an error occurred.
            """)

    @OptionGroup var event: DoorEventArgument

    @Flag(help: "Print JSON, one object per line.")
    var json = false

    func run() throws {
        let store = try event.store
        if let problem = try DoorFolder.share(store) { Output.complain(problem) }
        let found = try store.enteredTwice()
        for twice in found {
            guard json else {
                Output.line(fromSymbol: DoorWords.twice(twice, DoorTime.exact))
                continue
            }
            let passages: [JSONValue] = twice.passages.map { passage, undone in
                [
                    "ticket": .string(passage.number), "time": .string(passage.time.description),
                    "door": .string(passage.door), "checker": .string(passage.checker),
                    "undone": undone.map { .string($0) } ?? .null,
                ]
            }
            let object: JSONValue = [
                "ticket": .string(twice.ticket), "seat": twice.seat.map { .string($0) } ?? .null,
                "passages": .array(passages),
            ]
            Output.line(fromSymbol: object.text)
        }
        if !found.isEmpty { throw ExitCode.nothingRead }
    }
}

/// Says on standard error when a door begins to go on alone, and when it shares again.
struct LedgerNews {
    private let ledger: DoorLedger?
    private var link = LedgerState.Link.shared
    private var clock: String?
    private var problem: String?

    init(_ desk: DoorDesk) { ledger = desk.ledger }

    /// Says what is new.
    mutating func tell() {
        guard let state = ledger?.state else { return }
        if state.link != link {
            switch state.link {
            case .connecting: break
            case .shared: Output.complain("the ledger is back: doors share admissions again")
            case .alone(let why): Output.complain("the ledger cannot be reached; this door continues offline: \(why)")
            }
            link = state.link
        }
        if state.clockWords != clock {
            clock = state.clockWords
            if let clock { Output.complain(clock) }
        }
        if state.problem != problem {
            problem = state.problem
            if let problem { Output.complain(problem) }
        }
    }
}
