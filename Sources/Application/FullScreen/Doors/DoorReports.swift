import Services
import Doors
import Screens
import Widgets

/// Counts as a text.
struct DoorCountsReport: Report {
    private let counts: DoorCounts
    private let twice: [EnteredTwice]

    init(_ counts: DoorCounts, twice: [EnteredTwice]) { (self.counts, self.twice) = (counts, twice) }

    func blocks(width: Int, _ context: RenderContext) -> [TextBlock] {
        var blocks = [
            TextBlock("\(counts.inside)", .strong, label: "inside", labelWidth: 18),
            TextBlock(
                "\(counts.tickets)" + (counts.guests > 0 ? "; \(counts.guests) on the list" : ""), label: "tickets",
                labelWidth: 18), TextBlock("\(counts.refused)", label: "turned away", labelWidth: 18),
        ]
        if counts.twice > 0 {
            blocks.append(TextBlock("\(counts.twice)", .warning, label: "entered twice", labelWidth: 18))
        }
        blocks += twice.map { TextBlock(DoorWords.twice($0, context.clock), .warning, label: "", labelWidth: 18) }
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
    private let entries: [DoorLogEntry]
    private let names: [String: String]

    /// - Parameter names: whose tickets are whose, as far as that is known.
    init(_ entries: [DoorLogEntry], names: [String: String]) { (self.entries, self.names) = (entries, names) }

    func blocks(width: Int, _ context: RenderContext) -> [TextBlock] {
        guard !entries.isEmpty else { return [TextBlock("Nothing was shown or done yet.", .faint)] }
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
