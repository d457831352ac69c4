import Frames
import Screens
import Surface
import Testing

@testable import Screens

@Suite struct InterestBoxScreenTests {
    private let bounds = Rect(x: 0, y: 0, width: 120, height: 36)

    private func picture(_ scanner: ScannerScreen, _ model: AppModel = Samples.model()) throws -> Rect {
        let context = Samples.context(model)
        let frame = try #require(model.picture.frame)
        return context.mapping(of: frame, in: scanner.layout(bounds, context: context).preview)
            .picture
    }

    private func drag(
        _ scanner: inout ScannerScreen, _ from: (Int, Int), _ to: (Int, Int)
    ) -> [Effect] {
        let start = MouseDrag.Place(column: from.0, row: from.1)
        let end = MouseDrag.Place(column: to.0, row: to.1)
        let context = Samples.context
        let first = scanner.drag(
            MouseDrag(start: start, previous: start, place: end, isOver: false), in: bounds, context: context)
        return first
            + scanner.drag(
                MouseDrag(start: start, previous: end, place: end, isOver: true), in: bounds, context: context)
    }

    @Test func presetsFollowEachOtherAndEndWithNone() {
        var scanner = ScannerScreen()
        let model = Samples.model()
        var shapes: [InterestBox?] = []
        for _ in 0..<5 {
            let effects = scanner.handle(.nextBox, model: model)
            #expect(effects.first == .box(.set(scanner.shownBox)))
            shapes.append(scanner.shownBox)
        }
        // A square of a 4:3 picture, in pixels.
        #expect(abs(shapes[0]!.width * 640 - shapes[0]!.height * 480) < 1)
        #expect(shapes[1]!.width == 0.9)
        #expect(shapes[2]!.isLaser)
        #expect(shapes[3] == nil)
        #expect(shapes[4] == shapes[0])
    }

    @Test func aBoxForBarsHasALineOfLight() {
        var scanner = ScannerScreen()
        for _ in 0..<3 { _ = scanner.handle(.nextBox, model: Samples.model()) }
        var canvas = Canvas(width: 120, height: 36)
        scanner.render(into: &canvas, context: Samples.context)
        let lit = canvas.text.split(separator: "\n").filter { $0.count { $0 == "━" } > 40 }
        #expect(lit.count == 1)
    }

    @Test func theMouseMovesIt() throws {
        var scanner = ScannerScreen(box: InterestBox(x: 0.25, y: 0.25, width: 0.5, height: 0.5))
        let area = try picture(scanner)
        let middle = (area.x + area.width / 2, area.y + area.height / 2)
        #expect(drag(&scanner, middle, (middle.0 + area.width / 10, middle.1)).count == 2)
        #expect(abs(scanner.box.x - 0.35) < 0.03)
        #expect(scanner.box.width == 0.5)
        #expect(scanner.box.y == 0.25)
        // Beyond the picture it stays inside.
        _ = drag(&scanner, middle, (500, -20))
        #expect(scanner.box == InterestBox(x: 0.5, y: 0, width: 0.5, height: 0.5))
    }

    @Test func theMouseMakesItLargerByASideAndByACorner() throws {
        var scanner = ScannerScreen(box: InterestBox(x: 0.25, y: 0.25, width: 0.5, height: 0.5))
        let area = try picture(scanner)
        func cell(_ x: Double, _ y: Double) -> (Int, Int) {
            (area.x + Int((x * Double(area.width)).rounded()), area.y + Int((y * Double(area.height)).rounded()))
        }
        _ = drag(&scanner, cell(0.25, 0.5), cell(0.1, 0.9))
        #expect(abs(scanner.box.x - 0.1) < 0.02)
        #expect(abs(scanner.box.x + scanner.box.width - 0.75) < 0.001)
        #expect(scanner.box.y == 0.25)
        var corner = cell(0.75, 0.75)
        corner.0 -= 1
        corner.1 -= 1
        _ = drag(&scanner, corner, cell(0.9, 0.95))
        #expect(abs(scanner.box.x + scanner.box.width - 0.9) < 0.03)
        #expect(abs(scanner.box.y + scanner.box.height - 0.95) < 0.06)
        // Never smaller than a tenth, never inside out.
        _ = drag(&scanner, cell(scanner.box.x, 0.5), cell(1, 0.5))
        #expect(scanner.box.width >= InterestBox.smallest)
    }

    @Test func outsideOfItAnotherIsDrawn() throws {
        var scanner = ScannerScreen(isBoxOn: false)
        let area = try picture(scanner)
        let effects = drag(&scanner, (area.x, area.y), (area.x + area.width / 2 - 1, area.y + area.height / 2 - 1))
        #expect(effects.last == .box(.set(scanner.shownBox)))
        let box = try #require(scanner.shownBox)
        #expect(box.x == 0)
        #expect(abs(box.width - 0.5) < 0.02)
        #expect(abs(box.height - 0.5) < 0.05)
    }

    @Test func aDragElsewhereLeavesIt() {
        var scanner = ScannerScreen()
        #expect(drag(&scanner, (100, 5), (10, 10)).isEmpty)
        #expect(scanner.box == .standard)
        var empty = ScannerScreen()
        let start = MouseDrag.Place(column: 9, row: 9)
        let none = empty.drag(
            MouseDrag(start: start, previous: start, place: start, isOver: true), in: bounds,
            context: Samples.context(AppModel()))
        #expect(none.isEmpty)
    }
}
