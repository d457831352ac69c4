import Frames
import Payloads
import Preview
import Screens
import Surface
import Symbols
import Testing

@Suite struct MouseTests {
    private let bounds = Rect(x: 0, y: 0, width: 120, height: 40)

    private func click(
        _ stack: inout ScreenStack, _ column: Int, _ row: Int, _ model: AppModel = Samples.model()
    ) -> [Effect] {
        let context = Samples.context(model)
        let down = stack.handle(MouseEvent(.press, column: column, row: row), in: bounds, context: context)
        let up = stack.handle(MouseEvent(.release, column: column, row: row), in: bounds, context: context)
        return down + up
    }

    private func drawn(_ stack: ScreenStack, _ model: AppModel = Samples.model()) -> [[Character]] {
        var canvas = Canvas(width: bounds.width, height: bounds.height)
        stack.render(into: &canvas, context: Samples.context(model))
        return (0..<bounds.height).map { y in (0..<bounds.width).map { canvas[$0, y].character } }
    }

    /// The cell where `text` is drawn, left of column `limit`.
    private func place(
        of text: String, in stack: ScreenStack, _ model: AppModel = Samples.model(), limit: Int = 120
    ) -> (column: Int, row: Int)? {
        let wanted = Array(text)
        for (y, row) in drawn(stack, model).enumerated() {
            for x in 0...(limit - wanted.count) where Array(row[x..<(x + wanted.count)]) == wanted {
                return (x, y)
            }
        }
        return nil
    }

    /// A small symbol's outline is drawn at its pixels, and a click there focuses on them, in every orientation.
    @Test(arguments: Orientation.all, [1.0, 2.0])
    func aClickInThePictureFocusesOnWhatIsThere(orientation: Orientation, zoom: Double) throws {
        var model = Samples.model()
        model.picture.view.orientation = orientation
        model.picture.view.setZoom(zoom)
        let corners = Quadrilateral(
            topLeft: Point(x: 270, y: 200), topRight: Point(x: 290, y: 200), bottomRight: Point(x: 290, y: 216),
            bottomLeft: Point(x: 270, y: 216))
        model.picture.symbols = [
            .init(number: 7, corners: corners, state: .new, symbology: .ean13, summary: "9781617292156")
        ]
        var stack = ScreenStack(scanner: ScannerScreen())
        let (column, row) = try #require(place(of: "7", in: stack, model, limit: 55))
        let effects = click(&stack, column, row, model)
        guard effects.count == 1, case .once(let region)? = effects[0].asked(FocusEffect.self) else {
            Issue.record("\(effects)")
            return
        }
        #expect(region.width == Int(640 / zoom / 4))
        #expect(region.height == Int(480 / zoom / 4))
        let middle = (x: region.x + region.width / 2, y: region.y + region.height / 2)
        #expect(abs(middle.x - 280) <= 30)
        #expect(abs(middle.y - 208) <= 30)
    }

    @Test func thePlaceThatIsFocusedOnIsMarked() {
        var model = Samples.model()
        model.picture.symbols = []
        #expect(!String(drawn(ScreenStack(scanner: ScannerScreen()), model).joined()).contains("━ focus ━"))
        model.picture.focusMark = PixelRect(x: 400, y: 60, width: 160, height: 120)
        let shown = place(of: " focus ", in: ScreenStack(scanner: ScannerScreen()), model)
        // At the upper right of a picture that is 73 cells wide.
        #expect(shown.map { $0.column > 40 } == true)
        #expect(shown.map { $0.row < 10 } == true)
        model.clearPicture()
        #expect(model.picture.focusMark == nil)
    }

    @Test func aClickBesideThePictureDoesNothing() {
        var stack = ScreenStack(scanner: ScannerScreen())
        // On the line of the state.
        let effects = click(&stack, 0, 38)
        #expect(effects.isEmpty)
        // The pane of the last scan opens it.
        let opened = click(&stack, 0, 34)
        #expect(opened == [.history(.open(id: 3))])
        var empty = ScreenStack(scanner: ScannerScreen())
        let none = click(&empty, 30, 15, AppModel())
        #expect(none.isEmpty)
    }

    @Test func aClickAtTheEdgeStaysInsideTheFrame() {
        for (column, row) in [(0, 0), (73, 0), (0, 27), (73, 27)] {
            var stack = ScreenStack(scanner: ScannerScreen())
            for case .once(let region)? in click(&stack, column, row).map({ $0.asked(FocusEffect.self) }) {
                #expect(region.clamped(to: PixelRect(x: 0, y: 0, width: 640, height: 480)) == region)
            }
        }
    }

