import Services
import Doors
import Screens
import Widgets

/// What reports show of a door's store: it changes while they are open.
struct DoorFigures: OptionalModelPart {
    let counts: DoorCounts
    /// Tickets and seats that entered twice.
    var twice: [EnteredTwice] = []
    /// The newest lines of the log; nil if it is not shown.
    var log: [DoorLogEntry]?
    /// Whose tickets those of the log are, as far as that is known.
    var names: [String: String] = [:]

    /// What the store knows now.
    init(_ store: DoorStore, withLog: Bool) throws {
        counts = try store.counts()
        if counts.twice > 0 { twice = try store.enteredTwice() }
        guard withLog else { return }
        let lines = try store.log(limit: 500)
        (log, names) = (lines, try store.names(of: lines.compactMap(\.ticket)))
    }
}

/// Counts as a text.
struct DoorCountsReport: Report {
    func blocks(width: Int, _ context: RenderContext) -> [TextBlock] {
        guard let figures = context.model[DoorFigures?.self] else { return [] }
        let counts = figures.counts
        var blocks = [
            TextBlock("\(counts.inside)", .strong, label: "inside", labelWidth: 18),
            TextBlock(
                "\(counts.tickets)" + (counts.guests > 0 ? "; \(counts.guests) on the list" : ""), label: "tickets",
                labelWidth: 18), TextBlock("\(counts.refused)", label: "turned away", labelWidth: 18),
        ]
        if counts.twice > 0 {
            blocks.append(TextBlock("\(counts.twice)", .warning, label: "entered twice", labelWidth: 18))
        }
        blocks += figures.twice.map {
            TextBlock(DoorWords.twice($0, context.clock), .warning, label: "", labelWidth: 18)
        }
        blocks.append(.empty)
        for door in counts.doors {
            blocks.append(
                TextBlock(
                    "\(door.entered) in" + (door.left > 0 ? ", \(door.left) out" : ""), label: door.door, labelWidth: 18
                ))
        }
        blocks.append(.empty)
        let most = counts.quarters.map(\.entered).max() ?? 1
        for quarter in counts.quarters {
            let bar = String(repeating: "█", count: max(1, quarter.entered * max(1, width - 30) / max(1, most)))
            blocks.append(
                TextBlock(
                    "\(bar) \(quarter.entered)", label: "\(context.clock(quarter.start.date).dropLast(3))",
                    labelWidth: 18,
                    wraps: false))
        }
        return blocks
    }
}

/// The log as a text.
struct DoorLogReport: Report {
    func blocks(width: Int, _ context: RenderContext) -> [TextBlock] {
        let figures = context.model[DoorFigures?.self]
        let (entries, names) = (figures?.log ?? [], figures?.names ?? [:])
        guard !entries.isEmpty else { return [TextBlock("Nothing has been recorded yet.", .faint)] }
        return entries.map { entry in
            let isGood = ["welcome", "goodbye", "admitted-by-hand"].contains(entry.event)
            // What was decided may say the name already.
            let name = entry.ticket.flatMap { names[$0] }.flatMap { entry.detail.contains($0) ? nil : $0 }
            let words = [entry.event, entry.ticket ?? "", name ?? "", entry.detail, entry.door, entry.checker].filter {
                !$0.isEmpty
            }
            return TextBlock(
                words.joined(separator: "  "), isGood ? .text : .warning, label: context.clock(entry.time.date),
                labelWidth: 10)
        }
    }
}
