import Payloads
import Surface
import Symbols
import Testing

@testable import Screens

/// A wide history screen says beside its list what the selected scan says.
@Suite struct HistoryPreviewTests {
    private static let wifi = "WIFI:T:WPA;S:Home;P:swordfish;;"

    private var model: AppModel {
        var row = Samples.row(7, .qrCode, Self.wifi)
        (row.quantity, row.tags, row.note, row.session) = (3, ["late"], "look again", "Aisle 4")
        var model = AppModel()
        model.history.replace([row, Samples.row(6, .code128, "LOT-1")], total: 2)
        return model
    }

    private var loaded: AppModel {
        var model = model
        let content = SymbolContent(symbology: .qrCode, text: Self.wifi)
        model[HistoryPreview?.self] = HistoryPreview(id: 7, payload: .parse(content))
        return model
    }

    private func text(_ model: AppModel, width: Int = 120, down: Bool = false) -> String {
        var screen = HistoryScreen()
        let context = Samples.context(model)
        let bounds = Rect(x: 0, y: 0, width: width, height: 30)
        screen.fit(bounds, context: context)
        if down { _ = screen.handle(.selectNext, model: model) }
        screen.fit(bounds, context: context)
        var canvas = Canvas(width: width, height: 30)
        screen.render(into: &canvas, context: context)
        return canvas.text
    }

    @Test func itShowsFieldsWithoutSecretsAndRemarks() {
        let text = text(loaded)
        for part in ["Scan 7", "Wi-Fi", "Home", "2026-03-01 12:07:16", "late", "look again", "Aisle 4"] {
            #expect(text.contains(part), "\(part)")
        }
        #expect(!text.contains("swordfish"))
    }

    @Test func aRowShowsWhatItKnowsUntilItsScanIsLoaded() {
        #expect(text(model).contains("look again"))
        // What was loaded is of another scan.
        let next = text(loaded, down: true)
        #expect(next.contains("Scan 6"))
        #expect(!next.contains("look again"))
    }

    @Test func aNarrowWindowHasOnlyTheList() {
        #expect(!text(loaded, width: 119).contains("Scan 7"))
    }

    @Test(arguments: [(120, 40)]) func theScreen(width: Int, height: Int) throws {
        var stack = ScreenStack(scanner: ScannerScreen())
        stack.push(HistoryScreen())
        let context = Samples.context(loaded)
        var canvas = Canvas(width: width, height: height)
        stack.fit(canvas.bounds, context: context)
        stack.render(into: &canvas, context: context)
        try expectGolden("history-preview-\(width)x\(height)", canvas)
    }
}
