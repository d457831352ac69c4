import Surface
import Symbols
import Testing

@testable import Screens

/// The form of a session, and what the last scan says while a check-list is counted.
@Suite struct SessionScreenTests {
    private func stack() -> ScreenStack {
        var stack = ScreenStack(scanner: ScannerScreen())
        stack.push(SessionScreen(repeats: .each, earlier: ["Aisle 3"]))
        return stack
    }

    private func press(_ keys: [Key]) -> [Effect] {
        var stack = stack()
        return keys.flatMap { stack.handle($0, context: Samples.context) }
    }

    private func started(_ effects: [Effect]) -> SessionRequest? {
        guard case .start(let request)? = effects.last?.asked(SessionEffect.self) else { return nil }
        return request
    }

    @Test func enterStartsASessionOfThatName() {
        let keys = "Aisle 4".map { Key.character($0) }
        #expect(started(press(keys + [.enter])) == SessionRequest(name: "Aisle 4", checkList: "", repeats: nil))
        let all = keys + [.tab] + "list".map { .character($0) } + [.enter]
        #expect(started(press(all))?.name == "Aisle 4")
    }

    @Test func repeatsAreChosenInTheSameForm() {
        let keys: [Key] = [.character("A"), .down, .down, .right, .enter]
        #expect(started(press(keys))?.repeats == .count)
    }

    @Test func aPathTypedAsTheNameIsTheCheckList() {
        let keys = "~/lists/aisle-4.csv".map { Key.character($0) }
        let expected = SessionRequest(name: "aisle-4", checkList: "~/lists/aisle-4.csv", repeats: nil)
        #expect(started(press(keys + [.enter])) == expected)
        // With a list of its own it is a name.
        let both = keys + [.tab] + "x".map { .character($0) } + [.enter]
        #expect(started(press(both)) == SessionRequest(name: "~/lists/aisle-4.csv", checkList: "x", repeats: nil))
    }

    @Test func withoutANameNothingStarts() {
        #expect(started(press([.enter])) == nil)
    }

    private func text(expected: Int, scanned: Int) -> String {
        var model = Samples.model()
        model.picture.symbols = []
        let content = SymbolContent(symbology: .code128, text: "BOX-1")
        model.lastScan = LastScan(row: Samples.row(9, .code128, "BOX-1"), content: content)
        model.history.session = SessionModel(name: "Aisle 4")
        model.history.session?.lastLine = CheckListReport.Line(
            text: "BOX-1", label: expected == 0 ? "" : "Screws", expected: expected, scanned: scanned)
        let context = Samples.context(model)
        var stack = ScreenStack(scanner: ScannerScreen())
        var canvas = Canvas(width: 120, height: 40)
        stack.fit(canvas.bounds, context: context)
        stack.render(into: &canvas, context: context)
        return canvas.text
    }

    @Test func theLastScanSaysHowFarItsLineIs() {
        #expect(text(expected: 2, scanned: 1).contains("Screws 1 of 2"))
        #expect(!text(expected: 2, scanned: 1).contains("Not on the check-list"))
    }

    @Test func aCodeThatNobodyExpectsIsLoud() {
        let text = text(expected: 0, scanned: 1)
        #expect(text.contains("! Not on the check-list"))
        #expect(text.contains("NOT ON THE LIST"))
    }
}