    @Test func aClickSelectsAScanAndASecondOneShowsIt() throws {
        var stack = ScreenStack(scanner: ScannerScreen())
        let (column, row) = try #require(place(of: "LOT-2026-00017", in: stack))
        let first = click(&stack, column, row)
        #expect(first.isEmpty)
        let second = click(&stack, column, row)
        #expect(second == [.history(.open(id: 1))])
    }

    @Test func aClickOnTheLineOfKeysIsTheKey() throws {
        var stack = ScreenStack(scanner: ScannerScreen())
        for (text, effects) in [("c camera", [Effect.run(Command("next-camera"))]), ("q quit", [.run(.quit)])] {
            let (column, row) = try #require(place(of: text, in: stack))
            let done = click(&stack, column + 2, row)
            #expect(done == effects)
        }
        // What there is to say leaves them where they are, and goes by a click of its own.
        stack.show(Notice("Something to say"))
        let (column, row) = try #require(place(of: "Something to say", in: stack))
        let taken = click(&stack, column, row)
        #expect(taken.isEmpty && stack.notice == nil)
    }

    @Test func theWheelMovesThroughTheHistory() {
        var stack = ScreenStack(scanner: ScannerScreen())
        _ = stack.handle(MouseEvent(.wheelDown, column: 100, row: 5), in: bounds, context: Samples.context)
        let down = stack.handle(.enter, context: Samples.context)
        _ = stack.handle(MouseEvent(.wheelUp, column: 100, row: 5), in: bounds, context: Samples.context)
        let up = stack.handle(.enter, context: Samples.context)
        #expect(down == [.history(.open(id: 2))])
        #expect(up == [.history(.open(id: 3))])
    }

    @Test func aQuestionIsNotAnsweredByAClick() {
        var stack = ScreenStack(scanner: ScannerScreen())
        stack.ask(Confirmation(title: "Delete?", yes: [.deletion(.delete(ids: [1]))]))
        for column in stride(from: 0, to: 120, by: 3) {
            for row in 0..<40 {
                let effects = click(&stack, column, row)
                #expect(effects.isEmpty)
            }
        }
        #expect(String(drawn(stack).joined()).contains("Delete?"))
    }

    @Test func aDragIsNoClick() {
        var stack = ScreenStack(scanner: ScannerScreen())
        _ = stack.handle(MouseEvent(.press, column: 100, row: 15), in: bounds, context: Samples.context)
        let far = stack.handle(MouseEvent(.release, column: 110, row: 15), in: bounds, context: Samples.context)
        let alone = stack.handle(MouseEvent(.release, column: 30, row: 15), in: bounds, context: Samples.context)
        #expect(far.isEmpty)
        #expect(alone.isEmpty)
    }

    /// A screen that tells what it was dragged by.
    private struct Dragged: Screen {
        let context = KeyContext.scan
        mutating func handle(_ command: Command, model: AppModel) -> [Effect] { [] }
        mutating func click(column: Int, row: Int, in bounds: Rect, context: RenderContext) -> [Effect] {
            [.notice(Notice("click"))]
        }
        mutating func drag(_ drag: MouseDrag, in bounds: Rect, context: RenderContext) -> [Effect] {
            [.history(.load(.last)), .file(.copy("\(drag.start)\(drag.previous)\(drag.place)\(drag.isOver)"))]
        }
        func render(into canvas: inout Canvas, context: RenderContext) {}
    }

    private func moves(_ stack: inout ScreenStack, _ moves: [(MouseEvent.Kind, Int, Int)]) -> [Effect] {
        moves.flatMap { kind, column, row in
            stack.handle(MouseEvent(kind, column: column, row: row), in: bounds, context: Samples.context)
        }.filter { $0 != .history(.load(.last)) }
    }

    private func dragged(_ way: [(Int, Int)], isOver: Bool) -> Effect {
        let places = way.map { MouseDrag.Place(column: $0.0, row: $0.1) }
        return .file(.copy("\(places[0])\(places[1])\(places[2])\(isOver)"))
    }

