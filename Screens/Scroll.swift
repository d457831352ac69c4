/// How far lines that do not all fit are scrolled.
struct Scroll: Sendable, Hashable {
    private var lines = 0

    /// Scrolls down by so many lines, up where negative; the end is known when they are drawn.
    mutating func move(by count: Int) { lines = max(0, lines + count) }

    /// Scrolls to the first line.
    mutating func toStart() { lines = 0 }

    /// Scrolls to the last line.
    mutating func toEnd() { lines = .max / 2 }

    /// The first line on show, of `count` with room for `room`.
    func first(of count: Int, room: Int) -> Int { min(lines, max(0, count - room)) }

    /// Ends the scrolling at the last line, so that the first step back is seen.
    mutating func fit(_ count: Int, room: Int) { lines = first(of: count, room: room) }
}
