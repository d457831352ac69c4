import Surface

/// Titles beside each other, one of which is current; what it shows is up to who has it.
///
///     var tabs = TabBar(["Cameras", "Formats", "Controls"])
///     tabs.move(by: 1)                                     // from Tab; −1 from Shift-Tab
///     if tabs.click(column, row, in: area) { … }           // from the mouse
///     tabs.render(into: &canvas, area: area, theme: theme) // one row of cells
///     switch tabs.current { case 0: … }
package struct TabBar: Sendable, Hashable {
    /// The titles; the current one stays current by its number.
    package var titles: [String] {
        didSet { current = min(current, max(0, titles.count - 1)) }
    }
    /// The number of the current one, from 0; 0 where there is none.
    private(set) var current: Int

    /// Tabs with the first one current by default.
    package init(_ titles: [String], current: Int = 0) {
        self.titles = titles
        self.current = min(max(0, current), max(0, titles.count - 1))
    }

    /// Goes on by so many tabs, back where negative; after the last comes the first.
    package mutating func move(by count: Int) {
        guard !titles.isEmpty else { return }
        current = ((current + count % titles.count) + titles.count) % titles.count
    }

    /// Makes the tab with this number current; nothing where there is none.
    package mutating func select(_ number: Int) {
        if titles.indices.contains(number) { current = number }
    }

    /// Makes the tab at a cell current; false when there is none.
    @discardableResult
    package mutating func click(_ column: Int, _ row: Int, in area: Rect) -> Bool {
        guard row == area.y, area.contains(column, row),
            let place = places(width: area.width).first(where: { $0.columns.contains(column - area.x) })
        else { return false }
        current = place.number
        return true
    }

    /// The tabs on show, with the columns of each, a blank at both sides of the title among them. Where not all fit, those left of the
    /// current one give way first.
    private func places(width: Int) -> [(number: Int, columns: Range<Int>)] {
        guard titles.indices.contains(current), width > 0 else { return [] }
        let widths = titles.map { DisplayWidth.of($0) + 2 }
        var first = 0
        // `<` and a blank stand for what is missing at the left.
        func end(of number: Int) -> Int { (first == 0 ? 0 : 2) + widths[first...number].reduce(0, +) + number - first }
        while first < current, end(of: current) > width { first += 1 }
        var places: [(Int, Range<Int>)] = []
        var x = first == 0 ? 0 : min(2, width - 1)
        for number in first..<titles.count {
            let right = min(x + widths[number], width)
            if right < x + widths[number], number != current { break }
            places.append((number, x..<max(x, right)))
            x = right + 1
            if x >= width { break }
        }
        return places
    }

    /// Draws the titles in the first row of `area`; `<` and `>` say that there are more.
    package func render(into canvas: inout Canvas, area: Rect, theme: Theme) {
        guard !area.isEmpty else { return }
        let places = places(width: area.width)
        for place in places {
            let x = area.x + place.columns.lowerBound
            let style = theme[place.number == current ? .selection : .text]
            canvas.fill(Rect(x: x, y: area.y, width: place.columns.count, height: 1), " ", style)
            canvas.write(titles[place.number], x: x + 1, y: area.y, style, limit: place.columns.count - 2)
        }
        if let first = places.first, first.number > 0 { canvas.set(area.x, area.y, "<", theme[.faint]) }
        if let last = places.last, last.number < titles.count - 1, last.columns.upperBound < area.width {
            canvas.set(area.right - 1, area.y, ">", theme[.faint])
        }
    }
}
