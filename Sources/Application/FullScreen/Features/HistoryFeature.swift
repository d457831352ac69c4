import Services
import Files
import Foundation
import History
import Screens
import Surface
import Symbols

extension Command {
    static let openHistory = Command("history")
    static let undo = Command("undo")
}

/// The history beside the picture and on its own screen: shown, searched, exported, deleted from.
extension Feature {
    static let history = Feature(
        "History",
        contexts: [.history],
        [
            FeatureCommand(
                .openHistory, .on([.scanner]), [.character("L")], label: "list",
                "Show the history on a screen of its own"
            ) { $0.display.stack.push(HistoryScreen()) },
            FeatureCommand(
                onScreen: .toggleHistory, .on([.scanner]), [.character("h")], label: "history",
                "Show or hide the history beside the picture"),
            FeatureCommand(
                onScreen: .toggleLastScan, .on([.scanner]), [.character("H")], "Show or hide the last scan"),
            FeatureCommand(
                onScreen: .growHistory, .on([.scanner]), [.character(">")],
                "Give the history more room; its edge can be dragged, too"),
            FeatureCommand(
                onScreen: .shrinkHistory, .on([.scanner]), [.character("<")], "Give the picture more room"),
            FeatureCommand(
                onScreen: .resetPanes, .on([.scanner]), [.character("\\")],
                "Show all panes, in the sizes that they had at first"),
            FeatureCommand(
                onScreen: .mark, .on([.scanner]), [.character(" ")],
                "Mark the selected scan for copying, exporting and deleting; in the picture: hold it still"),
            FeatureCommand(
                onScreen: .mark, .on([.history]), [.character(" ")], label: "mark",
                "Mark the selected scan for copying, exporting and deleting"),
            FeatureCommand(
                onScreen: .export, .on([.scanner, .history]), [.character("e")], label: "export",
                "Write the marked scans to a file (CSV, JSON or NDJSON), else those that were found, else all"),
            FeatureCommand(
                onScreen: .exportToday, .on([.scanner, .history]), [.character("E")], "Write today's scans to a file"),
            FeatureCommand(
                onScreen: .delete, .on([.scanner, .history, .scan]), [.delete, .character("x")], label: "delete",
                "Delete the marked scans, or the selected one (asks first)"),
            FeatureCommand(
                .undo, .on([.scanner, .history, .scan]), [.character("u")], label: "undo",
                "Bring back what was deleted last, until the program ends",
                refusal: { $0.history.undoableDeletions == 0 ? "Nothing that was deleted is left to bring back" : nil }
            ) { try $0.undoDeletion() },
        ])
}

extension ScannerApp {
    /// Does what a screen asks of the history.
    func perform(_ effect: HistoryEffect) throws {
        switch effect {
        case .open(let id): display.stack.push(try scanScreen(id))
        case .openBeside(let id, let step): try openBeside(id, by: step)
        case .act(let id): try act(on: id)
        case .showCode(let id): try showCode(of: id)
        case .askCommand(let id): try askCommand(for: id)
        case .runCommand(let id, let name): try runCommand(name, on: id)
        case .tryRules(let id): try tryRules(on: id)
        case .copy(let ids): try copy(ids)
        case .load(let part): load(part)
        case .search(let text): search(for: text)
        case .openFound: records.search.opensFound = true
        case .askDeletion(let ids): try askDeletion(ids)
        case .delete(let ids): delete(ids)
        case .askRemark(let kind, let ids, let beginning): try askRemark(kind, of: ids, beginning: beginning)
        case .setRemark(let kind, let ids, let text): try setRemark(kind, of: ids, to: text)
        case .addTag(let name, let ids): change(ids, [.addTag(name)])
        case .togglePin(let ids): try togglePin(of: ids)
        case .askDelivery(let name): try askDelivery(name)
        case .retryDelivery(let name): try retryDelivery(name)
        case .dropDelivery(let name): try dropDelivery(name)
        case .toggleColumn(let column): toggle(column)
        case .sort(let order): sort(by: order)
        case .session(let effect): try perform(effect)
        case .toggleWanted(let ids): try toggleWanted(ids)
        case .restore(let ids): restore(ids)
        case .askExport(let scope): askExport(scope)
        case .export(let scope, let path, let overwrite):
            export(scope, to: SaveTarget.resolved(path, name: Self.exportName(scope)), overwrite: overwrite)
        }
    }

    private func entry(_ id: Int64) throws -> HistoryEntry {
        guard let entry = try records.history.entry(id) else {
            throw Trouble("This scan is no longer in the history")
        }
        return entry
    }

    /// Looks up what can be done here: it may have been installed since.
    func findObstacles() {
        model.obstacles.opening = Self.whyNotOpened()
        model.obstacles.joining = NetworkJoining.obstacle()
    }

    private func act(on id: Int64) throws {
        let payload = try entry(id).payload
        findObstacles()
        for effect in display.stack.settle(Effect.purpose(of: payload, model)) { perform(effect) }
    }

    private func scanScreen(_ id: Int64) throws -> ScanScreen {
        let entry = try entry(id)
        findObstacles()
        return ScanScreen(
            id: id, scan: entry.scan, payload: entry.payload, picture: entry.picture, row: HistoryRow(entry))
    }

    /// Shows the scan `step` rows below the one numbered `id`, in its place.
    private func openBeside(_ id: Int64, by step: Int) throws {
        guard let index = model.history.rows.firstIndex(where: { $0.id == id }) else {
            throw Trouble("This scan is no longer in the history")
        }
        let (isBehind, isBefore) = (index + step >= model.history.rows.count, index + step < 0)
        if isBehind && model.history.hasFollowing || isBefore && model.history.hasPreceding {
            return loadMore(isFollowing: isBehind) { [self] in
                // Somebody else may be on top by now.
                if display.stack.shownScan == id { perform(.history(.openBeside(id: id, by: step))) }
            }
        }
        guard model.history.rows.indices.contains(index + step) else {
            return show(Notice(step > 0 ? "This is the oldest scan" : "This is the newest scan"))
        }
        let row = model.history.rows[index + step]
        display.stack.replaceTop(with: try scanScreen(row.id))
        display.stack.select(row, in: model)
    }

    /// Copies the texts of scans, a line each.
    private func copy(_ ids: [Int64]) throws {
        let entries = try records.history.entries(of: .ids(ids))
        let known = Dictionary(entries.map { ($0.id, $0.scan.symbol.content.text) }) { first, _ in first }
        let texts = ids.compactMap { known[$0] ?? nil }
        guard !texts.isEmpty else {
            return show(Notice("These bytes are no text: save them instead", isWarning: true))
        }
        if texts.count < ids.count {
            show(Notice("\((ids.count - texts.count).scans) left out: bytes that are no text", isWarning: true))
        }
        perform(.file(.copy(texts.joined(separator: "\n"))))
    }
}
