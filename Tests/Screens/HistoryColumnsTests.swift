import Config
import Foundation
import Screens
import Surface
import Symbols
import Testing

/// The columns of the history's own screen are those that the user wants.
@Suite struct HistoryColumnsTests {
    private func titles(_ model: AppModel, _ width: Int = 280) -> String {
        var screen = HistoryScreen()
        let context = Samples.context(model)
        screen.fit(Rect(x: 0, y: 0, width: width, height: 12), context: context)
        var canvas = Canvas(width: width, height: 12)
        screen.render(into: &canvas, context: context)
        let line = canvas.text.split(separator: "\n", omittingEmptySubsequences: false)[1]
        // The pane beside the list is another matter.
        return String(line.split(separator: "││").first ?? "")
    }

    private var model: AppModel {
        var row = Samples.row(1, .ean13, "4006381333931")
        (row.quantity, row.tags, row.note, row.session) = (3, ["late"], "look again", "Aisle 4")
        (row.fields, row.lastSeen) = (["shelf": "A4"], Samples.time)
        var model = AppModel()
        model.history.replace([row], total: 1)
        return model
    }

    /// Not by its colour alone.
    @Test func aContentWithWarningsIsMarked() {
        var model = model
        var row = Samples.row(1, .qrCode, "xn--pypal-4ve.com/login")
        row.hasWarnings = true
        model.history.replace([row, Samples.row(2, .qrCode, "example.com")], total: 2)
        for width in [80, 120] {
            var screen = HistoryScreen()
            let context = Samples.context(model)
            var canvas = Canvas(width: width, height: 12)
            screen.fit(canvas.bounds, context: context)
            screen.render(into: &canvas, context: context)
            let lines = canvas.text.split(separator: "\n").map(String.init)
            #expect(lines.contains { $0.contains("! xn--pypal-4ve.com/login") })
            #expect(lines.contains { $0.contains("example.com") && !$0.contains("! example.com") })
        }
    }

    @Test func theyAreShownInTheirOrder() {
        var model = model
        #expect(words(titles(model)) == ["Time", "Symbology", "Qty", "Content", "Tags", "Source"])
        for columns in [[HistoryColumn.content], [.content, .time], HistoryColumn.allCases.reversed()] {
            model.history.columns = columns
            #expect(words(titles(model)) == columns.flatMap { words($0.title) })
        }
    }

    @Test func whatNoScanInViewHasTakesNoRoom() {
        var model = AppModel()
        model.history.replace([Samples.row(1, .ean13, "4006381333931")], total: 1)
        model.history.columns = HistoryColumn.allCases
        #expect(words(titles(model)) == ["Time", "Symbology", "Kind", "Content", "Last", "seen", "Source"])
        for width in 1...60 { #expect(titles(model, width).count <= width) }
    }

    @Test func theyAreCheckedInTheSettings() {
        func columns(_ text: String) -> ([HistoryColumn], problems: Int) {
            let (settings, problems) = Settings.read("[history]\ncolumns = \(text)")
            return (settings.historyColumns, problems.count)
        }
        #expect(columns("[\"note\", \"time\"]") == ([.note, .time], 0))
        for wrong in ["[]", "[\"time\", \"time\"]", "[\"colour\"]", "3"] {
            #expect(columns(wrong) == (HistoryColumn.standard, 1), "\(wrong)")
        }
    }

    private func words(_ text: String) -> [String] { text.split { $0 == " " || $0 == "│" }.map(String.init) }
}
