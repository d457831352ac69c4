import Services
import ArgumentParser
import Config
import Foundation
import History

/// The scans that a command deletes: by numbers, by a query, by age, or all.
struct DeletedScans: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Numbers of scans, as `history list` prints them, or a query.", valueName: "ID|QUERY"))
    var words: [String] = []

    @Flag(help: "All scans.")
    var all = false

    @Option(
        help: ArgumentHelp("Scans older than this many days.", valueName: "DAYS"),
        completion: .list(["7", "30", "365"]))
    var olderThan: Double?

    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.")
    var yes = false

    @Flag(help: "Print a JSON object with what was done.")
    var json = false

    func validate() throws {
        let ways = (words.isEmpty ? 0 : 1) + (all ? 1 : 0) + (olderThan == nil ? 0 : 1)
        guard ways == 1 else {
            throw ValidationError("use numbers of scans, a query, --all or --older-than DAYS")
        }
        if let olderThan, !(olderThan >= 0 && olderThan < 1e6) {
            throw ValidationError("--older-than must be a number of days")
        }
    }

    /// Which they are, by one clock for the question and the deed.
    func selection() throws -> HistorySelection {
        if all { return .all }
        if let olderThan { return .olderThan(Date() - olderThan * 86400) }
        var query = QueryArguments()
        query.query = words
        return try query.selection
    }

    /// `all 12 scans`, `scan 3`, `4 scans`.
    func title(_ count: Int) -> String {
        if all { return "all \(count.scans)" }
        if let olderThan { return "scans older than \(olderThan) days" }
        return count == 1 && words.count == 1 && Int64(words[0]) != nil ? "scan \(words[0])" : count.scans
    }
}

struct HistoryDeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete scans; `history restore` can bring them back.",
        discussion: """
            Deleted scans stay in the bin for `[history] bin-days` days. Then their bytes are overwritten, and pictures saved \
            for them are deleted. `history forget` does that at once.
            """)

    @OptionGroup var scans: DeletedScans

    func run() throws {
        let history = try HistoryStore.open(at: Paths.history)
        let selection = try scans.selection()
        let days = Settings.load().binDays
        let count = scans.yes ? 0 : try history.count(of: selection)
        if count > 0 {
            let what = scans.title(count)
            let end = days == 0 ? " for good" : ""
            try HistoryQuestion.confirm("Delete \(what)\(end)?", doing: "deleting \(what)")
        }
        let deletion = days == 0 ? try history.forget(selection) : try history.delete(selection)
        let pictures = KeptPictures().delete(deletion.pictures)
        let back =
            deletion.count > 0 && days > 0
            ? "; `quietzone history restore` can bring back deleted scans for \(days) days" : ""
        Output.line(scans.json ? "{\"deleted\":\(deletion.count)}" : "\(deletion.count) deleted\(back)")
        try HistoryQuestion.report(pictures)
        if deletion.count == 0 { throw ExitCode.nothingRead }
    }
}

struct HistoryForgetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Delete scans for good, including those in the bin; their bytes are overwritten.",
        discussion: """
            Pictures saved for them (`[pictures] keep-scans`) are deleted too, as are remembered codes made with the \
            same content. Their waiting deliveries are cancelled. Scans that an earlier run could not save are added \
            to the history first.
            """)

    @OptionGroup var scans: DeletedScans

    func run() throws {
        let history = try HistoryStore.open(at: Paths.history)
        let names = Settings.load().destinations.map(\.name)
        if let line = UnkeptScans.takeIn(history, for: names) { Output.complain(line) }
        let selection = try scans.selection()
        let count = scans.yes ? 0 : try history.count(of: selection)
        let binned = scans.yes ? 0 : try history.binned().count { selection.holds(for: $0) }
        if count + binned > 0 {
            let what = scans.title(count) + (binned > 0 ? " and \(binned) in the bin" : "")
            let pictures = try history.pictures(onlyOf: selection).filter(KeptPictures().contains)
            try HistoryQuestion.confirm(
                "Delete \(what)\(Self.counted(pictures.count, before: " and ", after: " kept for them")) for good?",
                doing: "deleting \(what) for good")
        }
        let deletion = try history.forget(selection)
        if scans.all { UnkeptScans.removeUnreadable() }
        let pictures = KeptPictures().delete(deletion.pictures)
        Output.line(
            scans.json
                ? "{\"forgotten\":\(deletion.count),\"pictures\":\(pictures.deleted)}"
                : "\(deletion.count) deleted for good" + Self.counted(pictures.deleted, before: ", with "))
        try HistoryQuestion.report(pictures)
        if deletion.count == 0 { throw ExitCode.nothingRead }
    }

    /// Pictures in words; nothing when there are none.
    private static func counted(_ pictures: Int, before: String, after: String = "") -> String {
        pictures == 0 ? "" : "\(before)\(pictures) \(pictures == 1 ? "picture" : "pictures")\(after)"
    }
}

struct HistoryRestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore deleted scans; `history list --bin` lists them.")

    @Argument(help: ArgumentHelp("Numbers of scans.", valueName: "ID"))
    var ids: [Int64] = []

    @Flag(help: "All scans in the bin.")
    var all = false

    @Flag(help: "Print a JSON object with what was done.")
    var json = false

    func validate() throws {
        if all == !ids.isEmpty { throw ValidationError("use numbers of scans, or --all") }
    }

    func run() throws {
        let count = try HistoryStore.open(at: Paths.history).restore(all ? nil : ids)
        Output.line(json ? "{\"restored\":\(count)}" : "\(count) restored")
        if count == 0 { throw ExitCode.nothingRead }
    }
}
