import Config
import History
import Payloads
import Screens
import Services
import Surface
import Symbols

extension Command {
    static let statistics = Command("statistics")
    static let bin = Command("bin")
    static let sortHistory = Command("sort")
    static let chooseColumns = Command("columns")
    static let markAll = Command("mark-all")
}

/// Other looks at the history: how much of what, in which order, what was deleted.
final class HistoryViewsFeature: FeatureBase, Feature {
    static let purpose = "History"
    static let contexts: [KeyContext] = [.report]
    static let commands: [FeatureCommand<HistoryViewsFeature>] = [
        FeatureCommand(
            .statistics, [.scanner, .history], ["%", "&"],
            "Show statistics"
        ) { $0.showStatistics() }.inMenu("Statistics").found(by: "count numbers chart"),
        FeatureCommand(.sortHistory, [.history], ["S"], label: "sort", "Change the sort order") {
            $0.askOrder()
        }, FeatureCommand(.chooseColumns, [.history], [], "Show or hide columns") { $0.askColumn() },
        FeatureCommand(.markAll, [.history], ["A"], "Mark all listed scans, or none") { $0.markAll() },
        FeatureCommand(.bin, [.scanner, .history], ["D"], "Show deleted scans and restore them") { $0.askRestoring() }
            .inMenu("Deleted scans").found(by: "bin trash undelete"),
        FeatureCommand(
            onScreen: .back, [.report], [.escape, "q", .left], label: "back", "Go to the previous screen"),
    ]

    func perform(_ effect: ColumnEffect) {
        switch effect {
        case .toggle(let column): toggle(column)
        }
    }

    func apply(_ new: Settings, insteadOf old: Settings) -> String? {
        if new.historyColumns != old.historyColumns { model.history.columns = new.historyColumns }
        return nil
    }

    /// Those that are searched for, else all.
    private func showStatistics() {
        let search = model.history.search
        askHistory(holdsKeys: true) {
            try $0.statistics(of: .matching(search))
        } then: { [self] statistics in
            let title = search.isEmpty ? "Statistics" : "Statistics of scans with “\(search)”"
            display.push(ReportScreen(title: title, StatisticsReport(statistics)))
        }
    }

    private func askOrder() {
        let orders = HistoryOrder.allCases.map { Pick.Option($0.rawValue, $0.title) }
        pick("Order", orders, selected: model.history.order.rawValue) {
            [.history(.sort(HistoryOrder(rawValue: $0) ?? .newest))]
        }
    }

    /// Asks which column to show or hide; once more after each, until nobody wants another.
    private func askColumn(selected: HistoryColumn = .time) {
        let shown = model.history.columns
        let options = HistoryColumn.allCases.map { column in
            Pick.Option(
                column.rawValue, "\(shown.contains(column) ? "■" : "□") \(column.title)", detail: column.help,
                refusal: shown == [column] ? "At least one column is needed" : nil)
        }
        pick(
            "Columns", hint: "Press Enter to show or hide a column. To change their order, set [history] columns.",
            options,
            selected: selected.rawValue
        ) { [.column(.toggle(HistoryColumn(rawValue: $0) ?? .time))] }
    }

    /// Shows or hides a column. One that is shown again takes its place of the settings, else the last one.
    private func toggle(_ column: HistoryColumn) {
        var columns = model.history.columns.filter { $0 != column }
        if columns == model.history.columns {
            let before = settings.historyColumns.prefix { $0 != column }
            let index = settings.historyColumns.contains(column) ? columns.lastIndex(where: before.contains) : nil
            let isFirst = before.isEmpty && settings.historyColumns.first == column
            columns.insert(column, at: isFirst ? 0 : index.map { $0 + 1 } ?? columns.count)
        }
        model.history.columns = columns
        askColumn(selected: column)
    }

    /// Marks all scans that are listed, loaded or not.
    private func markAll() {
        let search = model.history.search
        askHistory(holdsKeys: true) {
            try $0.ids(of: .matching(search))
        } then: { [self] ids in
            guard search == model.history.search else { return }
            model.history.know(ids)
            display.stack.toggleMarks(ofAll: ids)
        }
    }

    /// Asks which of the deleted scans to bring back.
    private func askRestoring() {
        askHistory(holdsKeys: true) {
            try $0.binned(limit: 500)
        } then: { [self] entries in
            guard !entries.isEmpty else { return show(Notice("The bin is empty")) }
            let all = [Pick.Option("all", "All listed scans", detail: entries.count.scans)]
            let each = entries.map {
                Pick.Option(
                    String($0.id), HistoryRow($0).summary,
                    detail:
                        "\($0.scan.symbol.content.symbology.traits.title), \(display.appearance.moment($0.scan.time))"
                )
            }
            let ids = entries.map(\.id)
            pick("Restore deleted scans", (ids.count > 1 ? all : []) + each) {
                [.deletion(.restore(ids: $0 == "all" ? ids : Int64($0).map { [$0] } ?? []))]
            }
        }
    }
}

extension StatisticsReport {
    init(_ statistics: HistoryStatistics) {
        func counts(_ counts: [HistoryStatistics.Count], _ title: (String) -> String = { $0 }) -> [Count] {
            counts.map { Count(title($0.name), $0.scans) }
        }
        self.init()
        (scans, quantity) = (statistics.scans, statistics.quantity)
        days = counts(statistics.days)
        hours = counts(statistics.hours)
        symbologies = counts(statistics.symbologies) { Symbology(rawValue: $0)?.traits.title ?? $0 }
        kinds = counts(statistics.kinds) { PayloadKind(rawValue: $0).title }
        sessions = counts(statistics.sessions)
    }
}
