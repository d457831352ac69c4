import Screens
import Surface
import Testing

@Suite struct LeavingWhilePrintingTests {
    private func stack(_ change: (inout JobUnderWay) -> Void) -> (ScreenStack, RenderContext) {
        var model = Samples.model()
        var job = JobUnderWay(printer: "Office", labels: "30 labels on 2 sheets of L7160")
        change(&job)
        model.printing.underWay = job
        return (ScreenStack(scanner: ScannerScreen()), Samples.context(model))
    }

    private func text(_ stack: ScreenStack, _ context: RenderContext) -> String {
        var (stack, canvas) = (stack, Canvas(width: 80, height: 24))
        stack.fit(canvas.bounds, context: context)
        stack.render(into: &canvas, context: context)
        return canvas.text
    }

    @Test(arguments: [Key.character("q"), .control("c")])
    func whoQuitsIsToldWhatWouldBeMissing(key: Key) {
        var (stack, context) = stack { $0.state = "12 of 40 KiB sent" }
        #expect(stack.handle(key, context: context).isEmpty)
        let shown = text(stack, context)
        #expect(shown.contains("Quit while labels are being printed?"))
        #expect(shown.contains("Office: 12 of 40 KiB sent."))
        #expect(shown.contains("! The printer does not have all of them yet"))
        #expect(stack.handle(.character("n"), context: context).isEmpty)
        #expect(!text(stack, context).contains("Quit while"))
    }

    @Test func whatThePrinterHasIsLeftToIt() {
        var (stack, context) = stack { ($0.state, $0.isAtPrinter) = ("job 12 is being printed", true) }
        #expect(stack.handle(.character("q"), context: context).isEmpty)
        #expect(text(stack, context).contains("The printer has all of them and goes on."))
        #expect(stack.handle(.character("y"), context: context) == [.run(.quit)])
    }
}
