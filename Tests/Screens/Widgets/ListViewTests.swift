import Surface
import Testing
import Widgets

@Suite struct ListViewTests {
    /// Six rows fit.
    private let area = ScrollArea.framed(Rect(x: 0, y: 0, width: 24, height: 8))

    private func list(_ rows: [SampleRow], _ movements: Movement...) -> ListView<SampleRow> {
        var list = ListView<SampleRow>()
        list.fit(rows, in: area)
        for movement in movements { list.move(movement, in: rows) }
        return list
    }

    private func shown(_ list: ListView<SampleRow>, _ rows: [SampleRow]) -> [Int] {
        var shown: [Int] = []
        _ = draw(24, 8) { canvas in
            list.render(rows, into: &canvas, area: area, theme: .sample) { _, row, _ in shown.append(row.id) }
        }
        return shown
    }

    @Test func showsTheBarThePositionAndTheMarks() throws {
        let rows = SampleRow.rows(40)
        var list = list(rows, .pageDown, .next)
        list.toggleMark(in: rows)
        try expectGolden("widget-list", drawList(list, rows))
    }

    @Test func aListThatFitsHasNoBar() throws {
        let rows = [SampleRow(id: 90, isSelectable: false)] + SampleRow.rows(3)
        try expectGolden("widget-list-short", drawList(list(rows, .next), rows))
    }

    @Test func scrollsOnlyWhenTheCursorWouldLeaveWhatIsShown() {
        let rows = SampleRow.rows(40)
        var list = list(rows)
        for _ in 0..<5 { list.move(.next, in: rows) }
        #expect(shown(list, rows) == Array(0..<6))
        list.move(.next, in: rows)
        #expect(shown(list, rows) == Array(1..<7))
        for _ in 0..<5 { list.move(.previous, in: rows) }
        #expect(shown(list, rows) == Array(1..<7))
        list.move(.previous, in: rows)
        #expect(shown(list, rows) == Array(0..<6))
    }

    @Test func aPageKeepsOneRowOfWhatWasShown() {
        let rows = SampleRow.rows(40)
        var list = list(rows, .pageDown)
        #expect(list.current(in: rows)?.id == 5)
        #expect(shown(list, rows) == Array(5..<11))
        list.move(.pageUp, in: rows)
        #expect(list.current(in: rows)?.id == 0)
        #expect(shown(list, rows) == Array(0..<6))
        for _ in 0..<20 { list.move(.pageDown, in: rows) }
        #expect(list.current(in: rows)?.id == 39)
        #expect(shown(list, rows) == Array(34..<40))
    }

    @Test func goesToBothEnds() {
        let rows = SampleRow.rows(40)
        var list = list(rows, .last)
        #expect(list.current(in: rows)?.id == 39)
        #expect(shown(list, rows).last == 39)
        list.move(.first, in: rows)
        #expect(shown(list, rows).first == 0)
    }

    @Test func rowsThatComeAboveLeaveTheCursorAndTheView() {
        let rows = SampleRow.rows(40)
        var list = list(rows, .pageDown, .next)
        let before = shown(list, rows)
        let more = SampleRow.rows(3, from: 100) + rows
        #expect(list.current(in: more)?.id == 6)
        #expect(shown(list, more) == before)
        list.fit(more, in: area)
        #expect(shown(list, more) == before)
        list.move(.next, in: more)
        #expect(list.current(in: more)?.id == 7)
    }

    @Test func theFirstRowIsFollowedOnlyWhereThatIsAskedFor() {
        let rows = SampleRow.rows(3)
        let more = [SampleRow(id: 100)] + rows
        var staying = ListView<SampleRow>()
        staying.fit(rows, in: area)
        #expect(staying.current(in: more)?.id == 0)
        var following = ListView<SampleRow>(followsFirst: true)
        following.fit(rows, in: area)
        #expect(following.current(in: more)?.id == 100)
        following.move(.next, in: rows)
        #expect(following.current(in: more)?.id == 1)
    }

    @Test func aRowThatIsGoneLeavesTheCursorToTheOneInItsPlace() {
        let rows = SampleRow.rows(5)
        let list = list(rows, .next, .next)
        #expect(list.current(in: rows.filter { $0.id != 2 })?.id == 3)
        #expect(list.current(in: Array(rows.prefix(2)))?.id == 1)
        #expect(list.current(in: []) == nil)
    }

