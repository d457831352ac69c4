/// A rectangle of whole pixels in a frame, from its top left.
package struct PixelRect: Hashable, Codable, Sendable {
    /// Columns left of the rectangle.
    package var x: Int
    /// Rows above the rectangle.
    package var y: Int
    /// Columns it covers.
    package var width: Int
    /// Rows it covers.
    package var height: Int

    /// A rectangle `width` × `height` whose top left pixel is (`x`, `y`).
    package init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Whether it covers no pixel.
    package var isEmpty: Bool { width <= 0 || height <= 0 }

    /// The part that lies inside `other`; empty when there is none.
    package func clamped(to other: PixelRect) -> PixelRect {
        let left = max(x, other.x)
        let top = max(y, other.y)
        let right = min(x + width, other.x + other.width)
        let bottom = min(y + height, other.y + other.height)
        return PixelRect(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
    }
}
