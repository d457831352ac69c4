import Files
import Foundation
import History
import Screens
import Services
import Surface

/// Writing scans to a file.
final class ExportFeature: FeatureBase, Feature {
    static let purpose = "History"
    static let contexts: [KeyContext] = [.history]
    static let commands: [FeatureCommand<ExportFeature>] = [
        FeatureCommand(
            onScreen: .export, [.history], ["e"], label: "export", "Export marked scans, search results or all scans"
        ).inMenu("Export").found(by: "csv excel xlsx json table save"),
        // The scanner's line of keys has no room for it.
        FeatureCommand(onScreen: .export, [.scanner], ["e"], "Export marked scans, search results or all scans")
            .inMenu("Export").found(by: "csv excel xlsx json table save"),
        FeatureCommand(onScreen: .exportToday, [.scanner, .history], ["E"], "Export today's scans").found(
            by: "csv excel"),
    ]

    func perform(_ effect: ExportEffect) {
        switch effect {
        case .ask(let scope): askExport(scope)
        case .write(let scope, let path, let overwrite): export(scope, to: path, overwrite: overwrite)
        }
    }

    /// Asks for the file that the scans of `scope` go to.
    private func askExport(_ scope: HistoryScope) {
        guard !model.history.rows.isEmpty || scope != .all else {
            return show(Notice("Nothing to export yet"))
        }
        askForFile(
            scope.exportTitle,
            hint: "The file extension sets the format: \(ExportFormat.knownEndings). \(SaveTarget.hint)",
            name: Self.exportName(scope)
        ) { [.export(.write(scope, path: $0, overwrite: false))] }
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
    private func export(_ scope: HistoryScope, to typed: String, overwrite: Bool) {
        let history = records.history
        let selection = HistorySelection(scope, now: Date())
        var options = ExportOptions()
        options.draw = SymbolDrawing.draw
        writeFile(typed, name: Self.exportName(scope), overwrite: overwrite) {
            .export(.write(scope, path: $0, overwrite: true))
        } _: { [options] path in
            guard let format = ExportFormat(fileName: path) else {
                throw UserError("The file name needs one of these endings: \(ExportFormat.knownEndings)")
            }
            let report = try ExportFile.write(to: path, overwrite: overwrite) {
                try history.export(format, options, of: selection, to: $0)
            }
            let left =
                report.skipped > 0 ? ", \(report.skipped.scans) left out: \(format.title) cannot contain them" : ""
            return Notice("\(report.count.scans) written to \(SaveTarget.shown(path))\(left)")
        } done: { [self] notice, _ in
            show(notice)
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