    @Test func headingsArePassedOverAndShownWithTheRowBelow() {
        var rows = SampleRow.rows(20)
        for index in [0, 1, 8, 19] { rows[index].isSelectable = false }
        var list = list(rows)
        #expect(list.current(in: rows)?.id == 2)
        #expect(shown(list, rows).first == 0)
        for _ in 0..<6 { list.move(.next, in: rows) }
        #expect(list.current(in: rows)?.id == 9)
        list.move(.last, in: rows)
        #expect(list.current(in: rows)?.id == 18)
        #expect(shown(list, rows).last == 19, "what stands below the last row")
        list.move(.first, in: rows)
        #expect(list.current(in: rows)?.id == 2)
        #expect(shown(list, rows).first == 0)
        #expect(list.position(in: rows) == "1 of 16")
    }

    @Test func theWheelScrollsAndTakesTheCursorAlongAtTheEdge() {
        let rows = SampleRow.rows(40)
        var list = list(rows)
        list.wheel(by: 1, in: rows)
        #expect(shown(list, rows).first == 3)
        #expect(list.current(in: rows)?.id == 3)
        list.wheel(by: -1, in: rows)
        #expect(shown(list, rows).first == 0)
        #expect(list.current(in: rows)?.id == 3, "it is in sight")
        list.wheel(by: -1, in: rows)
        #expect(list.current(in: rows)?.id == 2, "nothing to scroll")
    }

    @Test func theWheelPassesHeadingsThatFillTheView() {
        var rows = SampleRow.rows(40)
        for index in 10..<20 { rows[index].isSelectable = false }
        var list = list(rows)
        for _ in 0..<40 { list.wheel(by: 1, in: rows) }
        #expect(list.current(in: rows)?.id == 39)
        for _ in 0..<60 { list.wheel(by: -1, in: rows) }
        #expect(list.current(in: rows)?.id == 0)
    }

    @Test func aClickSelectsAndASecondOneIsEnter() {
        let rows = SampleRow.rows(40)
        var list = list(rows, .pageDown)
        let first = list.click(3, 2, in: area, rows)
        #expect(first == .selected)
        #expect(list.current(in: rows)?.id == 6)
        let second = list.click(3, 2, in: area, rows)
        #expect(second == .activated)
        let third = list.click(0, 2, in: area, rows)
        #expect(third == .outside)
        let fourth = list.click(3, 0, in: area, rows)
        #expect(fourth == .outside)
    }

    @Test func aClickOnTheBarGoesThere() {
        let rows = SampleRow.rows(40)
        var list = list(rows)
        let first = list.click(23, 6, in: area, rows)
        #expect(first == .scrolled)
        #expect(shown(list, rows).last == 39)
        let second = list.click(23, 1, in: area, rows)
        #expect(second == .scrolled)
        #expect(shown(list, rows).first == 0)
    }

    @Test func marksAreSetAndTakenAway() {
        let rows = SampleRow.rows(5)
        var list = list(rows)
        list.toggleMark(in: rows)
        list.move(.next, in: rows)
        list.toggleMark(in: rows)
        #expect(list.marks == [0, 2])
        list.unmarkAll()
        #expect(list.marks.isEmpty)
    }

    @Test func ofAHundredThousandRowsOnlyThoseOnShowAreDrawn() {
        let rows = (0..<100_000).map { PlainRow(id: $0) }
        var list = ListView<PlainRow>()
        list.fit(rows, in: area)
        list.move(.last, in: rows)
        let more = [PlainRow(id: -1)] + rows
        list.fit(more, in: area)
        var drawn: [Int] = []
        let canvas = draw(24, 8) { canvas in
            list.render(more, into: &canvas, area: area, theme: .sample) { _, row, _ in drawn.append(row.id) }
        }
        #expect(drawn == Array(99_994..<100_000))
        #expect(canvas.text.contains("100001 of 100001"))
        #expect(list.position(in: more, extent: ListExtent(total: 2_000_000)) == "100001 of 2000000")
    }

    @Test func theBarTouchesAnEndOnlyWhenThatIsShown() {
        let area = ScrollArea.framed(Rect(x: 0, y: 0, width: 10, height: 12))
        for count in [11, 12, 40, 1000, 1 << 40] {
            let last = area.lastFirst(of: count)
            for first in [0, 1, last / 2, last - 1, last] where first >= 0 {
                let thumb = area.thumb(first: first, of: count)
                #expect(!thumb.isEmpty)
                #expect((0...10).contains(thumb.upperBound))
                guard count > 12 else { continue }
                #expect((thumb.lowerBound == 0) == (first == 0), "\(first) of \(count)")
                #expect((thumb.upperBound == 10) == (first == last), "\(first) of \(count)")
            }
        }
    }
}
