import Services
import ArgumentParser
import Files
import Formats
import Foundation
import History

struct HistoryStatsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats", abstract: "Count scans by day, hour, symbology, kind and session.")

    @OptionGroup var scans: QueryArguments

    @Flag(help: "Print a JSON object.")
    var json = false

    func run() throws {
        let statistics = try HistoryStore.open(at: Paths.history, for: .reading).statistics(of: scans.selection)
        let groups = [
            ("days", "By day", statistics.days), ("hours", "By hour", statistics.hours),
            ("symbologies", "By symbology", statistics.symbologies), ("kinds", "By kind", statistics.kinds),
            ("sessions", "By session", statistics.sessions),
        ]
        if json {
            let counts: [JSONValue.Member] = groups.map { key, _, counts in
                .init(key, .object(counts.map { .init($0.name, .integer(Int64($0.scans))) }))
            }
            let object = JSONValue.object(
                [
                    .init("scans", .integer(Int64(statistics.scans))),
                    .init("quantity", .integer(Int64(statistics.quantity))),
                ] + counts)
            return Output.line(fromSymbol: object.text)
        }
        Output.line("\(statistics.scans.scans), \(statistics.quantity.pieces)")
        let width = groups.flatMap(\.2).map { String($0.scans).count }.max() ?? 0
        for (_, title, counts) in groups where !counts.isEmpty {
            Output.line("\n\(title)")
            for count in counts {
                let number = String(count.scans)
                let padding = String(repeating: " ", count: width - number.count)
                Output.line(
                    fromSymbol: Output.isTerminal ? "\(padding)\(number)  \(count.name)" : "\(number)\t\(count.name)")
            }
        }
        if statistics.scans == 0 { throw ExitCode.nothingRead }
    }
}

struct HistorySessionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions", abstract: "List sessions, close one, or compare one with its check-list.")

    @Option(help: ArgumentHelp("Close this session.", valueName: "NAME"))
    var close: String?

    @Option(help: ArgumentHelp("Show missing, surplus and complete items of this session.", valueName: "NAME"))
    var missing: String?

    @Flag(help: "Print a JSON object for each session.")
    var json = false

    @Flag(help: "Print --missing as CSV: text, name, expected, counted, state.")
    var csv = false

    func validate() throws {
        guard !csv || missing != nil && !json else {
            throw ValidationError("--csv requires --missing, without --json")
        }
    }

    func run() throws {
        if let close { return try self.close(close) }
        if let missing { return try checkList(missing) }
        let sessions = try HistoryStore.open(at: Paths.history, for: .reading).sessions()
        var table = TerminalTable(titles: ["Session", "State", "Started", "Scans", "Pieces"], numbers: [3, 4])
        for session in sessions {
            if json {
                var members: [JSONValue.Member] = [
                    .init("name", .string(session.name)), .init("repeats", .string(session.repeats.rawValue)),
                    .init("started", .string(Timestamp(session.started).description)),
                ]
                if let ended = session.ended { members.append(.init("ended", .string(Timestamp(ended).description))) }
                members.append(.init("scans", .integer(Int64(session.scans))))
                members.append(.init("quantity", .integer(Int64(session.quantity))))
                Output.line(fromSymbol: JSONValue.object(members).text)
            } else {
                let state = session.ended == nil ? "open" : "closed"
                if Output.isTerminal {
                    table.append([
                        session.name, state, session.started.localMinute, String(session.scans),
                        String(session.quantity),
                    ])
                    continue
                }
                let time = Timestamp(session.started).description
                Output.line(
                    fromSymbol: "\(session.name)\t\(state)\t\(time)\t\(session.scans.scans)\t\(session.quantity.pieces)"
                )
            }
        }
        table.finish()
        if sessions.isEmpty { throw ExitCode.nothingRead }
    }

    private func session(_ name: String, in history: HistoryStore) throws -> HistorySession {
        guard let session = try history.session(called: name) else {
            throw UserError("no session “\(name)”: `quietzone history sessions` lists them")
        }
        return session
    }

    private func close(_ name: String) throws {
        let history = try HistoryStore.open(at: Paths.history)
        let session = try session(name, in: history)
        let wasOpen = try history.closeSession(session.id)
        Output.line(
            fromSymbol: "“\(session.name)” \(wasOpen ? "is closed" : "was closed already"): \(session.scans.scans)")
    }

    private func checkList(_ name: String) throws {
        let history = try HistoryStore.open(at: Paths.history, for: .reading)
        guard let list = try history.checkList(of: session(name, in: history).id) else {
            throw UserError("“\(name)” has no check-list: load one with --expect FILE")
        }
        if csv {
            for row in list.table { Output.line(fromSymbol: CSVRow.text(row)) }
            if list.missing > 0 { throw ExitCode.nothingRead }
            return
        }
        var table = TerminalTable(titles: ["State", "Expected", "Scanned", "Code", "Name"], numbers: [1, 2])
        for line in list.lines {
            let count = line.missing + line.surplus
            let state = line.state.rawValue + (count > 0 ? " \(count)" : "")
            if json {
                let object: JSONValue = .object([
                    .init("text", .string(line.item.text)), .init("name", .string(line.item.label)),
                    .init("expected", .integer(Int64(line.item.quantity))),
                    .init("scanned", .integer(Int64(line.scanned))),
                ])
                Output.line(fromSymbol: object.text)
            } else if Output.isTerminal {
                table.append([
                    state, String(line.item.quantity), String(line.scanned), line.item.text, line.item.label,
                ])
            } else {
                Output.line(fromSymbol: "\(state)\t\(line.item.text)\t\(line.item.label)")
            }
        }
        table.finish()
        if list.missing > 0 { throw ExitCode.nothingRead }
    }
}

