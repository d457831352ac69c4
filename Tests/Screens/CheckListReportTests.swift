import Screens
import Surface
import Testing
import Widgets

/// A check-list counts pieces, on its screen and in the status.
@Suite struct CheckListReportTests {
    private let lines = [
        CheckListReport.Line(text: "BOX-1001", label: "Screws", expected: 2, scanned: 0),
        CheckListReport.Line(text: "BOX-1002", label: "", expected: 3, scanned: 2),
        CheckListReport.Line(text: "BOX-1003", label: "Nails", expected: 1, scanned: 0),
        CheckListReport.Line(text: "BOX-1004", label: "", expected: 2, scanned: 5),
        CheckListReport.Line(text: "BOX-1005", label: "Pens", expected: 12, scanned: 12),
        CheckListReport.Line(text: "BOX-9", label: "", expected: 0, scanned: 4),
    ]

    @Test func headingsCountPiecesAndLinesSayHowManyWereScanned() {
        let texts = CheckListReport(lines).blocks(width: 80, Samples.context).map(\.text)
        #expect(
            texts == [
                "Missing: 4", "BOX-1001  Screws  0 / 2", "BOX-1002  2 / 3", "BOX-1003  Nails  0 / 1", "",
                "Surplus: 7", "BOX-1004  5 / 2", "BOX-9  4 / 0  not on the list", "",
                "Complete: 12", "BOX-1005  Pens  12 / 12",
            ])
    }

    private struct Counts: Report {
        func blocks(width: Int, _ context: RenderContext) -> [TextBlock] { [] }
    }

    @Test func itIsExportedByAKey() {
        var screen = ReportScreen(title: "", CheckListReport(lines, session: "Aisle 4"))
        #expect(screen.handle(.export, model: AppModel()) == [.session(.askReport(session: "Aisle 4"))])
        #expect(!screen.idle(AppModel()).contains(.export))
        // Other reports are not.
        var other = ReportScreen(title: "", Counts())
        #expect(other.idle(AppModel()).contains(.export))
        #expect(
            other.handle(.export, model: AppModel()).contains { if case .screen(.notice) = $0 { true } else { false } })
    }

    @Test func theStatusHasTheSameSums() {
        var session = SessionModel(name: "Aisle 4")
        session.checkList = CheckListModel(lines)
        #expect(session.status == "Aisle 4: 0, 4 missing, 7 surplus")
        session.checkList = CheckListModel([lines[4]])
        #expect(session.status == "Aisle 4: 0, complete")
    }
}
