/// A rectangle of whole pixels in a frame, from its top left.
public struct PixelRect: Hashable, Codable, Sendable {
    /// Columns left of the rectangle.
    public var x: Int
    /// Rows above the rectangle.
    public var y: Int
    /// Columns it covers.
    public var width: Int
    /// Rows it covers.
    public var height: Int

    /// A rectangle `width` × `height` whose top left pixel is (`x`, `y`).
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Whether it covers no pixel.
    public var isEmpty: Bool { width <= 0 || height <= 0 }

    /// The part that lies inside `other`; empty when there is none.
    public func clamped(to other: PixelRect) -> PixelRect {
        let left = max(x, other.x)
        let top = max(y, other.y)
        let right = min(x + width, other.x + other.width)
        let bottom = min(y + height, other.y + other.height)
        return PixelRect(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
    }
}
