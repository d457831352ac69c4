import Files
import Foundation
import History
import Screens
import Services

/// The check-list of a session: loading, showing and exporting it.
extension SessionFeature {
    func loadCheckList(_ path: String) {
        guard let name = records.keeping.current.session else { return }
        askHistory { history in
            let items = try CheckListFile.items(at: path)
            try history.expect(items, in: history.openSession(called: name).id)
            return items.map(\.quantity).reduce(0, +)
        } failed: { [self] in
            display.rejectAnswer($0)
        } then: { [self] count in
            display.stack.acceptAnswer()
            show(Notice("\(count.pieces) expected in “\(name)”"))
            showSession()
        }
    }

    func showCheckList() {
        guard let name = records.keeping.current.session else { return }
        askHistory(holdsKeys: true) { history in
            try history.session(called: name).flatMap { try history.checkList(of: $0.id) }
        } then: { [self] list in
            guard let list else { return show(Notice("“\(name)” has no check-list: load one with @ or W")) }
            let report = CheckListReport(Self.lines(of: list), session: name)
            display.push(ReportScreen(title: "Check-list of “\(name)”", report))
        }
    }

    static func lines(of list: CheckListProgress) -> [CheckListReport.Line] {
        list.lines.map {
            CheckListReport.Line(
                text: $0.item.text, label: $0.item.label, expected: $0.item.quantity, scanned: $0.scanned)
        }
    }

    /// Asks for the file that the check-list goes to.
    func askReport(of name: String) {
        askForFile("Export the check-list", hint: "A CSV file. \(SaveTarget.hint)", name: "check-list.csv") {
            [.session(.writeReport(session: name, path: $0, overwrite: false))]
        }
    }

    func writeReport(of name: String, to typed: String, overwrite: Bool) {
        let history = records.history
        writeFile(typed, name: "check-list.csv", overwrite: overwrite) {
            .session(.writeReport(session: name, path: $0, overwrite: true))
        } _: { path in
            guard let session = try history.session(called: name), let list = try history.checkList(of: session.id)
            else { throw UserError("“\(name)” has no check-list") }
            try ExportFile.write(to: path, overwrite: overwrite) { write in
                let lines = list.table.map { CSVRow.text($0) + "\r\n" }
                try Array(lines.joined().utf8).withUnsafeBytes(write)
            }
            return list
        } done: { [self] list, path in
            show(Notice("\(list.lines.count) lines written to \(SaveTarget.shown(path))"))
        }
    }
}
