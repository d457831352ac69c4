import Widgets
import Frames
import Payloads
import Screens
import Surface
import Symbols
import Testing

@Suite struct HistorySelectionTests {
    private func rows(_ ids: ClosedRange<Int64>) -> [HistoryRow] {
        ids.reversed().map { Samples.row($0, .code128, "A\($0)") }
    }

    @Test func aListThatWasReadAMomentAgoKeepsWhatCameSince() {
        var model = AppModel()
        model.history.replace(rows(1...3), total: 3)
        let newest = model.history.state[0]
        let came = rows(4...4)[0]
        model.history.prepend(came)
        model.history.prepend(came)
        #expect(model.history.rows.count == 4, "what was read and told is one row")
        // Read before the fourth came; another program had deleted the third.
        model.history.refresh(rows(1...2), total: 2, since: newest)
        #expect(model.history.rows.count == 3)
        // All deleted, and no new ones since.
        model.history.refresh([], total: 0, since: model.history.state[0])
        #expect(model.history.rows.count == 0)
    }

    @Test func theSelectionStaysOnItsScanWhenNewOnesCome() {
        var scanner = ScannerScreen()
        var model = AppModel()
        model.history.replace(rows(1...5), total: 5)
        _ = scanner.handle(.selectNext, model: model)
        model.history.prepend(Samples.row(6, .code128, "A6"))
        #expect(scanner.handle(.open, model: model) == [.history(.open(id: 4))])
    }

    @Test func onTheNewestItFollowsTheNewest() {
        var scanner = ScannerScreen()
        var model = AppModel()
        model.history.replace(rows(1...5), total: 5)
        model.history.prepend(Samples.row(6, .code128, "A6"))
        #expect(scanner.handle(.open, model: model) == [.history(.open(id: 6))])
    }

    @Test func deletingKeepsASelection() {
        var scanner = ScannerScreen()
        var model = AppModel()
        model.history.replace(rows(1...3), total: 3)
        _ = scanner.handle(.selectLast, model: model)
        scanner.fit(Rect(x: 0, y: 0, width: 120, height: 40), context: Samples.context(model))
        model.remove(id: 1)
        #expect(scanner.handle(.open, model: model) == [.history(.open(id: 2))])
        model.remove(id: 2)
        model.remove(id: 3)
        guard case .screen(.notice)? = scanner.handle(.open, model: model).first else {
            Issue.record("an empty history has nothing to open")
            return
        }
    }

    @Test func moreRowsAreAskedForNearTheEnds() {
        var scanner = ScannerScreen()
        var model = AppModel()
        model.history.replace(rows(100...400), total: 400)
        #expect(scanner.handle(.selectNext, model: model).isEmpty)
        #expect(scanner.handle(.selectLast, model: model) == [.history(.load(.last))])
        #expect(model.history.rows.last?.id == 100)
        model.history.replace(rows(0...299), total: 501, firstIndex: 201)
        #expect(scanner.handle(.selectNext, model: model) == [.history(.load(.preceding))])
        #expect(scanner.handle(.selectLast, model: model).isEmpty)
        #expect(scanner.handle(.selectFirst, model: model) == [.history(.load(.first))])
        model.history.replace(rows(100...400), total: 400)
        _ = scanner.handle(.selectFirst, model: model)
        model.history.append([])
        #expect(scanner.handle(.selectNext, model: model).isEmpty)
    }
}
