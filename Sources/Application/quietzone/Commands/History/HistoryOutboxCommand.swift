import Files
import Services
import ArgumentParser
import Config
import Formats
import Foundation
import History

struct HistoryOutboxCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox", abstract: "List waiting deliveries; send, retry or drop them.",
        discussion: "Destinations are set up in the settings: [destination.NAME].")

    @Flag(help: "Send waiting deliveries now, for at most --seconds.")
    var send = false

    @Option(help: ArgumentHelp("The time limit of --send.", valueName: "S"))
    var seconds = 30.0

    @Option(help: ArgumentHelp("Retry failed deliveries to this destination.", valueName: "NAME"))
    var retry: String?

    @Option(
        help: ArgumentHelp(
            "Drop failed deliveries to this destination, or all if it is no longer in the settings. Scans stay in the history.",
            valueName: "NAME"))
    var drop: String?

    @Flag(help: "List each scan that is waiting or has failed.")
    var all = false

    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.")
    var yes = false

    @Flag(help: "Print JSON objects.")
    var json = false

    func validate() throws {
        if !(0...86400 ~= seconds) { throw ValidationError("--seconds must be a number up to 86400") }
    }

    func run() throws {
        let destinations = Self.destinations()
        let changes = send || retry != nil || drop != nil
        let history = try HistoryStore.open(at: Paths.history, for: changes ? .changing : .reading)
        if let retry { Output.line("\(try history.retryDead(of: retry).scans) retried") }
        if let drop { try self.drop(of: drop, isGone: destinations?.contains(drop) == false, history) }
        if send { try deliver(history) }
        try list(history, destinations)
    }

    /// The names of the destinations in the settings; nil if something is wrong there, so that one may only seem to be missing.
    private static func destinations() -> Set<String>? {
        var isWhole = true
        let settings = Settings.load {
            Output.complain($0)
            isWhole = false
        }
        return isWhole ? Set(settings.destinations.map(\.name)) : nil
    }

    private func drop(of name: String, isGone: Bool, _ history: HistoryStore) throws {
        if !yes {
            let count = try history.outboxCounts().first { $0.destination == name }
            let scans = ((count?.dead ?? 0) + (isGone ? count?.waiting ?? 0 : 0)).scans
            try HistoryQuestion.confirm("Never deliver \(scans) to \(name)?", doing: "dropping \(scans)")
        }
        let count = isGone ? try history.dropOutbox(of: name) : try history.dropDead(of: name)
        Output.line("\(count.scans) dropped")
    }

    private func deliver(_ history: HistoryStore) throws {
        let settings = Settings.load()
        guard let service = Deliveries.start(settings, of: history) else {
            throw UserError("no destinations: add [destination.NAME] to the settings")
        }
        SecretExposure.warnings(settings).forEach { Output.complain($0) }
        service.waitUntilDelivered(atMost: .seconds(seconds))
        service.stop(atMost: .seconds(1))
    }

    private func list(_ history: HistoryStore, _ destinations: Set<String>?) throws {
        let counts = try history.outboxCounts()
        for count in counts {
            let isGone = destinations?.contains(count.destination) == false
            if json {
                var members: [JSONValue.Member] = [
                    .init("destination", .string(count.destination)), .init("waiting", .integer(Int64(count.waiting))),
                    .init("dead", .integer(Int64(count.dead))),
                ]
                if isGone { members.append(.init("removed", .bool(true))) }
                if let problem = count.problem { members.append(.init("problem", .string(problem))) }
                Output.line(fromSymbol: JSONValue.object(members).text)
            } else {
                let problem =
                    (isGone ? "\tnot in the settings: --drop \(count.destination) drops all of it" : "")
                    + (count.problem.map { "\t\($0)" } ?? "")
                Output.line(
                    fromSymbol: "\(count.destination)\t\(count.waiting) waiting\t\(count.dead) failed\(problem)")
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
        if counts.isEmpty, !json { Output.line("nothing is waiting") }
        if counts.contains(where: { $0.dead > 0 }) { throw ExitCode.trouble }
        if counts.contains(where: { $0.waiting > 0 }) { throw ExitCode.nothingRead }
    }
}
