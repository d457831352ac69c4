import Foundation
import Surface
import Symbols
import Testing

@testable import Screens

/// Keys act on the scan that is shown, whatever was scanned last or is listed first.
@Suite struct ShownScanTests {
    private let bounds = Rect(x: 0, y: 0, width: 100, height: 40)

    private func symbol(
        _ number: Int, _ text: String, id: Int64?, _ state: PictureModel.OutlinedSymbol.State = .known
    ) -> PictureModel.OutlinedSymbol {
        .init(
            number: number, corners: Samples.corners, state: state, id: id, symbology: .code128, summary: text,
            content: SymbolContent(symbology: .code128, text: text))
    }

    /// BOX-3 was scanned last, and is the newest of three.
    private func model(inView symbols: [PictureModel.OutlinedSymbol]) -> AppModel {
        var model = Samples.model()
        let rows = (1...3).reversed().map { Samples.row(Int64($0), .code128, "BOX-\($0)") }
        model.history.replace(rows, total: 3)
        model.lastScan = LastScan(row: rows[0], content: SymbolContent(symbology: .code128, text: "BOX-3"))
        model.picture.symbols = symbols
        return model
    }

    private func press(_ stack: inout ScreenStack, _ model: AppModel, _ keys: Key...) -> [Effect] {
        let context = Samples.context(model)
        stack.fit(bounds, context: context)
        return keys.flatMap { stack.handle($0, context: context) }
    }

    private func draw(_ stack: ScreenStack, _ model: AppModel, _ width: Int = 100, _ height: Int = 40) -> Canvas {
        var (stack, canvas) = (stack, Canvas(width: width, height: height))
        stack.fit(canvas.bounds, context: Samples.context(model))
        stack.render(into: &canvas, context: Samples.context(model))
        return canvas
    }

    /// The texts of the rows that are drawn as selected, without their frames.
    private func selected(_ canvas: Canvas) -> [String] {
        let style = Samples.context.theme[.selection]
        return (0..<canvas.height - 2).compactMap { y in
            let text = (0..<canvas.width).filter { canvas[$0, y].style == style }.map { canvas[$0, y].character }
            return text.isEmpty ? nil : String(text).trimmingCharacters(in: .whitespaces)
        }
    }

    private let stack = ScreenStack(scanner: ScannerScreen())

    @Test func keysTakeTheCodeInViewThoughAnotherWasScannedLast() {
        let model = model(inView: [symbol(1, "BOX-1", id: 1)])
        for (key, effect) in [
            (Key.enter, Effect.history(.open(id: 1))), (.character("y"), .history(.copy(ids: [1]))),
            (.character("o"), .history(.act(id: 1))), (.character("d"), .deletion(.ask(ids: [1]))),
            (.character("Q"), .code(.show(id: 1))),
        ] {
            var stack = stack
            #expect(press(&stack, model, key) == [effect])
        }
        let canvas = draw(stack, model)
        #expect(canvas.text.contains("─ In view ─ Code 128 ─") && canvas.text.contains("scanned at 12:07:10"))
        #expect(selected(canvas).count == 1 && selected(canvas)[0].hasSuffix("BOX-1"), "the list agrees")
    }

    @Test func theUsersChoiceIsShownAndTakenUntilEsc() {
        let model = model(inView: [symbol(1, "BOX-1", id: 1)])
        var stack = stack
        // From the row of what is in view.
        #expect(press(&stack, model, .up, .character("y")) == [.history(.copy(ids: [2]))])
        #expect(draw(stack, model).text.contains("─ Selected ─ 12:07:11  Code 128 ─"))
        #expect(draw(stack, model, 40, 12).text.contains(" Code 128 BOX-2"))
        #expect(press(&stack, model, .up, .character("y")) == [.history(.copy(ids: [3]))])
        #expect(press(&stack, model, .escape).isEmpty)
        #expect(press(&stack, model, .character("y")) == [.history(.copy(ids: [1]))])
        #expect(draw(stack, model).text.contains("─ In view ─"))
    }

