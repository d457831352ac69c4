import Files
import Services
import ArgumentParser
import Formats
import Foundation
import History
import Screens

struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "List, search, change, export and delete kept scans.",
        discussion: """
            A QUERY is words and conditions, all of which hold: kind:wifi, symbology:ean, after:yesterday, before:2026-11-01, \
            on:monday, session:"Aisle 4", tag:late, qty>1, source:webcam, has:note, is:pinned; - before one excludes it.
            """,
        subcommands: [
            HistoryListCommand.self, HistorySearchCommand.self, HistoryShowCommand.self, HistoryExportCommand.self,
            HistoryImportCommand.self, HistoryMergeCommand.self, HistoryTagCommand.self, HistoryDeleteCommand.self,
            HistoryRestoreCommand.self, HistoryForgetCommand.self, HistoryStatsCommand.self,
            HistorySessionsCommand.self,
            HistoryOutboxCommand.self, HistoryCheckCommand.self, HistoryRecoverCommand.self, HistoryCompactCommand.self,
            HistoryPathCommand.self,
        ])
}

/// Which scans a command is about.
struct QueryArguments: ParsableArguments {
    @Argument(help: ArgumentHelp("Words and conditions; `quietzone help history` tells them.", valueName: "QUERY"))
    var query: [String] = []

    /// The scans, or all without a query.
    ///
    /// - Throws: `UserError` that says what cannot be understood.
    var selection: HistorySelection {
        get throws {
            guard !query.isEmpty else { return .all }
            let filter = HistoryFilter(text)
            if let problem = filter.problems.first { throw UserError(problem) }
            return .filter(filter)
        }
    }

    /// An argument with blanks in it is one word, unless it is a query by itself.
    var text: String {
        query.count == 1
            ? query[0]
            : query.map { $0.contains(where: \.isWhitespace) && !$0.contains("\"") ? Self.quoted($0) : $0 }
                .joined(separator: " ")
    }

    private static func quoted(_ text: String) -> String {
        guard let colon = text.firstIndex(of: ":") else { return "\"\(text)\"" }
        return "\(text[...colon])\"\(text[text.index(after: colon)...])\""
    }
}

/// Lists of scans on standard output.
struct ScanListing {
    let json: Bool

    /// A line: number, time, symbology, meaning, and what people added.
    func line(_ entry: HistoryEntry) {
        if json { return Output.line(fromSymbol: entry.record.json.text) }
        let time = Timestamp(entry.scan.time).description
        var line = HistoryRow(entry).summary
        if entry.tally.quantity != 1 { line += "\t×\(entry.tally.quantity)" }
        if !entry.remarks.tags.isEmpty { line += "\t" + entry.remarks.tags.map { "#\($0)" }.joined(separator: " ") }
        Output.line(
            "\(entry.id)\t\(time)\t\(entry.symbologyName)\t\(Output.isTerminal ? SafeText.visible(line) : line)")
    }
}

extension HistorySort: ExpressibleByArgument {}

/// Asking before something is lost.
enum HistoryQuestion {
    /// Asks on the terminal whether to go on.
    ///
    /// - Parameter what: `Delete all 3 scans for good?`
    /// - Throws: `UserError` when the answer is no, or nobody is there to ask.
    static func confirm(_ what: String, doing: String, refusal: String = "nothing was changed") throws {
        guard isatty(STDIN_FILENO) == 1 else {
            throw UserError("\(doing) needs a yes: say --yes when nobody is there to ask")
        }
        Output.write(Array("\(what) [y/N] ".utf8))
        guard let answer = readLine(), ["y", "yes"].contains(answer.lowercased()) else {
            throw UserError(refusal)
        }
    }

    /// What became of pictures that went with scans.
    static func report(_ pictures: (deleted: Int, staying: [(path: String, reason: String)])) throws {
        for picture in pictures.staying { Output.complain("the picture \(picture.path) stays: \(picture.reason)") }
        if !pictures.staying.isEmpty { throw ExitCode.trouble }
    }
}
