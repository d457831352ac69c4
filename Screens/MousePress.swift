import Surface

/// The mouse from when its button goes down until it comes up: a click where it stayed on its cell, else a drag.
struct MousePress: Sendable {
    private let start: MouseDrag.Place
    private var last: MouseDrag.Place
    private var hasMoved = false

    /// The button went down.
    init(at event: MouseEvent) { (start, last) = (event.place, event.place) }

    /// The mouse came to a cell; nil if it has not left the first one.
    mutating func move(to event: MouseEvent) -> MouseDrag? {
        hasMoved = hasMoved || hasLeft(to: event)
        guard hasMoved, event.place != last else { return nil }
        return step(to: event, isOver: false)
    }

    /// Handles the release of the button; nil for a click. A release at another place is a drag, too: some terminals report no motion.
    mutating func end(at event: MouseEvent) -> MouseDrag? {
        hasMoved || hasLeft(to: event) ? step(to: event, isOver: true) : nil
    }

    private func hasLeft(to event: MouseEvent) -> Bool { (event.column, event.row) != (start.column, start.row) }

    private mutating func step(to event: MouseEvent, isOver: Bool) -> MouseDrag {
        defer { last = event.place }
        return MouseDrag(start: start, previous: last, place: event.place, isOver: isOver)
    }
}

extension MouseEvent {
    var place: MouseDrag.Place { MouseDrag.Place(column: column, row: row, within: within) }
}
