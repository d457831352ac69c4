import SeededRandomness
import Surface
import Testing
import Widgets

/// For random keys, clicks, sizes and rows: no trap, nothing drawn outside, the selection exists and is visible.
@Suite struct WidgetPropertyTests {
    /// Random sizes, often the smallest ones.
    private func size(_ generator: inout SplitMix) -> (width: Int, height: Int) {
        let most = Bool.random(using: &generator) ? 4 : 60
        return (Int.random(in: 0...most, using: &generator), Int.random(in: 0...most, using: &generator))
    }

    /// A filled canvas, and a rectangle that may extend past its edges.
    private func canvas(_ generator: inout SplitMix) -> (canvas: Canvas, area: Rect) {
        let (width, height) = size(&generator)
        var canvas = Canvas(width: width, height: height)
        canvas.fill(canvas.bounds, "~")
        let (w, h) = size(&generator)
        let rect = Rect(
            x: Int.random(in: -3...10, using: &generator), y: Int.random(in: -3...10, using: &generator), width: w,
            height: h)
        return (canvas, rect)
    }

    private func expectUntouched(_ canvas: Canvas, outside area: Rect) {
        var touched: [String] = []
        for y in 0..<canvas.height {
            for x in 0..<canvas.width where !area.contains(x, y) && canvas[x, y].character != "~" {
                touched.append("\(x), \(y)")
            }
        }
        #expect(touched.isEmpty, "\(area)")
    }

    private func words(_ generator: inout SplitMix) -> String {
        let words = [
            "", "a", "日本語", "e\u{301}", "\u{1B}[2J", "word", "\n", "👩‍👩‍👧", "\u{301}", String(repeating: "x", count: 70),
        ]
        return (0..<Int.random(in: 0...12, using: &generator)).map { _ in words.randomElement(using: &generator) ?? "" }
            .joined(separator: " ")
    }