struct HistoryCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check the history file completely.",
        discussion:
            "The scanner makes a quick check at each start. It sets a damaged file aside and recovers what it can, as `quietzone history recover` does."
    )

    @Flag(help: "Print a JSON object.")
    var json = false

    func run() throws {
        let problems = try HistoryStore.check(at: Paths.history)
        if json {
            let object: JSONValue = .object([
                .init("path", .string(Paths.history.withVisibleBytes)),
                .init("problems", .array(problems.map { .string($0) })),
            ])
            Output.line(object.text)
        } else if problems.isEmpty {
            Output.line("\(Paths.history.withVisibleBytes) is intact")
        } else {
            for problem in problems { Output.line(fromSymbol: problem) }
        }
        if !problems.isEmpty { throw ExitCode.trouble }
    }
}

struct HistoryRecoverCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recover", abstract: "Recover a damaged history into a new file.",
        discussion:
            "The damaged file is renamed, never deleted. An intact history is left as it is.")

    @Flag(help: "Print a JSON object.")
    var json = false

    func run() throws {
        let path = Paths.history.withVisibleBytes
        let repair = try HistoryStore.repair(at: Paths.history)
        if json {
            Output.line(Self.object(repair, path).text)
            if case .rows = repair { throw ExitCode.trouble }
            return
        }
        switch repair {
        case .none: Output.line("\(path) is intact")
        case .rows(let problems):
            for problem in problems { Output.line(problem) }
            Output.line("The file is intact. Unreadable scans stay until you delete them.")
            throw ExitCode.trouble
        case .index: Output.line("the search index was damaged and has been rebuilt")
        case .recovered(let recovery): Output.line(recovery.description)
        }
    }

    private static func object(_ repair: HistoryStore.Repair, _ path: String) -> JSONValue {
        var members: [JSONValue.Member] = [.init("path", .string(path))]
        switch repair {
        case .none: members.append(.init("repaired", .string("nothing")))
        case .rows(let problems):
            members += [
                .init("repaired", .string("nothing")), .init("problems", .array(problems.map { .string($0) })),
            ]
        case .index: members.append(.init("repaired", .string("index")))
        case .recovered(let recovery):
            members += [
                .init("repaired", .string("history")), .init("recovered", .integer(Int64(recovery.recovered))),
                .init("partial", .bool(recovery.isPartial)), .init("aside", .string(recovery.aside.withVisibleBytes)),
            ]
        }
        return .object(members)
    }
}

struct HistoryCompactCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compact", abstract: "Reclaim the space of deleted scans.")

    @Flag(help: "Print a JSON object.")
    var json = false

    func run() throws {
        let (before, after) = try HistoryStore.open(at: Paths.history).compact()
        Output.line(
            json ? "{\"before\":\(before),\"after\":\(after)}" : "\(before) bytes before, \(after) bytes now")
    }
}

struct HistoryPathCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "path", abstract: "Print the path of the history.")

    @Flag(help: "Print a JSON object.")
    var json = false

    func run() throws {
        if json {
            Output.line(JSONValue.object([.init("path", .string(Paths.history.withVisibleBytes))]).text)
        } else {
            Output.line(exact: Array(Paths.history.fileNameBytes), text: Paths.history.withVisibleBytes)
        }
    }
}
