import Surface
import Testing
import Widgets

@Suite struct TextViewTests {
    private let blocks = [
        TextBlock("Wi-Fi network", .strong),
        TextBlock("Café 日本語", label: "Network", labelWidth: 12),
        TextBlock("one two three four five six seven eight", label: "Password", labelWidth: 12),
        .empty,
        TextBlock("Bytes", .strong),
        TextBlock("0000  48 69 0A 48 69 0A 48 69 0A 48 69 0A", indent: 1, wraps: false),
        TextBlock("first\n\nthird", .faint),
    ]

    private func area(_ width: Int, _ height: Int) -> ScrollArea {
        .framed(Rect(x: 0, y: 0, width: width, height: height), margin: 2)
    }

    private func drawn(_ view: TextView, _ blocks: [TextBlock], _ width: Int, _ height: Int) -> Canvas {
        draw(width, height) { canvas in
            canvas.frame(canvas.bounds, Theme.sample[.border], title: "Text")
            view.render(blocks, into: &canvas, area: area(width, height), theme: .sample)
        }
    }

    private func topLine(_ view: TextView, _ blocks: [TextBlock], _ width: Int, _ height: Int) -> String {
        let rows = drawn(view, blocks, width, height).text.split(separator: "\n")
        return rows[1].dropFirst(2).prefix { $0 != "│" && $0 != "█" }.trimmingCharacters()
    }

    @Test func wrapsBesideTheLabels() throws {
        try expectGolden("widget-text", drawn(TextView(), blocks, 40, 14))
        var view = TextView()
        view.fit(blocks, in: area(30, 8))
        view.move(.pageDown)
        try expectGolden("widget-text-scrolled", drawn(view, blocks, 30, 8))
    }

    @Test func everyLineIsReachedByStepsAndBack() {
        var view = TextView()
        view.fit(blocks, in: area(20, 3))
        let count = view.lineCount(blocks, width: area(20, 3).content.width)
        for line in 0..<count {
            #expect(view.linesBelow(blocks, in: area(20, 3)) == count - 1 - line)
            view.move(.next)
        }
        for line in 0..<count {
            #expect(view.linesBelow(blocks, in: area(20, 3)) == min(line, count - 1))
            view.move(.previous)
        }
    }

    @Test func theTopStaysWhenTheWidthChanges() {
        let words = (0..<400).map { "word\($0)" }.joined(separator: " ")
        let blocks = [TextBlock("title"), TextBlock(words), TextBlock(words)]
        var view = TextView()
        view.fit(blocks, in: area(60, 12))
        for _ in 0..<4 { view.move(.pageDown) }
        let top = topLine(view, blocks, 60, 12)
        let first = top.split(separator: " ").first ?? ""
        for width in [30, 100, 17, 60] {
            view.fit(blocks, in: area(width, 12))
            #expect(topLine(view, blocks, width, 12).contains(first), "\(width)")
        }
        #expect(topLine(view, blocks, 60, 12) == top)
    }

    @Test func theEndIsTheEndAndTheFirstStepBackIsSeen() {
        var view = TextView()
        for _ in 0..<50 { view.move(.pageDown) }
        view.fit(blocks, in: area(30, 8))
        #expect(view.linesBelow(blocks, in: area(30, 8)) == 0)
        view.move(.previous)
        #expect(view.linesBelow(blocks, in: area(30, 8)) == 1)
        view.wheel(by: -1)
        #expect(view.linesBelow(blocks, in: area(30, 8)) == 4)
        view.move(.last)
        #expect(view.linesBelow(blocks, in: area(30, 8)) == 0)
    }

    @Test func theBarIsClickedOn() {
        let blocks = (0..<100).map { TextBlock("line \($0)") }
        var view = TextView()
        let area = area(20, 12)
        let first = view.click(19, 10, in: area, blocks)
        #expect(first)
        #expect(view.linesBelow(blocks, in: area) == 0)
        let second = view.click(3, 3, in: area, blocks)
        #expect(!second)
        let third = view.click(19, 1, in: area, blocks)
        #expect(third)
        #expect(view.linesBelow(blocks, in: area) == 90)
    }

    @Test func noTextSteersTheTerminal() {
        let text = drawn(TextView(), [TextBlock("a\u{1B}[2J\u{202E}b", label: "\u{7}x", labelWidth: 9)], 30, 4).text
        #expect(text.contains("␇x"))
        #expect(text.contains("a␛[2J�b"))
    }
}

extension Substring {
    fileprivate func trimmingCharacters() -> String { String(self).trimmingBlanks }
}
