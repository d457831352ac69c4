import Foundation
import Screens
import Surface
import Symbols
import Testing

@Suite struct HistoryPaneTests {
    private func draw(_ model: AppModel, _ width: Int, _ height: Int, _ keys: Key...) -> String {
        var stack = ScreenStack(scanner: ScannerScreen())
        let context = Samples.context(model)
        let bounds = Rect(x: 0, y: 0, width: width, height: height)
        stack.fit(bounds, context: context)
        for key in keys { _ = stack.handle(key, context: context) }
        var canvas = Canvas(width: width, height: height)
        stack.render(into: &canvas, context: context)
        return canvas.text
    }

    private func model(_ rows: [HistoryRow], total: Int? = nil) -> AppModel {
        var model = Samples.model()
        (model.lastScan, model.picture.symbols) = (nil, [])
        model.history.replace(rows, total: total ?? rows.count)
        return model
    }

    private func row(_ id: Int64, daysAgo days: Double, _ symbology: Symbology = .ean13) -> HistoryRow {
        HistoryRow(
            id: id, time: Samples.time - days * 86400, symbology: symbology, summary: "content \(id)")
    }

    @Test func aScanOfAnotherDayHasItsDate() {
        let text = draw(model([row(3, daysAgo: 0), row(2, daysAgo: 1), row(1, daysAgo: 400)]), 120, 40)
        #expect(text.contains("12:07:09 "))
        #expect(text.contains("02-28 12:07 "))
        #expect(text.contains("2025-01-25 "))
    }

    @Test func theHistorysOwnScreenNamesEachDayOnce() {
        let rows = [
            row(5, daysAgo: 0), row(4, daysAgo: 1), row(3, daysAgo: 1), row(2, daysAgo: 5), row(1, daysAgo: 400),
        ]
        var screen = HistoryScreen()
        let context = Samples.context(model(rows))
        screen.fit(Rect(x: 0, y: 0, width: 100, height: 20), context: context)
        var canvas = Canvas(width: 100, height: 20)
        screen.render(into: &canvas, context: context)
        for text in ["Today       12:07:09 ", "Yesterday   12:07:09", "Tue 24 Feb  12:07:09", "25 Jan 2025 12:07:09"] {
            #expect(canvas.text.contains(text), "\(text)")
        }
        #expect(canvas.text.split(separator: "Yesterday").count == 2)
    }

    @Test func quantitiesTagsNotesAndPinsAreShownWhereThereAreAny() {
        var (counted, tagged) = (row(3, daysAgo: 0), row(2, daysAgo: 0))
        counted.quantity = 42
        (tagged.tags, tagged.note, tagged.isPinned) = (["late", "stock"], "look again", true)
        let text = draw(model([counted, tagged, row(1, daysAgo: 0)]), 140, 40)
        #expect(text.contains(" ×42 content 3"))
        #expect(text.contains("* #late #stock ¶"))
        #expect(!draw(model([row(1, daysAgo: 0)]), 140, 40).contains("×"))
    }

    @Test func marksOfOneHistoryAreNoneOfAnother() {
        var stack = ScreenStack(scanner: ScannerScreen())
        let context = Samples.context(model([row(2, daysAgo: 0), row(1, daysAgo: 0)]))
        stack.fit(Rect(x: 0, y: 0, width: 120, height: 40), context: context)
        for key: Key in [.character(" "), .character(" ")] { _ = stack.handle(key, context: context) }
        #expect(stack.handle(.character("y"), context: context) == [.history(.copy(ids: [2, 1]))])
        // Another history is in use, whose scans have the same numbers.
        stack.leaveHistory()
        stack.fit(Rect(x: 0, y: 0, width: 120, height: 40), context: context)
        #expect(stack.handle(.character("y"), context: context) == [.history(.copy(ids: [2]))])
    }

    @Test func theHistorysScreenGivesTheListBackThatScansGoTo() {
        var model = model([row(1, daysAgo: 0)])
        var screen = HistoryScreen()
        #expect(screen.handle(.back, model: model) == [.pop])
        model.history.otherPlace = .demo
        #expect(screen.handle(.back, model: model) == [.pop, .history(.leave)])
        #expect(screen.handle(.clear, model: model) == [.pop, .history(.leave)])
    }

    @Test func aDayEndsAtMidnightOfTheTimeZone() {
        let context = Samples.context(AppModel())
        // 11:07:09 UTC is 12:07:09 here.
        let midnight = Samples.time - 12 * 3600 - 7 * 60 - 9
        #expect(context.moment(midnight) == "00:00:00")
        #expect(context.moment(midnight - 1) == "02-28 23:59")
        #expect(context.moment(Samples.time + 86400) == "03-02 12:07")
        #expect(!context.moment(.distantPast).isEmpty)
        #expect(!context.moment(.distantFuture).isEmpty)
    }

    @Test(arguments: [(80, 24), (120, 40), (200, 60)])
    func symbologiesHaveShortNamesBesideThePicture(columns: Int, rows: Int) {
        let text = draw(model([row(1, daysAgo: 3, .dataBarExpanded)]), columns, rows)
        #expect(text.contains(" DB Exp "))
        #expect(text.contains("content 1"))
    }

