/// The part of every frame in which symbols are read, as shares of the frame's sides.
///
/// Shares rather than pixels, so that it stays where the user put it when the camera or its format changes.
package struct InterestBox: Hashable, Codable, Sendable {
    /// Share of the width left of the box, 0…1.
    package private(set) var x: Double
    /// Share of the height above the box, 0…1.
    package private(set) var y: Double
    /// Share of the width inside, 0.1…1.
    package private(set) var width: Double
    /// Share of the height inside, 0.1…1.
    package private(set) var height: Double

    /// The smallest share of a side that the box may cover.
    package static let smallest = 0.1

    /// A box that is moved and shrunk as needed to lie inside the frame; NaN counts as 0.
    ///
    /// - Parameter smallest: the least share of a side; below the standard one for a box inside a zoomed picture.
    package init(x: Double, y: Double, width: Double, height: Double, smallest: Double = InterestBox.smallest) {
        func share(_ value: Double, _ range: ClosedRange<Double>) -> Double {
            value.isFinite ? min(max(value, range.lowerBound), range.upperBound) : range.lowerBound
        }
        self.width = share(width, smallest...1)
        self.height = share(height, smallest...1)
        self.x = share(x, 0...(1 - self.width))
        self.y = share(y, 0...(1 - self.height))
    }

    /// A stored box, as the other initializer takes it.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func share(_ key: CodingKeys) throws -> Double { try values.decode(Double.self, forKey: key) }
        self.init(x: try share(.x), y: try share(.y), width: try share(.width), height: try share(.height))
    }

    /// The middle three fifths of each side.
    package static let standard = InterestBox(x: 0.2, y: 0.2, width: 0.6, height: 0.6)

    /// The box moved by shares of the sides, as far as the frame allows.
    package func moved(x dx: Double, y dy: Double) -> InterestBox {
        InterestBox(x: x + dx, y: y + dy, width: width, height: height)
    }

    /// The box made wider or higher by shares of the sides around its own middle.
    package func resized(width dw: Double, height dh: Double) -> InterestBox {
        let w = min(max(width + dw, Self.smallest), 1)
        let h = min(max(height + dh, Self.smallest), 1)
        return InterestBox(x: x + (width - w) / 2, y: y + (height - h) / 2, width: w, height: h)
    }

    /// The box in pixels of a frame `width` × `height`.
    package func pixels(width frameWidth: Int, height frameHeight: Int) -> PixelRect {
        let left = Int((x * Double(frameWidth)).rounded())
        let top = Int((y * Double(frameHeight)).rounded())
        let right = Int(((x + width) * Double(frameWidth)).rounded())
        let bottom = Int(((y + height) * Double(frameHeight)).rounded())
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
            .clamped(to: PixelRect(x: 0, y: 0, width: frameWidth, height: frameHeight))
    }
}
