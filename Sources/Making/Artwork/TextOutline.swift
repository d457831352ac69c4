/// A line of text as the outline of its letters, in thousandths of its size from the left end of its baseline; y grows downwards.
///
///     var outline = TextOutline("Łukasz", width: 3612)
///     outline.move(to: (105, -729))
package struct TextOutline: Hashable, Sendable {
    /// The text in the order in which it is read.
    package let text: String
    package let width: Double
    /// The operators of its path in PDF.
    private(set) var path: [UInt8] = []

    package init(_ text: String, width: Double) { (self.text, self.width) = (text, width) }

    package typealias Point = (x: Float, y: Float)

    /// Begins a part of the outline.
    package mutating func move(to point: Point) { add([point], "m") }

    /// Adds a line.
    package mutating func line(to point: Point) { add([point], "l") }

    /// Adds a Bézier curve with the points that pull it.
    package mutating func curve(_ first: Point, _ second: Point, to point: Point) { add([first, second, point], "c") }

    /// Closes a part.
    package mutating func close() { add([], "h") }

    private mutating func add(_ points: [Point], _ name: String) {
        for number in points.flatMap({ [$0.x, $0.y] }) {
            // Thousandths are finer than any printer.
            path += String(Int(max(-1e7, min(1e7, number)).rounded())).utf8
            path.append(0x20)
        }
        path += name.utf8
        path.append(0x0A)
    }
}