    @Test func thePositionAndABarStandWhereNotAllFit() {
        let rows = (1...120).reversed().map { row(Int64($0), daysAgo: 0) }
        let text = draw(model(rows), 80, 24, .down, .down)
        #expect(text.contains(" 3 of 120 ─┘"))
        #expect(text.contains("█"))
        #expect(!draw(model(Array(rows.prefix(3))), 80, 24).contains(" of 3 "))
    }

    @Test func theNewestScanIsListedWhateverThePaneBesideShows() {
        for (width, height) in [(80, 24), (40, 12), (60, 30), (200, 60)] {
            let lines = draw(Samples.model(), width, height).split(separator: "\n")
            #expect(lines.contains { $0.contains("│") && $0.contains("9781617292156") }, "\(width)×\(height)")
        }
        // With one scan alone, too.
        var model = Samples.model()
        model.history.replace([model.history.rows[0]], total: 1)
        #expect(draw(model, 80, 24).components(separatedBy: "9781617292156").count == 3)
    }

    @Test(arguments: [true, false]) func theNextScanOfASessionIsShownWhateverWasSelected(isSession: Bool) {
        func last(_ id: Int64) -> LastScan {
            LastScan(row: row(id, daysAgo: 0), content: SymbolContent(symbology: .ean13, text: "content \(id)"))
        }
        var stack = ScreenStack(scanner: ScannerScreen())
        var counting = model([row(2, daysAgo: 0), row(1, daysAgo: 1)])
        counting.lastScan = last(2)
        if isSession { counting.history.session = SessionModel(name: "Aisle 4") }
        let bounds = Rect(x: 0, y: 0, width: 80, height: 24)
        stack.fit(bounds, context: Samples.context(counting))
        _ = stack.handle(.down, context: Samples.context(counting))
        stack.fit(bounds, context: Samples.context(counting))
        #expect(stack.handle(.enter, context: Samples.context(counting)) == [.history(.open(id: 1))])
        counting.history.replace([row(3, daysAgo: 0), row(2, daysAgo: 0), row(1, daysAgo: 1)], total: 3)
        counting.lastScan = last(3)
        let context = Samples.context(counting)
        stack.fit(bounds, context: context)
        #expect(stack.handle(.enter, context: context) == [.history(.open(id: isSession ? 3 : 1))])
    }

    @Test func aProductsNumberIsNeverCut() {
        var rows: [HistoryRow] = []
        for (number, (symbology, text)) in [
            (Symbology.ean13, "4006381333931"), (.itf, "15400141288763"), (.dataBarExpanded, "4006381333931 +51995"),
        ].enumerated() {
            rows.append(
                HistoryRow(
                    id: Int64(9 - number), time: Samples.time - 5 * 86400, symbology: symbology, summary: text,
                    source: "a camera with a long name"))
        }
        for count in 1...3 {
            let model = model(Array(rows.prefix(count)))
            for keys: [Key] in [[], [.character(" ")], [.character("L")]] {
                var stack = ScreenStack(scanner: ScannerScreen())
                if keys == [.character("L")] { stack.push(HistoryScreen()) }
                let context = Samples.context(model)
                stack.fit(Rect(x: 0, y: 0, width: 80, height: 24), context: context)
                for key in keys + [.character(" ")] { _ = stack.handle(key, context: context) }
                var canvas = Canvas(width: 80, height: 24)
                stack.render(into: &canvas, context: context)
                for row in rows.prefix(count) { #expect(canvas.text.contains(row.summary), "\(row.summary) \(keys)") }
            }
        }
    }

    @Test func whatIsSelectedIsOpened() {
        var stack = ScreenStack(scanner: ScannerScreen())
        let context = Samples.context
        stack.fit(Rect(x: 0, y: 0, width: 80, height: 24), context: context)
        #expect(stack.handle(.enter, context: context) == [.history(.open(id: 3))])
        _ = stack.handle(.down, context: context)
        #expect(stack.handle(.enter, context: context) == [.history(.open(id: 2))])
    }

    @Test func aTinyWindowShowsTheSelectedScanInItsLine() {
        #expect(draw(Samples.model(), 40, 12).contains("\n 9781617292156 · ISBN 978-1-6172… saved\n"))
        let text = draw(Samples.model(), 40, 12, .down)
        #expect(text.contains("2 of 3"))
        #expect(text.contains("QR Code"))
    }

    @Test func whatIsInViewIsShownInPlaceOfTheLastScan() {
        var model = Samples.model()
        #expect(draw(model, 80, 24).contains("─ Last scan ─"))
        model.picture.symbols = [
            .init(
                number: 1, corners: Samples.corners, state: .known, id: 1, symbology: .code128,
                summary: "LOT-2026-00017")
        ]
        for (width, height) in [(80, 24), (60, 30)] {
            let text = draw(model, width, height)
            #expect(text.contains("─ In view ─ Code 128 ─") && !text.contains("─ Last scan ─"))
            #expect(text.contains("scanned at 12:07:10"))
        }
        #expect(draw(model, 40, 12).contains("\n Code 128 LOT-2026-00017        in view\n"))
        // The last scan itself says more: when it was kept.
        model.picture.symbols[0].symbology = .ean13
        model.picture.symbols[0].summary = Samples.model().history.rows[0].summary
        #expect(draw(model, 80, 24).contains("─ Last scan ─"))
    }
}
