/// A position in a frame, in pixels from its top left corner; y grows downwards.
package struct Point: Hashable, Codable, Sendable {
    package var x: Double
    package var y: Double

    package init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

    /// The straight-line distance to `other`, in pixels.
    package func distance(to other: Point) -> Double {
        let dx = x - other.x
        let dy = y - other.y
        return (dx * dx + dy * dy).squareRoot()
    }
}

/// The four corners of a symbol in frame pixels, clockwise from the top left of the upright symbol.
package struct Quadrilateral: Hashable, Codable, Sendable {
    /// The top left of the upright symbol; its bottom right in the frame when the symbol is upside down.
    package var topLeft: Point
    package var topRight: Point
    package var bottomRight: Point
    package var bottomLeft: Point

    package init(topLeft: Point, topRight: Point, bottomRight: Point, bottomLeft: Point) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
    }

    package var corners: [Point] { [topLeft, topRight, bottomRight, bottomLeft] }

    package var center: Point {
        Point(
            x: (topLeft.x + topRight.x + bottomRight.x + bottomLeft.x) / 4,
            y: (topLeft.y + topRight.y + bottomRight.y + bottomLeft.y) / 4)
    }

    /// The area in square pixels (shoelace formula); 0 for collinear corners.
    package var area: Double {
        let c = corners
        var doubled = 0.0
        for i in 0..<4 {
            let a = c[i]
            let b = c[(i + 1) % 4]
            doubled += a.x * b.y - b.x * a.y
        }
        return abs(doubled) / 2
    }

    /// The largest distance between two corners, in pixels.
    package var diameter: Double {
        let c = corners
        var longest = 0.0
        for i in 0..<4 { for j in (i + 1)..<4 { longest = max(longest, c[i].distance(to: c[j])) } }
        return longest
    }

    /// Whether `point` lies inside or on an edge; the corners may run clockwise or counterclockwise.
    package func contains(_ point: Point) -> Bool {
        func turn(_ a: Point, _ b: Point) -> Double { (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) }
        let first = turn(topLeft, topRight)
        let (second, third) = (turn(topRight, bottomRight), turn(bottomRight, bottomLeft))
        let fourth = turn(bottomLeft, topLeft)
        return min(min(first, second), min(third, fourth)) >= 0 || max(max(first, second), max(third, fourth)) <= 0
    }

    /// Whether `point` lies inside or on the border of the axis-aligned bounding box.
    package func boundsContain(_ point: Point) -> Bool {
        let (a, b, c, d) = (topLeft, topRight, bottomRight, bottomLeft)
        return point.x >= min(min(a.x, b.x), min(c.x, d.x)) && point.x <= max(max(a.x, b.x), max(c.x, d.x))
            && point.y >= min(min(a.y, b.y), min(c.y, d.y)) && point.y <= max(max(a.y, b.y), max(c.y, d.y))
    }

    /// Returns the quadrilateral with `transform` applied to every corner.
    package func map(_ transform: (Point) -> Point) -> Quadrilateral {
        Quadrilateral(
            topLeft: transform(topLeft), topRight: transform(topRight), bottomRight: transform(bottomRight),
            bottomLeft: transform(bottomLeft))
    }
}
