import ArgumentParser
import Foundation

struct TicketsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tickets",
        abstract:
            "Tickets checked and decided, and passes issued a second, beside openssl; milliseconds from a frame to the verdict."
    )

    @Option(help: "Seconds for each figure.")
    var seconds = 1.0

    @Option(help: "How many tickets are held in front of the camera, at each size of its picture.")
    var shown = 60

    @Option(help: ArgumentHelp("Only some of it: checks, passes, verdicts.", valueName: "NAME,…"))
    var only = "checks,passes,verdicts"

    @OptionGroup var tested: TestedProgram

    func run() throws {
        let wanted = Set(only.split(separator: ",").map(String.init))
        guard !wanted.isEmpty, wanted.isSubset(of: ["checks", "passes", "verdicts"]) else {
            throw ValidationError("--only takes checks, passes and verdicts")
        }
        let seconds = max(0.05, seconds)
        if wanted.contains("checks") { try TicketChecks(seconds: seconds).run() }
        if wanted.contains("passes") { try PassIssuing(seconds: seconds).run() }
        if wanted.contains("verdicts") {
            try FrameToVerdict(program: tested.builtPath(), count: max(3, shown)).run()
        }
    }
}

/// How often a second something is done, by the clock.
struct Rate {
    let perSecond: Double

    init(_ perSecond: Double) { self.perSecond = perSecond }

    /// Does something for so many seconds, at most `limit` times; `body` gets the number of the time, from 0.
    init(seconds: Double, limit: Int = .max, _ body: (Int) throws -> Void) rethrows {
        let start = ContinuousClock.now
        var (count, spent) = (0, 0.0)
        repeat {
            try body(count)
            count += 1
            spent = start.duration(to: .now) / .seconds(1)
        } while spent < seconds && count < limit
        perSecond = Double(count) / spent
    }

    /// The rate, to three digits.
    var words: String { perSecond < 10 ? String(format: "%.1f", perSecond) : String(format: "%.0f", perSecond) }

    func times(_ other: Rate?) -> String {
        guard let other, other.perSecond > 0 else { return "-" }
        return String(format: "%.2f", perSecond / other.perSecond)
    }
}

/// A line of a table: a name, and columns to the right.
func ticketLine(_ name: String, _ columns: [String], width: Int = 12) -> String {
    name.column(34) + columns.map { (" " + $0).right(width) }.joined()
}
