import Frames
import Surface

/// The interest box in the hand of the mouse: by a side or a corner it is resized, inside it is moved, and outside of it another is
/// drawn.
struct BoxDrag: Sendable {
    /// Which sides follow the mouse; all of them where it is moved.
    private struct Sides: OptionSet, Sendable {
        let rawValue: Int
        static let left = Sides(rawValue: 1)
        static let right = Sides(rawValue: 2)
        static let top = Sides(rawValue: 4)
        static let bottom = Sides(rawValue: 8)
        static let all: Sides = [.left, .right, .top, .bottom]
    }

    private let sides: Sides
    /// Where a box that is being drawn began, as shares of the picture's sides; nil for one that was there.
    private let anchor: (x: Double, y: Double)?

    /// The button went down at a cell of `picture`, in which `box` is shown.
    init?(at place: MouseDrag.Place, box: InterestBox?, in picture: Rect) {
        guard picture.contains(place.column, place.row) else { return nil }
        guard let box, let sides = Self.sides(of: Self.cells(of: box, in: picture), at: place) else {
            sides = []
            anchor = Self.shares(place, in: picture)
            return
        }
        self.sides = sides
        anchor = nil
    }

    /// What lies under the mouse; nil for nothing of the box.
    private static func sides(of cells: Rect, at place: MouseDrag.Place) -> Sides? {
        // A corner is hard to hit by a cell.
        let reach = Rect(x: cells.x - 1, y: cells.y - 1, width: cells.width + 2, height: cells.height + 2)
        guard reach.contains(place.column, place.row) else { return nil }
        var sides: Sides = []
        if place.column <= cells.x { sides.insert(.left) }
        if place.column >= cells.right - 1 { sides.insert(.right) }
        if place.row <= cells.y { sides.insert(.top) }
        if place.row >= cells.bottom - 1 { sides.insert(.bottom) }
        // A box of a cell or two has all sides in one.
        if sides.isSuperset(of: [.left, .right]) || sides.isSuperset(of: [.top, .bottom]) { return .all }
        return sides.isEmpty ? .all : sides
    }

    private static func cells(of box: InterestBox, in picture: Rect) -> Rect {
        let pixels = box.pixels(width: picture.width, height: picture.height)
        return Rect(x: picture.x + pixels.x, y: picture.y + pixels.y, width: pixels.width, height: pixels.height)
    }

    /// The place in the picture, as shares of its sides; the top left of the cell where only that is known.
    private static func shares(_ place: MouseDrag.Place, in picture: Rect) -> (x: Double, y: Double) {
        (
            (Double(place.column - picture.x) + (place.within?.x ?? 0)) / Double(max(1, picture.width)),
            (Double(place.row - picture.y) + (place.within?.y ?? 0)) / Double(max(1, picture.height))
        )
    }

    /// The box after the mouse has moved.
    func changed(_ box: InterestBox, by drag: MouseDrag, in picture: Rect) -> InterestBox {
        let (width, height) = (Double(max(1, picture.width)), Double(max(1, picture.height)))
        let (x, y) = Self.shares(drag.place, in: picture)
        // Where only the cell is known, all of it is in the box.
        let cell = drag.place.within == nil ? 1.0 : 0
        if let anchor {
            return InterestBox(
                x: min(anchor.x, x), y: min(anchor.y, y), width: abs(x - anchor.x) + cell / width,
                height: abs(y - anchor.y) + cell / height)
        }
        if sides == .all {
            let previous = Self.shares(drag.previous, in: picture)
            return box.moved(x: x - previous.x, y: y - previous.y)
        }
        var (left, right, top, bottom) = (box.x, box.x + box.width, box.y, box.y + box.height)
        if sides.contains(.left) { left = min(max(0, x), right - InterestBox.smallest) }
        if sides.contains(.right) { right = max(min(1, x + cell / width), left + InterestBox.smallest) }
        if sides.contains(.top) { top = min(max(0, y), bottom - InterestBox.smallest) }
        if sides.contains(.bottom) { bottom = max(min(1, y + cell / height), top + InterestBox.smallest) }
        return InterestBox(x: left, y: top, width: right - left, height: bottom - top)
    }
}
