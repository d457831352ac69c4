import Files
import Formats
import Services
import ArgumentParser
import Foundation
import History

struct HistoryExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write scans as CSV, JSON, XLSX, HTML, SQLite and more, oldest first.",
        usage: "quietzone history export [<QUERY> ...] [<options>]",
        discussion: """
            The file extension sets the format; a pipe gets NDJSON and a terminal a table, unless --format is given. A \
            cell that a spreadsheet would treat as a formula begins with an apostrophe. `history import` reads the files back in without \
            duplicates; with --all-columns nothing is lost.

              quietzone history export on:today -o today.csv
            """)

    @OptionGroup var scans: QueryArguments

    @Option(help: ArgumentHelp("\(HistoryExportCommand.formats)."), completion: .list(ExportFormat.all.map(\.name)))
    var format: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write to this file. Default: -, standard output.", valueName: "FILE"),
        completion: .file())
    var output: String?

    @Option(
        help: ArgumentHelp(
            "The columns of a table, such as time,text,quantity, from \(HistoryExportCommand.columnNames).",
            valueName: "LIST"))
    var columns: String?

    @Flag(help: "Write all columns, with the exact bytes, and times in UTC.")
    var allColumns = false

    @Option(help: ArgumentHelp("Write only scans of this session.", valueName: "NAME"))
    var session: String?

    @Flag(help: "Write only scans saved since the last export with --new and the same QUERY.")
    var new = false

    @Option(help: ArgumentHelp("Times in tables: local or utc. Default: local.", valueName: "CLOCK"))
    var times: ExportTimes?

    @Flag(help: "Begin CSV and TSV with a byte order mark, for spreadsheets.")
    var bom = false

    @Flag(help: "Overwrite an existing file.")
    var force = false

    private static let formats = ExportFormat.all.map(\.name).joined(separator: ", ")
    private static let columnNames = ExportColumn.allCases.map(\.rawValue).joined(separator: ", ")

    /// Standard output is not a file.
    private var file: String? { output == "-" ? nil : output }

    func validate() throws {
        if let format, ExportFormat(name: format) == nil {
            throw ValidationError("--format must be one of \(Self.formats)")
        }
        if allColumns, columns != nil { throw ValidationError("use either --columns or --all-columns") }
        do { _ = try chosenColumns } catch { throw ValidationError("\(error)") }
    }

    /// Nil for the usual ones.
    private var chosenColumns: [ExportColumn]? {
        get throws { allColumns ? ExportColumn.allCases : try columns.map(ExportColumn.list) }
    }

    func run() throws {
        let chosen = try chosenFormat()
        if let chosen, try chosenColumns != nil, !chosen.hasColumns {
            throw UserError("\(chosen.title) has no columns to choose")
        }
        let history = try HistoryStore.open(at: Paths.history, for: new ? .changing : .reading)
        let (selection, mark) = try wanted(in: history)
        guard let chosen else { return try show(selection, of: history) }
        var options = ExportOptions()
        options.columns = try chosenColumns
        options.times = times ?? (allColumns ? .utc : .local)
        options.byteOrderMark = bom
        options.draw = SymbolDrawing.draw
        let report = try ExportProgress.during("scans written") { progress in
            if !(file == nil && Output.isTerminal) { options.progress = { progress.show($0) } }
            return try write(chosen, options, selection, of: history)
        }
        if let mark, let last = report.lastID { try history.advance(mark, to: last) }
        if report.count == 0, !new, let hint = scans.hint { Output.complain(hint) }
        if let file { Output.line("\(report.count.scans) written to \(SafeText.visible(file))") }
        if report.skipped > 0 {
            Output.complain("\(report.skipped.scans) left out: \(chosen.title) cannot contain them")
        }
    }

    /// Nil for a table on a terminal.
    private func chosenFormat() throws -> ExportFormat? {
        if let format { return ExportFormat(name: format) }
        if let file {
            guard let format = ExportFormat(fileName: file) else {
                throw UserError("unknown file extension: \(file) (known: \(ExportFormat.knownEndings)): use --format")
            }
            return format
        }
        return Output.isTerminal ? nil : columns == nil && !allColumns ? .ndjson : .csv
    }

    /// The scans that are to be written, and what is to be remembered of it.
    private func wanted(in history: HistoryStore) throws -> (HistorySelection, ExportMark?) {
        var selection = try scans.selection
        var name = scans.text
        if let session {
            guard let there = try history.session(called: session) else {
                throw UserError("No session “\(session)”: `quietzone history sessions` lists them")
            }
            let condition = HistorySelection.session(there.id)
            selection = selection == .all ? condition : .both(selection, condition)
            name += " session \(there.id)"
        }
        guard new else { return (selection, nil) }
        let mark = ExportMark(query: name)
        let position = try history.position(of: mark)
        return (position == 0 ? selection : .both(selection, .after(id: position)), mark)
    }

    private func write(
        _ format: ExportFormat, _ options: ExportOptions, _ selection: HistorySelection, of history: HistoryStore
    ) throws -> ExportReport {
        guard let file else {
            guard Output.isTerminal else {
                return try history.export(format, options, of: selection) { Output.write($0) }
            }
            guard format.isText else {
                throw UserError("\(format.title) cannot be written to a terminal: use --output FILE")
            }
            // JSON escapes control characters; other forms are shown as text and filtered line by line.
            var lines = TerminalLines()
            defer { lines.finish() }
            return try history.export(format, options, of: selection) { lines.write($0) }
        }
        do {
            return try ExportFile.write(to: file, overwrite: force) {
                try history.export(format, options, of: selection, to: $0)
            }
        } catch let error as ExportError where error.isAlreadyThere {
            throw UserError("\(file) already exists: name another file, or overwrite it with --force")
        }
    }

    /// Shows a table, which is not an export: what is new stays new.
    private func show(_ selection: HistorySelection, of history: HistoryStore) throws {
        let columns = try chosenColumns ?? TerminalTable.usual
        var table = TerminalTable(columns)
        try history.forEachCells(columns, times ?? .local, of: selection) { table.append($0) }
        table.finish()
    }
}

extension ExportTimes: ExpressibleByArgument {}