    @Test func lists() {
        var generator = SplitMix(state: 1)
        var rows = SampleRow.rows(30)
        var next = 1000
        for round in 0..<60 {
            var list = ListView<SampleRow>(followsFirst: round % 2 == 0)
            for _ in 0..<40 {
                var (canvas, rect) = canvas(&generator)
                let area = Bool.random(using: &generator) ? ScrollArea(rect) : .framed(rect)
                switch Int.random(in: 0..<11, using: &generator) {
                case 0: rows = rows.filter { _ in Bool.random(using: &generator) }
                case 1:
                    let count = Int.random(in: 0...20, using: &generator)
                    let new = SampleRow.rows(count, from: next).map {
                        SampleRow(id: $0.id, isSelectable: Int.random(in: 0..<4, using: &generator) > 0)
                    }
                    next += count
                    rows.insert(contentsOf: new, at: Int.random(in: 0...rows.count, using: &generator))
                case 2: list.wheel(by: [-1, 1, .min, .max].randomElement(using: &generator) ?? 1, in: rows)
                case 3:
                    _ = list.click(
                        Int.random(in: -2...60, using: &generator), Int.random(in: -2...60, using: &generator),
                        in: area, rows)
                case 4: list.toggleMark(in: rows)
                case 5: list.mark(rows.map(\.id), Bool.random(using: &generator))
                case 6: list.fit(rows, in: area)
                case 7: if let row = rows.randomElement(using: &generator) { list.select(row.id, in: rows) }
                default: list.move(Movement.allCases.randomElement(using: &generator) ?? .next, in: rows)
                }
                let current = list.current(in: rows)
                #expect((current == nil) == !rows.contains(where: \.isSelectable))
                #expect(current?.isSelectable != false)
                var drawn: [Int] = []
                list.render(rows, into: &canvas, area: area, theme: .sample) { canvas, row, place in
                    drawn.append(row.id)
                    canvas.write(row.title, x: place.rect.x, y: place.rect.y, limit: place.rect.width)
                }
                #expect(drawn.count == min(rows.count, max(0, area.content.height)))
                if let current, area.content.height > 0 { #expect(drawn.contains(current.id)) }
                expectUntouched(canvas, outside: rect)
            }
        }
    }

    @Test func texts() {
        var generator = SplitMix(state: 2)
        for _ in 0..<60 {
            var view = TextView()
            var blocks: [TextBlock] = []
            for _ in 0..<30 {
                var (canvas, rect) = canvas(&generator)
                let area = Bool.random(using: &generator) ? ScrollArea(rect) : .framed(rect, margin: 2)
                switch Int.random(in: 0..<8, using: &generator) {
                case 0:
                    blocks = (0..<Int.random(in: 0...20, using: &generator)).map { _ in
                        TextBlock(
                            words(&generator), label: words(&generator),
                            labelWidth: Int.random(in: -3...30, using: &generator),
                            indent: Int.random(in: -3...9, using: &generator),
                            maximumLines: Int.random(in: -1...9, using: &generator),
                            wraps: Bool.random(using: &generator))
                    }
                case 1: view.wheel(by: [-1, 1, .min, .max].randomElement(using: &generator) ?? 1)
                case 2:
                    view.click(
                        Int.random(in: -2...60, using: &generator), Int.random(in: -2...60, using: &generator),
                        in: area, blocks)
                case 3, 4: view.fit(blocks, in: area)
                default: view.move(Movement.allCases.randomElement(using: &generator) ?? .next)
                }
                view.render(blocks, into: &canvas, area: area, theme: .sample)
                #expect(view.linesBelow(blocks, in: area) >= 0)
                expectUntouched(canvas, outside: rect)
            }
        }
    }

    @Test func forms() {
        var generator = SplitMix(state: 3)
        let keys: [Key] = [
            .left, .right, .up, .down, .home, .end, .shiftLeft, .shiftRight, .tab, .backTab, .backspace, .delete,
            .enter,
            .control("u"), .control("k"), .control("w"), .character(" "), .character("/"), .character("7"),
            .character("-"),
            .character("日"), .character("\u{301}"), .character("🇩"), .character("🇪"), .insert, .function(3),
        ]
        for _ in 0..<40 {
            let completer = PathCompleter { folder in
                folder.count > 40 ? [] : [.init("日x", isFolder: true), .init("日\u{301}"), .init("7")]
            }
            var form = Form(
                title: words(&generator), hint: words(&generator),
                fields: [
                    .text(
                        "a", label: words(&generator), LineEditor(words(&generator), history: [words(&generator), ""]),
                        isPath: true),
                    .text("b", LineEditor(words(&generator), isSecret: true), isRequired: true),
                    .choice("c", label: "c", Bool.random(using: &generator) ? [] : ["a", words(&generator)]),
                    .number("d", label: words(&generator), 3, in: -5...500, step: 7), .check("e", label: ""),
                ].filter { _ in Int.random(in: 0..<5, using: &generator) > 0 })
            for _ in 0..<60 {
                let (width, height) = size(&generator)
                switch Int.random(in: 0..<12, using: &generator) {
                case 0: form.paste(words(&generator))
                case 1:
                    form.clickDialog(
                        column: Int.random(in: -2...60, using: &generator),
                        row: Int.random(in: -2...60, using: &generator),
                        in: Rect(x: 0, y: 0, width: width, height: height))
                case 2: form.reject("d", because: words(&generator))
                case 3: form.take([words(&generator), words(&generator)], for: form.values.text("a"))
                default: _ = form.handle(keys.randomElement(using: &generator) ?? .tab, completer: completer)
                }
                let dialog = draw(width, height) { form.renderDialog(into: &$0, theme: .sample) }
                if let cursor = dialog.cursor {
                    #expect((0..<width).contains(cursor.column))
                    #expect((0..<height).contains(cursor.row))
                }
                var (canvas, rect) = canvas(&generator)
                form.render(into: &canvas, area: rect, theme: .sample)
                expectUntouched(canvas, outside: rect)
                for case .text(let editor) in form.fields.map(\.control) {
                    #expect(editor.text.count == editor.head.count + editor.tail.count)
                }
            }
        }
    }

    @Test func tablesAndTabs() {
        var generator = SplitMix(state: 4)
        for _ in 0..<300 {
            var (canvas, rect) = canvas(&generator)
            let columns = (0..<Int.random(in: 0...6, using: &generator)).map {
                TableColumn(
                    $0, words(&generator), minimum: Int.random(in: -1...20, using: &generator),
                    ideal: Int.random(in: 0...30, using: &generator),
                    alignment: Bool.random(using: &generator) ? .leading : .trailing,
                    priority: Int.random(in: -2...2, using: &generator), grows: Bool.random(using: &generator))
            }
            let rows = (0..<Int.random(in: 0...50, using: &generator)).map { PlainRow(id: $0, name: words(&generator)) }
            var table = TableView<PlainRow, Int>(columns: columns, showsTitles: Bool.random(using: &generator))
            let area = Bool.random(using: &generator) ? ScrollArea(rect) : .framed(rect)
            table.fit(rows, in: area)
            table.list.move(.last, in: rows)
            if Bool.random(using: &generator) { table.list.mark(rows.map(\.id), true) }
            _ = table.click(3, 3, in: area, rows)
            table.render(rows, into: &canvas, area: area, theme: .sample) { row, _ in TableCell(row.name) }
            expectUntouched(canvas, outside: rect)
            for width in -1...70 {
                let places = table.places(width: width)
                #expect(zip(places, places.dropFirst()).allSatisfy { $0.x + $0.width < $1.x })
                #expect((places.last.map { $0.x + $0.width } ?? 0) <= max(0, width))
            }
            var tabs = TabBar(rows.prefix(7).map(\.name))
            tabs.move(by: Int.random(in: -9...9, using: &generator))
            tabs.click(4, rect.y, in: rect)
            var other = Canvas(width: canvas.width, height: canvas.height)
            other.fill(other.bounds, "~")
            tabs.render(into: &other, area: rect, theme: .sample)
            expectUntouched(other, outside: rect)
        }
    }
}
