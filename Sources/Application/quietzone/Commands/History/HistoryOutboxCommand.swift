import Files
import Services
import ArgumentParser
import Config
import Formats
import Foundation
import History

struct HistoryOutboxCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox", abstract: "List what waits to be delivered where; deliver, try again or drop it.",
        discussion: "Destinations are named in the settings: [destination.NAME].")

    @Flag(help: "Deliver now what waits, as far as that can be within --seconds.")
    var send = false

    @Option(help: ArgumentHelp("How long --send goes on at most.", valueName: "S"))
    var seconds = 30.0

    @Option(help: ArgumentHelp("Try again what this destination did not take.", valueName: "NAME"))
    var retry: String?

    @Option(
        help: ArgumentHelp("Drop what this destination did not take; the scans stay in the history.", valueName: "NAME")
    )
    var drop: String?

    @Flag(help: "List each scan that waits or was put aside.")
    var all = false

    @Flag(name: .shortAndLong, help: "Do not ask.")
    var yes = false

    @Flag(help: "Print JSON objects.")
    var json = false

    func validate() throws {
        if !(0...86400 ~= seconds) { throw ValidationError("--seconds takes a number up to 86400") }
    }

    func run() throws {
        let changes = send || retry != nil || drop != nil
        let history = try HistoryStore.open(at: Paths.history, for: changes ? .changing : .reading)
        if let retry { Output.line("\(try history.retryDead(of: retry).scans) tried again") }
        if let drop {
            if !yes {
                let count = try history.outboxCounts().first { $0.destination == drop }?.dead ?? 0
                try HistoryQuestion.confirm(
                    "Never deliver \(count.scans) to \(drop)?", doing: "dropping \(count.scans)")
            }
            Output.line("\(try history.dropDead(of: drop).scans) dropped")
        }
        if send { try deliver(history) }
        try list(history)
    }

    private func deliver(_ history: HistoryStore) throws {
        let settings = Settings.load()
        guard let service = Deliveries.start(settings, of: history) else {
            throw UserError("there is no destination: the settings name them in [destination.NAME]")
        }
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end, try history.outboxCounts().contains(where: { $0.waiting > 0 }) {
            usleep(50_000)
        }
        service.stop(atMost: .seconds(1))
    }

    private func list(_ history: HistoryStore) throws {
        let counts = try history.outboxCounts()
        for count in counts {
            if json {
                var members: [JSONValue.Member] = [
                    .init("destination", .string(count.destination)), .init("waiting", .integer(Int64(count.waiting))),
                    .init("dead", .integer(Int64(count.dead))),
                ]
                if let problem = count.problem { members.append(.init("problem", .string(problem))) }
                Output.line(fromSymbol: JSONValue.object(members).text)
            } else {
                let problem = count.problem.map { "\t\($0)" } ?? ""
                Output.line(
                    fromSymbol: "\(count.destination)\t\(count.waiting) waiting\t\(count.dead) put aside\(problem)")
            }
            guard all else { continue }
            for isDead in [false, true] {
                for item in try history.outbox(for: count.destination, isDead: isDead, limit: .max) {
                    Output.line(
                        fromSymbol: json
                            ? item.record : "  scan \(item.scan)\t\(item.tries) tries\t\(item.problem ?? "")")
                }
            }
        }
        if counts.isEmpty, !json { Output.line("nothing waits") }
        if counts.contains(where: { $0.dead > 0 }) { throw ExitCode.trouble }
        if counts.contains(where: { $0.waiting > 0 }) { throw ExitCode.nothingRead }
    }
}
