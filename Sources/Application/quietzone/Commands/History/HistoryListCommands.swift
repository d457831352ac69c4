import Services
import ArgumentParser
import Formats
import Foundation
import History
import Payloads

struct HistoryListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List scans, newest first: all, or those that match a query.",
        usage: "quietzone history list [<QUERY> ...] [<options>]",
        discussion: """
            Without a terminal each line has the number, the time in UTC, the symbology and the meaning, with tabs between them.

              quietzone history list milk since:yesterday
              quietzone history list --count kind:wifi
            """,
        aliases: ["search"])

    @OptionGroup var scans: QueryArguments

    @Flag(help: "Print a JSON object for each scan.")
    var json = false

    @Flag(help: "Print only how many scans match.")
    var count = false

    @Option(help: ArgumentHelp("List at most this many.", valueName: "N"), completion: .list(["10", "100", "1000"]))
    var limit: Int?

    @Option(help: ArgumentHelp("Sort by this column.", valueName: "COLUMN"))
    var sort = HistorySort.time

    @Flag(help: "Reverse the order.")
    var reverse = false

    @Flag(help: "List deleted scans that can be restored.")
    var bin = false

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit must be a number of 1 or more") }
        if count, bin || limit != nil { throw ValidationError("use either --count or --\(bin ? "bin" : "limit")") }
    }

    func run() throws {
        let history = try HistoryStore.open(at: Paths.history, for: .reading)
        let selection = try scans.selection
        let found = try count ? printCount(history.count(of: selection)) : list(selection, of: history)
        if found == 0 {
            if let hint = scans.hint { Output.complain(hint) }
            throw ExitCode.nothingRead
        }
    }

    private func printCount(_ count: Int) -> Int {
        Output.line(json ? "{\"count\":\(count)}" : "\(count)")
        return count
    }

    /// - Returns: how many there are.
    private func list(_ selection: HistorySelection, of history: HistoryStore) throws -> Int {
        var listing = ScanListing(json: json)
        var count = 0
        if bin {
            for entry in try history.binned() where selection.holds(for: entry) && count < limit ?? .max {
                listing.add(entry)
                count += 1
            }
        } else {
            try history.forEachEntry(newestFirst: !reverse, of: selection, sort: sort, limit: limit) {
                listing.add($0)
                count += 1
            }
        }
        listing.finish()
        return count
    }
}

struct HistoryShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show all details of scans.")

    @Argument(help: ArgumentHelp("Numbers of scans, as `history list` prints them.", valueName: "ID"))
    var ids: [Int64]

    @Flag(help: "Print a JSON object for each scan.")
    var json = false

    @Flag(help: "Show passwords and other secrets.")
    var secrets = false

    func run() throws {
        let history = try HistoryStore.open(at: Paths.history, for: .reading)
        var isMissing = false
        for id in ids {
            guard let entry = try history.entry(id) else {
                Output.complain("no scan \(id)")
                isMissing = true
                continue
            }
            if json { Output.line(fromSymbol: entry.record.json.text) } else { show(entry) }
        }
        if isMissing { throw ExitCode.trouble }
    }

    private func show(_ entry: HistoryEntry) {
        let payload = entry.payload
        let content = entry.scan.symbol.content
        var lines = [("Scan", "\(entry.id)  \(entry.identity)"), ("Kind", payload.kind.title)]
        if let product = entry.remarks.product { lines.append(("Product", product)) }
        lines += payload.fields.map { field in
            let value = secrets ? field.value : field.maskedValue
            return (field.label, field.note.map { "\(value)  (\($0))" } ?? value)
        }
        let symbology = entry.unknownSymbology ?? content.symbology.traits.title
        lines.append(("Symbology", "\(symbology)  \(content.identifier)"))
        let zone = entry.scan.utcOffset.map { " (local time \(Timestamp.zone($0)))" } ?? ""
        lines.append(("Scanned", Timestamp(entry.scan.time).description + zone))
        if let last = entry.tally.lastSeen { lines.append(("Last seen", Timestamp(last).description)) }
        lines.append(("Source", entry.scan.source.withVisibleBytes))
        if entry.tally.quantity != 1 { lines.append(("Quantity", String(entry.tally.quantity))) }
        if let session = entry.session { lines.append(("Session", session.name)) }
        lines += entry.fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        if !entry.remarks.tags.isEmpty { lines.append(("Tags", entry.remarks.tags.joined(separator: ", "))) }
        if let note = entry.remarks.note { lines.append(("Note", note)) }
        if entry.remarks.isPinned { lines.append(("Pinned", "yes")) }
        if let picture = entry.picture { lines.append(("Picture", picture.withVisibleBytes)) }
        if let problem = entry.problem { Output.line("! \(problem)") }
        for warning in payload.warnings { Output.line("! \(warning.message)") }
        for (label, value) in lines {
            Output.line(
                fromSymbol: label.padding(toLength: max(14, label.count), withPad: " ", startingAt: 0) + "  " + value)
        }
    }
}
