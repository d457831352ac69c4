import FullScreen
import Foundation
import Payloads
import Screens
import Surface
import Symbols
import Testing

/// What people who live in terminals expect of keys.
@Suite struct HabitsTests {
    private let bounds = Rect(x: 0, y: 0, width: 80, height: 24)

    private func model(_ count: Int64) -> AppModel {
        var model = Samples.model()
        (model.lastScan, model.picture.symbols) = (nil, [])
        model.history.replace((1...count).reversed().map { Samples.row($0, .code128, "LOT-\($0)") }, total: Int(count))
        return model
    }

    private func press(_ stack: inout ScreenStack, _ model: AppModel, _ keys: Key...) -> [Effect] {
        let context = Samples.context(model)
        stack.fit(bounds, context: context)
        return keys.flatMap { stack.handle($0, context: context) }
    }

    private func draw(_ stack: ScreenStack, _ model: AppModel) -> String {
        var stack = stack
        stack.fit(bounds, context: Samples.context(model))
        var canvas = Canvas(width: bounds.width, height: bounds.height)
        stack.render(into: &canvas, context: Samples.context(model))
        return canvas.text
    }

    @Test func pagesAndHalvesGoByTheListsHeight() {
        let model = model(100)
        for screen in [nil, HistoryScreen()] as [HistoryScreen?] {
            var stack = ScreenStack(scanner: ScannerScreen())
            if let screen { stack.push(screen) }
            func selected(_ keys: Key...) -> Int64? {
                for key in keys { _ = press(&stack, model, key) }
                guard case .open(let id)? = press(&stack, model, .enter).first?.asked(HistoryEffect.self) else {
                    return nil
                }
                return id
            }
            // 20 rows of 22 on the scanner, and 20 below the titles on the screen: one of them stays in sight.
            let page = 19
            #expect(selected(.pageDown) == Int64(100 - page))
            #expect(selected(.control("d")) == Int64(100 - page - page / 2))
            #expect(selected(.control("u")) == Int64(100 - page))
            #expect(selected(.character("G")) == 1)
            #expect(selected(.character("g"), .character("g")) == 100)
        }
    }

    @Test(arguments: [false, true]) func spaceMarksAndCommandsTakeTheMarkedOnes(isOnScreen: Bool) {
        let model = model(9)
        var stack = ScreenStack(scanner: ScannerScreen())
        if isOnScreen { stack.push(HistoryScreen()) }
        #expect(press(&stack, model, .character(" "), .down, .character(" ")).isEmpty)
        let shown = draw(stack, model)
        #expect(shown.contains("2 marked"))
        #expect(shown.components(separatedBy: "│• ").count == 3)
        #expect(press(&stack, model, .character("y")) == [.history(.copy(ids: [9, 7]))])
        #expect(press(&stack, model, .character("d")) == [.deletion(.ask(ids: [9, 7]))])
        #expect(press(&stack, model, .character("e")) == [.export(.ask(.marked([9, 7])))])
        #expect(press(&stack, model, .character("E")) == [.export(.ask(.today))])
        // A question says how many, and which.
        stack.ask(.deletion(of: Array(model.history.rows.prefix(7)), remark: "u brings them back"))
        let question = draw(stack, model)
        #expect(question.contains("Delete these 7 scans?") && question.contains("and 2 more"))
        #expect(question.contains("u brings them back"))
        _ = press(&stack, model, .escape)
        // Esc takes the marks away first.
        _ = press(&stack, model, .escape)
        #expect(stack.showsScanner == !isOnScreen)
        #expect(press(&stack, model, .character("e")) == [.export(.ask(.all))])
    }

    @Test func whereTheHistoryIsHiddenNothingMovesInIt() {
        let model = model(9)
        var stack = ScreenStack(scanner: ScannerScreen())
        _ = press(&stack, model, .character("h"))
        for key: Key in [.down, .character("G"), .character(" ")] {
            #expect(press(&stack, model, key).isEmpty)
            #expect(stack.notice?.text == "The history is hidden: press h to show it")
        }
        #expect(press(&stack, model, .character("h"), .enter) == [.history(.open(id: 9))])
    }

    @Test func undoIsRefusedUntilSomethingWasDeleted() {
        var model = model(3)
        #expect(Features.idle(model).contains(Command("undo")))
        model.history.undoableDeletions = 1
        #expect(!Features.idle(model).contains(Command("undo")))
        var stack = ScreenStack(scanner: ScannerScreen())
        #expect(press(&stack, model, .character("u")) == [.run(Command("undo"))])
    }

    @Test func aTextIsLookedForOnTheScreenOfAScan() {
        let content =
            String(repeating: "filler line\n", count: 60) + "needle one\n" + String(repeating: "x\n", count: 30)
        let scan = Samples.scan(.qrCode, content + "Needle two")
        var stack = ScreenStack(scanner: ScannerScreen())
        stack.push(ScanScreen(id: 1, scan: scan, payload: Payload.parse(scan.symbol.content)))
        let model = Samples.model()
        #expect(!draw(stack, model).contains("needle one"))
        for character in "/needle" { _ = press(&stack, model, .character(character)) }
        #expect(draw(stack, model).contains("needle one"))
        #expect(draw(stack, model).contains("/needle"))
        _ = press(&stack, model, .enter)
        #expect(draw(stack, model).contains("/needle  1 of "))
        _ = press(&stack, model, .character("n"))
        #expect(draw(stack, model).contains("Needle two"))
        _ = press(&stack, model, .character("N"))
        #expect(draw(stack, model).contains("needle one"))
        for character in "/nowhere" { _ = press(&stack, model, .character(character)) }
        #expect(draw(stack, model).contains("not found"))
        _ = press(&stack, model, .escape)
        #expect(!draw(stack, model).contains("nowhere"))
        #expect(!stack.showsScanner)
    }

    @Test func theHelpIsSearchedTheSameWay() {
        var stack = ScreenStack(scanner: ScannerScreen())
        let model = Samples.model()
        _ = press(&stack, model, .character("?"))
        for character in "/undo the" { _ = press(&stack, model, .character(character)) }
        _ = press(&stack, model, .enter)
        #expect(draw(stack, model).contains("Undo the last deletion"))
        #expect(draw(stack, model).contains("1 of 1"))
        // The search goes along to another screen's keys.
        _ = press(&stack, model, .tab)
        #expect(draw(stack, model).contains("/undo the"))
        // A key is found by its name, too.
        for character in "/ctrl-d" { _ = press(&stack, model, .character(character)) }
        #expect(draw(stack, model).contains("Half a page down"))
    }
}
