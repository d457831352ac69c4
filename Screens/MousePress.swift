import Surface

/// The mouse from when its button goes down until it comes up: a click where it stayed on its cell, else a drag.
struct MousePress: Sendable {
    /// What it was when the button came up.
    enum Outcome: Equatable {
        case click
        case drag(MouseDrag)
    }

    private let start: MouseDrag.Place
    private var last: MouseDrag.Place
    private var hasMoved = false

    /// The button went down.
    init(at event: MouseEvent) {
        start = event.place
        last = event.place
    }

    /// The mouse came to a cell; nil where it has not left the first one.
    mutating func move(to event: MouseEvent) -> MouseDrag? {
        hasMoved = hasMoved || event.place != start
        guard hasMoved, event.place != last else { return nil }
        return step(to: event, isOver: false)
    }

    /// The button came up. A terminal that tells nothing of motion may tell of it elsewhere: that is a drag, too.
    mutating func end(at event: MouseEvent) -> Outcome {
        hasMoved = hasMoved || event.place != start
        return hasMoved ? .drag(step(to: event, isOver: true)) : .click
    }

    private mutating func step(to event: MouseEvent, isOver: Bool) -> MouseDrag {
        defer { last = event.place }
        return MouseDrag(start: start, previous: last, place: event.place, isOver: isOver)
    }
}

extension MouseEvent {
    var place: MouseDrag.Place { MouseDrag.Place(column: column, row: row) }
}
