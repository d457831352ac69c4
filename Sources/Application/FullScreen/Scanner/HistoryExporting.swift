import Services
import Files
import Foundation
import History
import Screens

/// Writing scans to a file.
extension ScannerApp {
    /// Asks for the file that the scans of `scope` go to.
    func askExport(_ scope: HistoryScope) {
        guard !model.history.rows.isEmpty || scope != .all else {
            return show(Notice("Nothing to export: nothing scanned yet"))
        }
        display.stack.ask(
            Prompt(
                title: scope.exportTitle,
                hint: "The ending says how: \(ExportFormat.knownEndings). \(SaveTarget.hint)",
                text: SaveTarget.free(Self.exportName(scope), in: ".")
            ) { [.history(.export(scope, path: $0, overwrite: false))] })
    }

    /// What an export of `scope` is called unless the user says otherwise: another name for each, with the day.
    static func exportName(_ scope: HistoryScope, now: Date = Date()) -> String {
        let what =
            switch scope {
            case .all: ""
            case .marked: "marked-"
            case .found: "found-"
            case .today: "today-"
            }
        let day = Date.ISO8601FormatStyle(timeZone: .current).year().month().day()
        return "quietzone-\(what)\(now.formatted(day)).csv"
    }

    /// Writes the scans of `scope`; asks before it overwrites.
    func export(_ scope: HistoryScope, to path: String, overwrite: Bool) {
        guard let format = ExportFormat(fileName: path) else {
            return rejectAnswer(Trouble("The name has no ending that says how: \(ExportFormat.knownEndings)"))
        }
        if !overwrite, Folder.contains(path) {
            let effect = Effect.history(.export(scope, path: path, overwrite: true))
            return display.stack.ask(.overwriting(path, by: effect), aboutAnswer: true)
        }
        // Beside the loop: a long history must not hold the picture still.
        let history = records.history
        let selection = HistorySelection(scope, now: Date())
        var options = ExportOptions()
        options.draw = SymbolDrawing.draw
        jobs.run { [options] in
            let report = try ExportFile.write(to: path, overwrite: overwrite) {
                try history.export(format, options, of: selection, to: $0)
            }
            let left =
                report.skipped > 0 ? ", \(report.skipped.scans) left out: \(format.title) has no place for them" : ""
            return Notice("\(report.count.scans) written to \(SaveTarget.shown(path))\(left)")
        } then: { [self] result in
            switch result {
            case .success(let notice):
                display.stack.acceptAnswer()
                show(notice)
            case .failure(let error): rejectAnswer(error)
            }
        }
    }
}

extension HistoryScope {
    fileprivate var exportTitle: String {
        switch self {
        case .all: "Export the history"
        case .marked(let ids): ids.count == 1 ? "Export the marked scan" : "Export the \(ids.count) marked scans"
        case .found(let text): "Export the scans with “\(text)”"
        case .today: "Export today's scans"
        }
    }
}

extension HistorySelection {
    /// The scans of `scope`; today is the day of `now` where the user is.
    init(_ scope: HistoryScope, now: Date, calendar: Calendar = .current) {
        switch scope {
        case .all: self = .all
        case .marked(let ids): self = .ids(ids)
        case .found(let text): self = .matching(text)
        case .today: self = .since(calendar.startOfDay(for: now))
        }
    }
}
