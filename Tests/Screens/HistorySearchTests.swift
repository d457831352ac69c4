import Foundation
import Screens
import Surface
import Symbols
import Testing

/// Looking for scans, on the scanner and on the history's own screen.
@Suite struct HistorySearchTests {
    private func stack(_ screens: any Screen...) -> ScreenStack {
        var stack = ScreenStack(scanner: ScannerScreen())
        for screen in screens { stack.push(screen) }
        return stack
    }

    private func draw(_ stack: ScreenStack, _ model: AppModel, _ width: Int = 120, _ height: Int = 40) -> Canvas {
        var stack = stack
        var canvas = Canvas(width: width, height: height)
        let context = Samples.context(model)
        stack.fit(canvas.bounds, context: context)
        stack.render(into: &canvas, context: context)
        return canvas
    }

    /// What keys lead to, with the program's part of a search played by this test.
    private func press(_ stack: inout ScreenStack, _ model: inout AppModel, _ keys: [Key]) -> [Effect] {
        var all: [Effect] = []
        for key in keys {
            let effects = stack.handle(key, context: Samples.context(model))
            for case .search(let text) in effects.compactMap({ $0.asked(HistoryEffect.self) }) {
                let rows = Samples.model().history.rows.filter {
                    text.isEmpty || $0.summary.lowercased().contains(text.lowercased())
                }
                model.history.replace(rows, total: rows.count, search: text)
            }
            all += effects
        }
        return all
    }

    @Test(arguments: [false, true]) func whatIsTypedIsLookedForAtOnce(isOnScreen: Bool) {
        var stack = isOnScreen ? stack(HistoryScreen()) : stack()
        var model = Samples.model()
        let effects = press(&stack, &model, [.character("/"), .character("L"), .character("o")])
        #expect(effects == [.history(.search("L")), .history(.search("Lo"))])
        #expect(draw(stack, model).text.contains(isOnScreen ? "/Lo" : "/Lo"))
        #expect(draw(stack, model).text.contains("1 found"))
        // Kept, opened: `/`, the text, and two keys.
        #expect(press(&stack, &model, [.enter, .enter]) == [.history(.open(id: 1))])
        #expect(draw(stack, model).text.contains("History 1 with “Lo”"))
        // Exported is what was found; Esc ends the search.
        #expect(press(&stack, &model, [.character("e")]) == [.export(.ask(.found("Lo")))])
        #expect(press(&stack, &model, [.escape]) == [.history(.search(""))])
        #expect(draw(stack, model).text.contains("History 3 "))
    }

    @Test func tabCompletesTheValueOfACondition() {
        var (stack, model) = (stack(HistoryScreen()), Samples.model())
        let typed = "/milk tag:".map { Key.character($0) }
        let effects = press(&stack, &model, typed)
        #expect(effects.last == .history(.offerValues(of: "tag")))
        #expect(effects.filter { $0 == .history(.offerValues(of: "tag")) }.count == 1)
        stack.offer(["late shift", "milk \"new\"", "stock", "shop"], ofCondition: "tag")
        #expect(draw(stack, model, 80, 24).text.contains("Tab late shift  stock  shop"))
        _ = press(&stack, &model, [.character("s")])
        #expect(draw(stack, model, 80, 24).text.contains("Tab late shift  stock  shop"))
        _ = press(&stack, &model, [.character("h")])
        #expect(draw(stack, model, 80, 24).text.contains("Tab late shift  shop"))
        #expect(press(&stack, &model, [.tab]) == [.history(.search("milk tag:\"late shift\""))])
        #expect(press(&stack, &model, [.tab]) == [.history(.search("milk tag:shop"))])
        // What is typed after it is a word.
        _ = press(&stack, &model, [.character(" ")])
        #expect(!draw(stack, model, 80, 24).text.contains("Tab late"))
        #expect(press(&stack, &model, [.tab]) == [])
    }

    /// On other screens nothing but the text is looked for.
    @Test func conditionsAreOfTheHistoryAlone() {
        var (stack, model) = (stack(HelpScreen(about: .scanner)), Samples.model())
        let effects = press(&stack, &model, "/tag:".map { .character($0) })
        #expect(!effects.contains(.history(.offerValues(of: "tag"))))
    }