    @Test func aDragIsToldFromWhereItBeganToWhereItEnds() {
        var stack = ScreenStack(scanner: ScannerScreen())
        stack.push(Dragged())
        let effects = moves(&stack, [(.press, 3, 4), (.drag, 4, 4), (.drag, 6, 5), (.release, 6, 5), (.drag, 7, 7)])
        #expect(
            effects == [
                dragged([(3, 4), (3, 4), (4, 4)], isOver: false), dragged([(3, 4), (4, 4), (6, 5)], isOver: false),
                dragged([(3, 4), (6, 5), (6, 5)], isOver: true),
            ])
    }

    @Test func aDragBackToWhereItBeganIsNoClick() {
        var stack = ScreenStack(scanner: ScannerScreen())
        stack.push(Dragged())
        let effects = moves(&stack, [(.press, 3, 4), (.drag, 4, 4), (.drag, 3, 4), (.release, 3, 4)])
        #expect(effects.count == 3)
        #expect(effects.last == dragged([(3, 4), (3, 4), (3, 4)], isOver: true))
        #expect(stack.notice == nil)
    }

    /// A hand that trembles within a cell clicks.
    @Test func motionWithinACellIsAClick() {
        var stack = ScreenStack(scanner: ScannerScreen())
        stack.push(Dragged())
        let effects = moves(&stack, [(.press, 3, 4), (.drag, 3, 4), (.release, 3, 4)])
        #expect(effects.isEmpty)
        #expect(stack.notice != nil)
    }

    /// Where the mouse is told in pixels, motion within a cell counts once it has left the first one.
    @Test func pixelsMoveWhatIsDraggedSmoothly() {
        var stack = ScreenStack(scanner: ScannerScreen())
        stack.push(Dragged())
        func move(_ kind: MouseEvent.Kind, _ column: Int, _ share: Double) -> [Effect] {
            var event = MouseEvent(kind, column: column, row: 4)
            event.within = CellShare(x: share, y: 0.5)
            return stack.handle(event, in: bounds, context: Samples.context).filter { $0 != .history(.load(.last)) }
        }
        #expect(move(.press, 3, 0.1).isEmpty && move(.drag, 3, 0.9).isEmpty)
        #expect(!move(.drag, 4, 0.1).isEmpty && !move(.drag, 4, 0.6).isEmpty && !move(.release, 4, 0.6).isEmpty)
        _ = move(.press, 3, 0.1) + move(.release, 3, 0.9)
        #expect(stack.notice?.text == "click")
    }

    @Test func aQuestionIsNotDraggedThrough() {
        var stack = ScreenStack(scanner: ScannerScreen())
        stack.push(Dragged())
        stack.ask(Confirmation(title: "Delete?", yes: []))
        let effects = moves(&stack, [(.press, 3, 4), (.drag, 9, 9), (.release, 9, 9)])
        #expect(effects.isEmpty)
    }

    @Test func aCameraIsSelectedAndTaken() throws {
        var content = CamerasContent()
        content.cameras = [
            .init(name: "a", title: "First", place: "/dev/video0", isCurrent: true),
            .init(name: "b", title: "Second", place: "/dev/video2"),
        ]
        var stack = ScreenStack(scanner: ScannerScreen())
        stack.push(CamerasScreen())
        var model = Samples.model()
        model.cameras = content
        let (column, row) = try #require(place(of: "Second", in: stack, model))
        let first = click(&stack, column, row, model)
        let second = click(&stack, column, row, model)
        #expect(first.isEmpty)
        #expect(second == [.camera(.take(name: "b"))])
    }

    @Test func anActionIsSelectedAndDone() throws {
        let scan = Samples.scan(.qrCode, "just text")
        var stack = ScreenStack(scanner: ScannerScreen())
        let payload = Payload.parse(scan.symbol.content)
        stack.push(ScanScreen(id: 7, scan: scan, payload: payload))
        let last = try #require(payload.actions.last)
        let (column, row) = try #require(place(of: last.title, in: stack))
        let first = click(&stack, column, row)
        let second = click(&stack, column, row)
        #expect(payload.actions.count > 1)
        #expect(first.isEmpty)
        #expect(second != [] || String(drawn(stack).joined()).contains(last.title))
    }

    @Test func aTooSmallTerminalTakesNoClick() {
        var stack = ScreenStack(scanner: ScannerScreen())
        let tiny = Rect(x: 0, y: 0, width: 10, height: 3)
        _ = stack.handle(MouseEvent(.press, column: 1, row: 2), in: tiny, context: Samples.context)
        let effects = stack.handle(MouseEvent(.release, column: 1, row: 2), in: tiny, context: Samples.context)
        #expect(effects.isEmpty)
    }
}
