import Surface
import Testing
import Widgets

@Suite struct TableViewTests {
    private enum Field { case time, kind, size, content }

    private func table(showsTitles: Bool = true) -> TableView<PlainRow, Field> {
        TableView(
            columns: [
                TableColumn(.time, "Time", minimum: 8, priority: 2),
                TableColumn(.kind, "Symbology", minimum: 8, ideal: 12, priority: 1),
                TableColumn(.size, "Bytes", minimum: 5, alignment: .trailing),
                TableColumn(.content, "Content", minimum: 10, ideal: 20, priority: 3, grows: true),
            ], showsTitles: showsTitles)
    }

    private let rows = ["https://example.com/shop?item=1", "LOT-2026-00017", "日本語のテキスト日本語のテキスト", "x", "y", "z"]
        .enumerated().map { PlainRow(id: $0.offset, name: $0.element) }

    private func drawn(_ table: TableView<PlainRow, Field>, _ width: Int, _ height: Int) -> Canvas {
        draw(width, height) { canvas in
            canvas.frame(canvas.bounds, Theme.sample[.border], title: "Table")
            table.render(rows, into: &canvas, area: .framed(canvas.bounds), theme: .sample) { row, field in
                switch field {
                case .time: TableCell("12:07:0\(row.id)", .faint)
                case .kind: TableCell("Data Matrix", .faint)
                case .size: TableCell("\(row.name.utf8.count)")
                case .content: TableCell(row.name)
                }
            }
        }
    }

    /// A host that is cut might be another.
    @Test(arguments: [(64, 33), (20, 14), (19, 13), (18, 0), (12, 0)]) func aTextIsALinkWhereItsHostIsSeen(
        width: Int, linked: Int
    ) {
        let rows = [PlainRow(id: 0, name: "good.example/a/long/way/to/a/page")]
        let table = TableView<PlainRow, Field>(columns: [TableColumn(.content, "Content", minimum: 5, grows: true)])
        let canvas = draw(width, 3) { canvas in
            table.render(
                rows, into: &canvas, area: ScrollArea(Rect(x: 6, y: 1, width: width - 5, height: 1)),
                theme: .sample
            ) {
                row, _ in TableCell(row.name, link: TableLink("https://good.example/", hostWidth: 12))
            }
        }
        #expect(canvas.linkedCells.count == linked)
    }

    @Test func everyColumnHasItsPlace() throws { try expectGolden("widget-table", drawn(table(), 64, 9)) }

    @Test func columnsGiveWayByPriority() throws {
        var table = table()
        table.fit(rows, in: .framed(Rect(x: 0, y: 0, width: 34, height: 6)))
        table.list.move(.last, in: rows)
        try expectGolden("widget-table-narrow", drawn(table, 34, 6))
        let widths = [(64, 4), (33, 3), (26, 2), (18, 1), (5, 1), (0, 0)]
        for (width, count) in widths {
            let places = table.places(width: width)
            #expect(places.count == count, "\(width)")
            #expect(places.last.map { $0.x + $0.width <= width } ?? true, "\(width)")
        }
        #expect(table.places(width: 5).map(\.column.id) == [.content])
    }

    @Test func theIdealWidthIsGivenUpBeforeAColumnIs() {
        let places = table().places(width: 34)
        #expect(places.map(\.column.id) == [.time, .kind, .size, .content])
        #expect(places.map(\.width) == [8, 8, 5, 10])
        #expect(table().places(width: 40).map(\.width) == [8, 8, 5, 16])
        #expect(table().places(width: 100).map(\.width) == [8, 12, 5, 72])
    }

    @Test func aClickHitsTheRowBelowTheTitles() {
        var table = table()
        let area = ScrollArea.framed(Rect(x: 0, y: 0, width: 40, height: 9))
        let first = table.click(4, 1, in: area, rows)
        #expect(first == .outside)
        let second = table.click(4, 2, in: area, rows)
        #expect(second == .activated)
        let third = table.click(4, 4, in: area, rows)
        #expect(third == .selected)
        #expect(table.list.current(in: rows)?.id == 2)
    }
}

@Suite struct TabBarTests {
    private let titles = ["Cameras", "Formats", "Controls", "Picture"]

    private func drawn(_ tabs: TabBar, _ width: Int) -> String {
        draw(width, 1) { tabs.render(into: &$0, area: $0.bounds, theme: .sample) }.text
    }

    @Test func drawsWhatFitsAroundTheCurrentOne() {
        var tabs = TabBar(titles)
        #expect(drawn(tabs, 44) == " Cameras   Formats   Controls   Picture\n")
        #expect(drawn(tabs, 22) == " Cameras   Formats   ›\n")
        // No tab is left out without a sign, however little room is left.
        for width in 20...42 {
            let text = drawn(tabs, width)
            #expect(text.contains("›") == !text.contains("Picture"), "\(width): \(text)")
        }
        tabs.move(by: 2)
        #expect(drawn(tabs, 22) == "‹  Controls   Picture\n")
        #expect(drawn(tabs, 8) == "‹  C…  ›\n")
        tabs.move(by: 1)
        #expect(drawn(tabs, 24) == "‹  Controls   Picture\n")
    }

    @Test func goesRoundAndIsClicked() {
        var tabs = TabBar(titles)
        tabs.move(by: -1)
        #expect(tabs.current == 3)
        tabs.move(by: 1)
        #expect(tabs.current == 0)
        let area = Rect(x: 2, y: 1, width: 44, height: 1)
        let first = tabs.click(13, 1, in: area)
        #expect(first)
        #expect(tabs.current == 1)
        let second = tabs.click(13, 0, in: area)
        #expect(!second)
        let third = tabs.click(45, 1, in: area)
        #expect(!third)
        tabs = TabBar([])
        tabs.move(by: 5)
        #expect(drawn(tabs, 20) == "\n")
    }
}
