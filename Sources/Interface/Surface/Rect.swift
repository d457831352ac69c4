/// A rectangle of whole cells, from a canvas's top left.
package struct Rect: Hashable, Sendable {
    /// Columns left of it.
    package var x: Int
    /// Rows above it.
    package var y: Int
    /// Columns it covers; never negative.
    package var width: Int
    /// Rows it covers; never negative.
    package var height: Int

    /// A rectangle; negative sizes become 0.
    package init(x: Int, y: Int, width: Int, height: Int) {
        (self.x, self.y) = (x, y)
        self.width = max(0, width)
        self.height = max(0, height)
    }

    /// The column right of the last one.
    package var right: Int { x + width }
    /// The row below the last one.
    package var bottom: Int { y + height }
    package var isEmpty: Bool { width == 0 || height == 0 }

    /// The rectangle without a margin of `columns` at both sides and `rows` at top and bottom.
    package func inset(columns: Int, rows: Int) -> Rect {
        Rect(x: x + columns, y: y + rows, width: width - 2 * columns, height: height - 2 * rows)
    }

    /// The part inside `other`.
    package func clamped(to other: Rect) -> Rect {
        let left = max(x, other.x)
        let top = max(y, other.y)
        return Rect(x: left, y: top, width: min(right, other.right) - left, height: min(bottom, other.bottom) - top)
    }

    /// Whether the cell at (`column`, `row`) lies inside.
    package func contains(_ column: Int, _ row: Int) -> Bool {
        column >= x && column < right && row >= y && row < bottom
    }

    /// A rectangle `width` × `height` (at most this one's size) in the middle.
    package func centered(width: Int, height: Int) -> Rect {
        let w = min(width, self.width)
        let h = min(height, self.height)
        return Rect(x: x + (self.width - w) / 2, y: y + (self.height - h) / 2, width: w, height: h)
    }
}
