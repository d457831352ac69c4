import Surface
import Testing

@testable import Screens

@Suite struct ScannerPanesTests {
    private let standard = Rect(x: 0, y: 0, width: 80, height: 24)

    private func layout(_ panes: ScannerPanes, _ width: Int = 80, _ height: Int = 24) -> ScannerLayout {
        ScannerLayout(Rect(x: 0, y: 0, width: width, height: height), panes: panes)
    }

    @Test(arguments: [0, 0.1, 0.3, 0.42, 0.5, 0.9, 1, .nan, .infinity, -1])
    func thePictureKeepsWhatItNeedsAtTheStandardSize(share: Double) {
        let layout = layout(ScannerPanes(sideShare: share, belowShare: share))
        #expect(layout.plan == .beside)
        #expect(layout.preview.width >= 44)
        #expect(layout.preview.height >= 16)
        #expect(layout.history.width >= 20)
    }

    @Test func panesOfAnySizeFillTheBodyAndNeverOverlap() {
        for width in stride(from: 40, through: 240, by: 10) {
            for height in stride(from: 12, through: 80, by: 4) {
                for share in [0, 0.2, 0.5, 1] {
                    let layout = layout(ScannerPanes(sideShare: share, belowShare: share), width, height)
                    let rects = [layout.preview, layout.lastScan, layout.history, layout.status].filter { !$0.isEmpty }
                    #expect(rects.reduce(0) { $0 + $1.width * $1.height } == width * (height - 1))
                    for (i, one) in rects.enumerated() {
                        #expect(rects[(i + 1)...].allSatisfy { $0.clamped(to: one).isEmpty }, "\(width)×\(height)")
                    }
                    #expect(layout.plan == self.layout(ScannerPanes(), width, height).plan)
                }
            }
        }
    }

    private func stack(_ width: Int = 120, _ height: Int = 40) -> ScreenStack {
        var stack = ScreenStack(scanner: ScannerScreen())
        stack.fit(Rect(x: 0, y: 0, width: width, height: height), context: Samples.context)
        return stack
    }

    private func historyWidth(_ stack: ScreenStack, _ width: Int = 120, _ height: Int = 40) -> Int {
        stack.scanner.layout(Rect(x: 0, y: 0, width: width, height: height), context: Samples.context).history.width
    }

    @Test func whereThereIsNoRoomForPanesThatIsSaidAndNotRemembered() {
        // A picture as wide as the window.
        var model = Samples.model()
        if let wide = Samples.frame(width: 640, height: 180) { model.picture.show(wide) }
        var stack = ScreenStack(scanner: ScannerScreen())
        stack.fit(Rect(x: 0, y: 0, width: 40, height: 12), context: Samples.context(model))
        for key in ["h", "H"] {
            _ = stack.handle(.character(Character(key)), context: Samples.context(model))
            #expect(stack.scanner.panes == ScannerPanes(), "\(key)")
            #expect(stack.notice?.text.contains("No room") == true)
        }
    }

    @Test func aTinyWindowHasTheHistoryInTheColumnsThatThePictureLeaves() {
        let layout = layout(ScannerPanes(), 40, 12)
        #expect(layout.plan == .tiny)
        #expect(layout.preview == Rect(x: 0, y: 0, width: 24, height: 9))
        #expect(layout.history == Rect(x: 24, y: 0, width: 16, height: 9))
        var stack = stack(40, 12)
        _ = stack.handle(.character("h"), context: Samples.context)
        #expect(!stack.scanner.panes.history)
        #expect(self.layout(stack.scanner.panes, 40, 12).preview.width == 40)
    }

    @Test func largeLettersFitBelowThePicture() {
        for (width, height) in [(60, 80), (70, 60), (78, 34), (100, 90)] {
            let layout = layout(ScannerPanes(), width, height)
            #expect(layout.plan == .below)
            let room = layout.lastScan.inset(columns: 2, rows: 1)
            #expect(BigText("4006381333931", width: room.width, height: room.height) != nil, "\(width)×\(height)")
        }
    }

    @Test func keysGrowAndShrinkTheHistoryAndSayWhenThatEnds() {
        var stack = stack()
        let before = historyWidth(stack)
        _ = stack.handle(.character(">"), context: Samples.context)
        #expect(historyWidth(stack) == before + 4)
        #expect(stack.notice == nil)
        for _ in 0..<30 {
            stack.fit(Rect(x: 0, y: 0, width: 120, height: 40), context: Samples.context)
            _ = stack.handle(.character(">"), context: Samples.context)
        }
        #expect(historyWidth(stack) == 120 - 44)
        #expect(stack.notice?.text == "The picture needs the rest of the window")
        for _ in 0..<40 {
            stack.fit(Rect(x: 0, y: 0, width: 120, height: 40), context: Samples.context)
            _ = stack.handle(.character("<"), context: Samples.context)
        }
        #expect(historyWidth(stack) == 20)
        #expect(stack.notice?.text == "The history pane cannot be smaller")
        _ = stack.handle(.resetPanes, model: Samples.model())
        #expect(historyWidth(stack) == before)
    }

    @Test func aHiddenHistoryDoesNotGrow() {
        var stack = stack()
        _ = stack.handle(.character("h"), context: Samples.context)
        stack.fit(Rect(x: 0, y: 0, width: 120, height: 40), context: Samples.context)
        _ = stack.handle(.character(">"), context: Samples.context)
        #expect(stack.notice?.text == "The history is hidden")
        #expect(stack.scanner.panes.sideShare == nil)
    }

    @Test func theEdgeOfTheHistoryIsDragged() {
        var stack = stack()
        let bounds = Rect(x: 0, y: 0, width: 120, height: 40)
        let edge = 120 - historyWidth(stack)
        for (kind, column) in [(MouseEvent.Kind.press, edge), (.drag, edge - 3), (.drag, edge - 10), (.release, 60)] {
            _ = stack.handle(MouseEvent(kind, column: column, row: 9), in: bounds, context: Samples.context)
        }
        #expect(historyWidth(stack) == 60)
        // What is dragged beside the edge moves nothing.
        for (kind, column) in [(MouseEvent.Kind.press, 70), (.drag, 75), (.release, 80)] {
            _ = stack.handle(MouseEvent(kind, column: column, row: 9), in: bounds, context: Samples.context)
        }
        #expect(historyWidth(stack) == 60)
    }

    @Test func theEdgeBelowThePictureIsDraggedUp() {
        var stack = stack(60, 80)
        let bounds = Rect(x: 0, y: 0, width: 60, height: 80)
        let before = stack.scanner.layout(bounds, context: Samples.context)
        #expect(before.plan == .below)
        for (kind, row) in [(MouseEvent.Kind.press, before.history.y), (.drag, 60), (.release, 60)] {
            _ = stack.handle(MouseEvent(kind, column: 9, row: row), in: bounds, context: Samples.context)
        }
        #expect(stack.scanner.layout(bounds, context: Samples.context).history.y == 60)
    }
}