    @Test func whatWasFoundIsUnderlined() throws {
        var (stack, model) = (stack(HistoryScreen()), Samples.model())
        _ = press(&stack, &model, [.character("/"), .character("2"), .character("0"), .character("2"), .enter])
        let canvas = draw(stack, model)
        var marked = ""
        for y in 0..<canvas.height {
            for x in 0..<canvas.width where canvas[x, y].style.attributes.contains(.underline) {
                marked.append(canvas[x, y].character)
            }
        }
        #expect(marked == "202")
    }

    @Test func escapeWhileTypingShowsAllAgain() {
        var (stack, model) = (stack(), Samples.model())
        let effects = press(&stack, &model, [.character("/"), .character("x"), .escape])
        #expect(effects == [.history(.search("x")), .history(.search(""))])
        #expect(draw(stack, model).text.contains("q quit"))
        // So does deleting what was typed, and once more.
        _ = press(&stack, &model, [.character("/"), .character("x"), .backspace])
        #expect(model.history.search.isEmpty)
        _ = press(&stack, &model, [.backspace])
        #expect(draw(stack, model).text.contains("q quit"))
    }

    @Test func nothingFoundIsSaid() {
        var (stack, model) = (stack(HistoryScreen()), Samples.model())
        _ = press(&stack, &model, [.character("/"), .character("#")])
        #expect(draw(stack, model).text.contains("No scan with “#”."))
        #expect(draw(stack, model).text.contains("not found"))
        let effects = press(&stack, &model, [.enter, .enter])
        #expect(effects.isEmpty)
        #expect(stack.notice?.text == "No scan selected: no scan with “#”")
    }

    @Test func whileItIsStillLookedForNothingOfTheOldListIsTaken() {
        var (stack, model) = (stack(), Samples.model())
        model.history.nextSearch = "lot"
        #expect(press(&stack, &model, [.enter]) == [.history(.openFound)])
        #expect(press(&stack, &model, [.character("d")]).isEmpty)
        #expect(press(&stack, &model, [.character("y")]).isEmpty)
        #expect(press(&stack, &model, [.character("e")]) == [.export(.ask(.found("lot")))])
    }

    @Test func nGoesToTheNextFoundAndBehindTheLastIsTheFirst() {
        var (stack, model) = (stack(HistoryScreen()), Samples.model())
        #expect(press(&stack, &model, [.character("n")]).isEmpty)
        #expect(stack.notice?.text == "No search: press / to begin")
        _ = press(&stack, &model, [.character("/"), .character("1"), .enter])
        #expect(press(&stack, &model, [.character("n"), .enter]) == [.history(.open(id: 2))])
        _ = press(&stack, &model, [.character("n"), .character("n")])
        #expect(press(&stack, &model, [.enter]) == [.history(.open(id: 3))])
        #expect(press(&stack, &model, [.character("N"), .enter]) == [.history(.open(id: 1))])
    }

    @Test func leavingTheScreenEndsTheSearch() {
        var (stack, model) = (stack(HistoryScreen()), Samples.model())
        let effects = press(&stack, &model, [.character("/"), .character("L"), .enter, .character("q")])
        #expect(effects.last == .history(.search("")))
        #expect(stack.showsScanner)
        var other = self.stack(HistoryScreen())
        #expect(press(&other, &model, [.escape]).isEmpty)
        #expect(other.showsScanner)
    }

    @Test(arguments: [(80, 24), (200, 60), (40, 12)]) func theScreenAtEachSize(width: Int, height: Int) throws {
        try expectGolden("history-\(width)x\(height)", draw(stack(HistoryScreen()), Samples.model(), width, height))
        var hostile = Samples.model()
        let rows = [
            HistoryRow(
                id: 9, time: Samples.time - 86400, symbology: .dataBarExpanded,
                summary: "ein\u{202E}neu\u{1B}[31m 🎫 e\u{301} 日本語のテキスト", source: "camera\u{1B}]0;x\u{7}"),
            HistoryRow(
                id: 8, time: Samples.time - 400 * 86400, symbology: .qrCode,
                summary: String(repeating: "very long ", count: 40), source: String(repeating: "name ", count: 30)),
        ]
        hostile.history.replace(rows, total: 1_000_000, search: "日本 very\u{202E}")
        try expectGolden("history-hostile-\(width)x\(height)", draw(stack(HistoryScreen()), hostile, width, height))
    }

    @Test func theEmptyScreen() throws {
        try expectGolden("history-empty", draw(stack(HistoryScreen()), AppModel(), 80, 24))
    }
}
