import Files
import Services
import ArgumentParser
import Formats
import Foundation
import History
import Screens

struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Browse, list, change, export and delete saved scans.",
        usage: "quietzone history [<subcommand>]",
        discussion: """
            Without a subcommand a terminal shows the history full-screen, and a pipe gets `history list`.

            A QUERY is a list of words and conditions, all of which must match: kind:wifi, symbology:ean, since:yesterday, until:monday, \
            before:2026-11-01, on:today, session:"Aisle 4", place:cellar, shelf:A4, tag:late, qty>1, source:webcam, has:note, is:pinned, \
            id:12; \
            - in front of a condition excludes it. near:52.52,13.405/500 finds scans made within 500 metres.

            since: and until: include their day; after: is the same as since:, and before: excludes its day. \
            tag:late finds tags with a word that begins with “late”, tag:"late shift" only that tag.

            A number alone means a scan: `history show 12`, `history tag 12 --add late`. To find a short number in a \
            text, write text:12 or '"12"'; numbers of eight or more digits are always searched for in texts.
            """,
        subcommands: [
            HistoryListCommand.self, HistoryShowCommand.self, HistoryExportCommand.self,
            HistoryImportCommand.self, HistoryMergeCommand.self, HistoryTagCommand.self, HistoryDeleteCommand.self,
            HistoryRestoreCommand.self, HistoryForgetCommand.self, HistoryStatsCommand.self,
            HistorySessionsCommand.self,
            HistoryOutboxCommand.self, HistoryCheckCommand.self, HistoryRecoverCommand.self, HistoryCompactCommand.self,
            HistoryPathCommand.self,
        ])

    func run() throws {
        guard Output.isTerminal else {
            return try HistoryListCommand.parse([]).run()
        }
        var program = try ReadingOptions.parse([]).program(source: "demo", format: nil)
        program.showsHistoryOnly = true
        guard try program.run() else { throw ExitCode.trouble }
    }
}

/// Which scans a command is about.
struct QueryArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Numbers of scans, or words and conditions, such as kind:wifi; see `quietzone help history`.",
            valueName: "QUERY"))
    var query: [String] = []

    /// The scans, or all without a query.
    ///
    /// - Throws: `UserError` that says what cannot be understood.
    var selection: HistorySelection {
        get throws { try ids.map { .ids($0) } ?? (query.isEmpty ? .all : Self.filter(text)) }
    }

    /// The numbers of scans that the query consists of; nil if it is another.
    var ids: [Int64]? { Self.ids(query) }

    /// A message for when no scan matches; nil where there is nothing to explain.
    var hint: String? {
        guard let ids else {
            guard query.count == 1, query[0].contains(where: \.isWhitespace), query[0].contains(":"),
                !query[0].contains("\"")
            else { return nil }
            return "no scan matches: the shell removed the quotes; write '\(Self.quoted(query[0]))'"
        }
        let list = ids.map(String.init).joined(separator: ", ")
        return "no scan \(list): write text:\(ids[0]) to find a number in a text"
    }

    /// The scans that `text` asks for, as `history list` takes it.
    static func selection(_ text: String) throws -> HistorySelection {
        if let ids = ids(text.split(whereSeparator: \.isWhitespace).map(String.init)) { return .ids(ids) }
        return text.isEmpty ? .all : try filter(text)
    }

    private static func filter(_ text: String) throws -> HistorySelection {
        let filter = HistoryFilter(text)
        if let problem = filter.problems.first { throw UserError(problem) }
        return .filter(filter)
    }

    /// The digits that a scan's number has at most: product numbers have eight and more, and are looked for in texts.
    private static let digitsOfNumber = 7

    private static func ids(_ words: [String]) -> [Int64]? {
        let ids = words.compactMap { word in
            word.utf8.count <= digitsOfNumber && word.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int64(word) : nil
        }
        return ids.count == words.count && !ids.isEmpty ? ids : nil
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

/// Lists of scans on standard output: an aligned table with local times on a terminal, exact lines in a pipe.
struct ScanListing {
    private let json: Bool
    private var table = TerminalTable(
        titles: ["Scan", "Time", "Type", "Qty", "Session", "Tags", "Content"], numbers: [0, 3])

    init(json: Bool) { self.json = json }

    mutating func add(_ entry: HistoryEntry) {
        if json { return Output.line(fromSymbol: entry.record.json.text) }
        let row = HistoryRow(entry)
        let summary = Output.isTerminal ? (row.hasWarnings ? "! " : "") + row.title : row.summary
        let quantity = entry.tally.quantity == 1 ? "" : "×\(entry.tally.quantity)"
        let tags = entry.remarks.tags.map { "#\($0)" }
        if Output.isTerminal {
            let symbology = entry.unknownSymbology ?? entry.scan.symbol.content.symbology.shortTitle
            return table.append([
                String(entry.id), entry.scan.time.localMinute, symbology, quantity, entry.session?.name ?? "",
                tags.joined(separator: ", "), summary,
            ])
        }
        let time = Timestamp(entry.scan.time).description
        let line = [summary, quantity, tags.joined(separator: ", ")].filter { !$0.isEmpty }.joined(separator: "\t")
        Output.line("\(entry.id)\t\(time)\t\(entry.symbologyName)\t\(line)")
    }

    /// Prints what is left of the table.
    mutating func finish() { table.finish() }
}

extension Date {
    private static let minutes = {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.dateFormat = "yyyy-MM-dd HH:mm"
        return formatter
    }()

    /// `2026-12-24 19:30` by the clock here.
    var localMinute: String { Self.minutes.string(from: self) }
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
            throw UserError("\(doing) needs confirmation: use --yes without a terminal")
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
