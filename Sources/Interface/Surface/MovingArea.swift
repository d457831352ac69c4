/// Cells that change with every frame of a picture, and those drawn over them that do not: a slow terminal gets the first later.
package struct MovingArea: Sendable, Hashable {
    /// The picture's cells.
    package var area: Rect
    /// What is drawn over them and must not wait; default nothing.
    package var still = Rect(x: 0, y: 0, width: 0, height: 0)

    package init(_ area: Rect) { self.area = area }
}

extension Canvas {
    /// Draws what must not wait for the moving picture below it, such as a question.
    package mutating func drawStill(_ draw: (inout Canvas) -> Void) {
        guard moving != nil else { return draw(&self) }
        let before = self
        draw(&self)
        guard var moving else { return }
        var (left, top, right, bottom) = (Int.max, Int.max, 0, 0)
        for y in moving.area.y..<max(moving.area.y, moving.area.bottom) {
            for x in moving.area.x..<max(moving.area.x, moving.area.right) where self[x, y] != before[x, y] {
                (left, top, right, bottom) = (min(left, x), min(top, y), max(right, x + 1), max(bottom, y + 1))
            }
        }
        guard left < right else { return }
        moving.still = Rect(x: left, y: top, width: right - left, height: bottom - top)
        self.moving = moving
    }

    /// What is to be on the screen next, where `before` is now and not all of this can be sent at once: all but the moving area,
    /// and of that as many rows as `cells` that differ allow, one at least.
    ///
    /// - Parameters:
    ///   - before: of the same size.
    ///   - row: the row of the moving area to begin with; the next one is put there.
    /// - Returns: nil if all of it can be sent.
    package func limited(to cells: Int, over before: Canvas, from row: inout Int) -> Canvas? {
        guard let moving, before.width == width, before.height == height else { return nil }
        let area = moving.area.clamped(to: bounds)
        guard !area.isEmpty else { return nil }
        let rows = (0..<area.height).map { area.y + (max(0, row - area.y) + $0) % area.height }
        var left = cells
        var isFirst = true
        var result: Canvas?
        for y in rows {
            let differing = (area.x..<area.right).count {
                !moving.still.contains($0, y) && self[$0, y] != before[$0, y]
            }
            guard differing > 0 else { continue }
            left -= differing
            if left >= 0 || isFirst {
                isFirst = false
                continue
            }
            // The first row that has to wait is where the next time begins.
            if result == nil {
                result = self
                row = y
            }
            result?.keep(y, from: area.x, to: area.right, except: moving.still, of: before)
        }
        return result
    }

    /// Leaves cells of a row as they are in `before`.
    private mutating func keep(_ y: Int, from left: Int, to right: Int, except still: Rect, of before: Canvas) {
        for x in left..<right where !still.contains(x, y) { self[cell: x, y] = before[x, y] }
    }
}
