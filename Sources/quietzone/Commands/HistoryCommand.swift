import App
import ArgumentParser
import Foundation
import History
import Payloads
import Screens
import Surface

/// `quietzone history`: the history, without a screen.
struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "List, export and delete kept scans.",
        subcommands: [ListCommand.self, ExportCommand.self, DeleteCommand.self])

    /// `quietzone history list`
    struct ListCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List scans, newest first: number, time, symbology, meaning.")

        @Flag(help: "Print a JSON object for each scan.")
        var json = false

        @Option(
            help: ArgumentHelp("List at most this many.", valueName: "N"), completion: .list(["10", "100", "1000"]))
        var limit: Int?

        func validate() throws {
            if let limit, limit < 1 { throw ValidationError("--limit takes a number from 1") }
        }

        func run() throws {
            let history = try HistoryStore.open(at: Paths.history, for: .reading)
            let entries = try history.entries(limit: limit ?? -1)
            for entry in entries {
                if json {
                    Output.line(fromSymbol: entry.record.json.text)
                } else {
                    let symbology = entry.scan.symbol.content.symbology.rawValue
                    let time = Timestamp(entry.scan.time).description
                    let line = HistoryRow(entry).summary
                    let summary = Output.isTerminal ? SafeText.visible(line) : line
                    Output.line("\(entry.id)\t\(time)\t\(symbology)\t\(summary)")
                }
            }
            if entries.isEmpty { throw ExitCode.nothingRead }
        }
    }

    /// `quietzone history export`
    struct ExportCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export", abstract: "Write all scans as CSV, JSON or NDJSON, oldest first.",
            discussion: """
                In CSV a cell that a spreadsheet would take for a formula begins with an apostrophe; \
                the column of bytes holds the exact content.
                """)

        @Option(
            help: ArgumentHelp("csv, json or ndjson; the default is what the file's ending says, else ndjson."),
            completion: .list(ExportFormat.allCases.map(\.rawValue)))
        var format: String?

        @Option(
            name: .shortAndLong,
            help: ArgumentHelp("Write to this file; standard output otherwise.", valueName: "FILE"),
            completion: .file())
        var output: String?

        @Flag(help: "Overwrite a file that is there.")
        var force = false

        func validate() throws {
            if let format, ExportFormat(rawValue: format) == nil {
                throw ValidationError("--format takes csv, json or ndjson")
            }
        }

        func run() throws {
            let file = output == "-" ? nil : output
            let wanted = format.map { ExportFormat(rawValue: $0) } ?? file.map { ExportFormat(fileName: $0) } ?? .ndjson
            guard let chosen = wanted else {
                throw Trouble("\(file ?? "") has no ending that says how (.csv, .json, .ndjson): say --format")
            }
            let history = try HistoryStore.open(at: Paths.history, for: .reading)
            if let output = file {
                do {
                    let count = try ExportFile.write(to: output, overwrite: force) {
                        try history.export(chosen, to: $0)
                    }
                    Output.line("\(count.scans) written to \(SafeText.visible(output))")
                } catch let error as ExportError where error.isAlreadyThere {
                    throw Trouble("\(output) is there already: name another file, or overwrite it with --force")
                }
            } else {
                // JSON escapes control characters; CSV on a terminal is shown as text and filtered line by line.
                var lines = TerminalLines()
                try history.export(chosen) { bytes in
                    if Output.isTerminal { lines.write(bytes) } else { Output.write(bytes) }
                }
                lines.finish()
            }
        }
    }

    /// `quietzone history delete`
    struct DeleteCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete", abstract: "Delete scans for good, by number, by age or all.",
            discussion: "Pictures that were kept for them (`[pictures] keep-scans`) are deleted with them.")

        @Argument(help: ArgumentHelp("Numbers of scans, as `history list` prints them.", valueName: "ID"))
        var ids: [Int64] = []

        @Flag(help: "Delete all scans.")
        var all = false

        @Option(
            help: ArgumentHelp("Delete scans older than this many days.", valueName: "DAYS"),
            completion: .list(["7", "30", "365"]))
        var olderThan: Double?

        @Flag(name: .shortAndLong, help: "Do not ask.")
        var yes = false

        func validate() throws {
            let ways = (ids.isEmpty ? 0 : 1) + (all ? 1 : 0) + (olderThan == nil ? 0 : 1)
            guard ways == 1 else { throw ValidationError("name scans by number, or say --all or --older-than DAYS") }
            if let olderThan, !(olderThan >= 0 && olderThan < 1e6) {
                throw ValidationError("--older-than takes a number of days")
            }
        }

        func run() throws {
            let history = try HistoryStore.open(at: Paths.history)
            let what =
                all
                ? "all \(try history.count().scans)"
                : olderThan.map { "scans older than \($0) days" }
                    ?? (ids.count == 1 ? "scan \(ids[0])" : ids.count.scans)
            // By one clock, for the question and the deed.
            let selection: HistorySelection =
                all ? .all : olderThan.map { .olderThan(Date() - $0 * 86400) } ?? .ids(ids)
            if !yes {
                let pictures = try history.pictures(onlyOf: selection).filter(KeptPictures().contains)
                try Self.confirm(what + Self.counted(pictures.count, before: " and ", after: " kept for them"))
            }
            let deletion = try history.delete(selection)
            let pictures = KeptPictures().delete(deletion.pictures)
            Output.line("\(deletion.count) deleted" + Self.counted(pictures.deleted, before: ", with "))
            for picture in pictures.staying {
                Output.complain("the picture \(picture.path) stays: \(picture.reason)")
            }
            if !pictures.staying.isEmpty { throw ExitCode.trouble }
            if deletion.count == 0 { throw ExitCode.nothingRead }
        }

        /// Pictures in words; nothing when there are none.
        private static func counted(_ pictures: Int, before: String, after: String = "") -> String {
            pictures == 0 ? "" : "\(before)\(pictures) \(pictures == 1 ? "picture" : "pictures")\(after)"
        }

        private static func confirm(_ what: String) throws {
            guard isatty(STDIN_FILENO) == 1 else {
                throw Trouble("deleting \(what) needs a yes: say --yes when nobody is there to ask")
            }
            Output.write(Array("Delete \(what) for good? [y/N] ".utf8))
            guard let answer = readLine(), ["y", "yes"].contains(answer.lowercased()) else {
                throw Trouble("nothing was deleted")
            }
        }
    }
}