    @Test func aCodeThatIsNotInTheHistoryIsCopiedAndNothingElseIsTakenForIt() {
        var model = model(inView: [symbol(1, "BOX-9", id: nil, .unkept)])
        var stack = stack
        #expect(press(&stack, model, .character("y")) == [.file(.copy("BOX-9"))])
        let content = SymbolContent(symbology: .code128, text: "BOX-9")
        #expect(press(&stack, model, .character("o")) == [.history(.actOn(content))])
        for key: Key in [.enter, .character("d"), .character("Q"), .character(" ")] {
            #expect(press(&stack, model, key).isEmpty)
            #expect(stack.notice?.text == "This code is not in the history; press y to copy it", "\(key.name)")
        }
        #expect(selected(draw(stack, model)).isEmpty)
        // The first step leads into the list.
        #expect(press(&stack, model, .down, .enter) == [.history(.open(id: 3))])
        // The last scan itself could not be kept.
        model = self.model(inView: [])
        model.lastScan = LastScan(
            row: Samples.row(0, .code128, "BOX-9"), fate: .waiting(reason: "the disk is full"), content: content)
        var other = self.stack
        #expect(press(&other, model, .character("y")) == [.file(.copy("BOX-9"))])
        #expect(press(&other, model, .enter).isEmpty)
        #expect(other.notice?.text == "This scan is not saved yet; press y to copy it")
        // It is not forgotten over another that is selected.
        _ = press(&other, model, .down)
        #expect(draw(other, model).text.contains(" last scan NOT SAVED YET "))
    }

    @Test func ofSeveralInViewTheMarkedOneIsTaken() {
        let two = [symbol(1, "BOX-2", id: 2), symbol(2, "BOX-1", id: 1)]
        var stack = stack
        #expect(press(&stack, model(inView: two), .enter, .enter) == [.history(.open(id: 2))])
        #expect(draw(stack, model(inView: two)).text.contains("│▸1= C128 BOX-2"))
        // The last scan, where it is among them, and however many there are.
        let many = (10..<40).map { symbol($0, "BOX-\($0)", id: Int64($0)) } + [symbol(40, "BOX-3", id: 3)]
        #expect(press(&stack, model(inView: many), .enter, .enter) == [.history(.open(id: 3))])
        #expect(draw(stack, model(inView: many)).text.contains("│▸40= C128 BOX-3"))
    }

    @Test func codesOfTheSameMeaningAreToldApart() {
        var other = symbol(1, "BOX-3", id: 1)
        other.content = SymbolContent(symbology: .code128, text: "BOX-3 with another secret")
        var stack = stack
        #expect(press(&stack, model(inView: [other]), .enter) == [.history(.open(id: 1))])
        #expect(draw(stack, model(inView: [other])).text.contains("─ In view ─"))
        #expect(draw(stack, model(inView: [symbol(1, "BOX-3", id: 3)])).text.contains("─ Last scan ─"))
    }

    @Test func whatWasReadBeforeAndIsNoNewScanIsTaken() {
        var model = model(inView: [])
        model.lastScan = LastScan(
            row: Samples.row(1, .code128, "BOX-1"), fate: .known(id: 1, since: Samples.time),
            content: SymbolContent(symbology: .code128, text: "BOX-1"))
        var stack = stack
        #expect(press(&stack, model, .enter) == [.history(.open(id: 1))])
        // Without its pane the list alone shows what keys take.
        #expect(press(&stack, model, .character("H"), .enter) == [.history(.open(id: 1))])
        model.lastScan?.row = Samples.row(77, .code128, "BOX-77")
        #expect(press(&stack, model, .enter) == [.history(.open(id: 1))], "77 is neither listed nor shown")
    }

    @Test func aSearchShowsAndTakesWhatWasFound() {
        var model = model(inView: [symbol(1, "BOX-1", id: 1)])
        model.history.replace([Samples.row(2, .code128, "BOX-2")], total: 1, search: "2")
        var stack = stack
        #expect(press(&stack, model, .character("y")) == [.history(.copy(ids: [2]))])
        #expect(draw(stack, model).text.contains("─ Selected ─"))
        model.history.replace([], total: 0, search: "7")
        #expect(press(&stack, model, .character("y")).isEmpty)
        #expect(stack.notice?.text == "No scan selected: no scan with “7”")
    }
}
