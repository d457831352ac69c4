import Formats
import Surface
import Symbols

/// How the border of a symbol is drawn: its state shows without colours, too.
package enum OutlineStroke: Sendable, Hashable, CaseIterable {
    case solid, dashed, dotted

    /// Dots drawn and left out in turns along the border.
    fileprivate var period: (drawn: Int, of: Int) {
        switch self {
        case .solid: (1, 1)
        case .dashed: (6, 9)
        case .dotted: (1, 3)
        }
    }
}

/// The border of a quadrilateral in the dots of braille characters, two across and four down a cell: as exact as characters can be.
package struct DottedOutline {
    /// Dots of a cell beside and above each other.
    private static let dots = (across: 2.0, down: 4.0)
    /// The bit of each dot of a braille character, by its row and column (Unicode, chapter 21.1).
    private static let bits: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]

    private let cells: Rect
    /// Dots of each cell of `cells`, row by row.
    private var masks: [UInt8]

    /// The border of `corners`, in cells, as far as it lies in `area`.
    package init(_ corners: Quadrilateral, stroke: OutlineStroke = .solid, in area: Rect) {
        cells = Self.bounds(of: corners, in: area)
        masks = Array(repeating: 0, count: max(0, cells.width * cells.height))
        guard !cells.isEmpty else { return }
        var walked = 0
        for i in 0..<4 { walked = draw(corners.corners[i], corners.corners[(i + 1) % 4], stroke, from: walked) }
    }

    /// The cells that the border may touch; none where a corner is no place.
    private static func bounds(of corners: Quadrilateral, in area: Rect) -> Rect {
        let points = corners.corners
        guard points.allSatisfy({ abs($0.x) < 1e6 && abs($0.y) < 1e6 }) else {
            return area.centered(width: 0, height: 0)
        }
        let left = Int(points.map(\.x).min()!.rounded(.down))
        let top = Int(points.map(\.y).min()!.rounded(.down))
        let right = Int(points.map(\.x).max()!.rounded(.down))
        let bottom = Int(points.map(\.y).max()!.rounded(.down))
        return Rect(x: left, y: top, width: right - left + 1, height: bottom - top + 1).clamped(to: area)
    }

    /// Draws a side, and counts the dots of the way.
    private mutating func draw(_ a: Point, _ b: Point, _ stroke: OutlineStroke, from start: Int) -> Int {
        let (dx, dy) = ((b.x - a.x) * Self.dots.across, (b.y - a.y) * Self.dots.down)
        // A corner far outside (a wrong reading) must not cost time: no more steps than the cells have dots.
        let most = Double(16 * (cells.width + cells.height))
        let steps = max(1, Int(min(max(abs(dx), abs(dy)).rounded(.up), most)))
        let period = stroke.period
        for step in 0..<steps where (start + step) % period.of < period.drawn {
            let share = Double(step) / Double(steps)
            mark(x: a.x * Self.dots.across + dx * share, y: a.y * Self.dots.down + dy * share)
        }
        return start + steps
    }

    private mutating func mark(x: Double, y: Double) {
        let (x, y) = (Int(x.rounded(.down)) - cells.x * 2, Int(y.rounded(.down)) - cells.y * 4)
        guard x >= 0, y >= 0, x < cells.width * 2, y < cells.height * 4 else { return }
        masks[y / 4 * cells.width + x / 2] |= Self.bits[y % 4][x % 2]
    }

    /// Calls `body` with the place of each cell that the border touches, and the character that shows it.
    func forEachCell(_ body: (Int, Int, Character) -> Void) {
        for (i, mask) in masks.enumerated() where mask != 0 {
            guard let scalar = Unicode.Scalar(0x2800 + UInt32(mask)) else { continue }
            body(cells.x + i % cells.width, cells.y + i / cells.width, Character(scalar))
        }
    }
}

/// The border of a quadrilateral in the pixels of a picture: light with dark edges, so that it is seen on all that is below.
struct PixelOutline {
    /// The corners in pixels.
    let corners: [Point]
    let stroke: OutlineStroke
    /// How many pixels a dot of a stroke is long.
    let unit: Int

    /// The border of `corners`, given in cells; nil where one is no place.
    init?(_ corners: Quadrilateral, stroke: OutlineStroke, in picture: PlacedPicture) {
        let across = Double(picture.width) / Double(picture.area.width)
        let down = Double(picture.height) / Double(picture.area.height)
        self.corners = corners.corners.map {
            Point(x: ($0.x - Double(picture.area.x)) * across, y: ($0.y - Double(picture.area.y)) * down)
        }
        self.stroke = stroke
        unit = max(2, Int(across / 2))
        guard self.corners.allSatisfy({ abs($0.x) < 1e6 && abs($0.y) < 1e6 }) else { return nil }
    }

    /// First the edges of all, then the line upon them.
    func draw(into picture: inout PlacedPicture) {
        for (reach, luma) in [(2, UInt8(0)), (1, UInt8(255))] {
            var walked = 0
            for side in 0..<4 {
                walked = draw(corners[side], corners[(side + 1) % 4], from: walked, (reach, luma), into: &picture)
            }
        }
    }

    /// Draws a side, and counts the pixels of the way.
    private func draw(
        _ a: Point, _ b: Point, from start: Int, _ dot: (reach: Int, luma: UInt8), into picture: inout PlacedPicture
    ) -> Int {
        // A corner far outside (a wrong reading) must not cost time.
        let most = Double(2 * (picture.width + picture.height))
        let steps = max(1, Int(min(max(abs(b.x - a.x), abs(b.y - a.y)).rounded(.up), most)))
        let period = stroke.period
        for step in 0..<steps where (start + step) / unit % period.of < period.drawn {
            let share = Double(step) / Double(steps)
            let (x, y) = (a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)
            picture.dot(x: Int(x.rounded(.down)), y: Int(y.rounded(.down)), reach: dot.reach, luma: dot.luma)
        }
        return start + steps
    }
}

extension Canvas {
    /// Draws the border of a quadrilateral given in cells, clipped to `area`, with `label` at its top left corner; in the
    /// pixels of a picture that fills `area`.
    ///
    /// - Parameters:
    ///   - label: a word or two; default none.
    ///   - isFine: whether the terminal shows braille; else the border is drawn with a stroke a cell.
    package mutating func outline(
        _ corners: Quadrilateral, label: String = "", stroke: OutlineStroke = .solid, isFine: Bool = true,
        in area: Rect, _ style: Style
    ) {
        if picture?.area == area {
            changePicture { PixelOutline(corners, stroke: stroke, in: $0)?.draw(into: &$0) }
        } else if isFine {
            DottedOutline(corners, stroke: stroke, in: area).forEachCell { set($0, $1, $2, style) }
        } else {
            let points = corners.corners
            for i in 0..<4 { line(from: points[i], to: points[(i + 1) % 4], stroke, in: area, style) }
        }
        guard !label.isEmpty, area.height > 0, abs(corners.topLeft.x) < 1e6, abs(corners.topLeft.y) < 1e6 else {
            return
        }
        let width = DisplayWidth.of(label) + 2
        guard area.width >= width else { return }
        let x = min(max(Int(corners.topLeft.x.rounded(.down)), area.x), area.right - width)
        let y = min(max(Int(corners.topLeft.y.rounded(.down)), area.y), area.bottom - 1)
        var badge = style
        badge.attributes.formSymmetricDifference(.reverse)
        write(" \(label) ", x: x, y: y, badge)
    }

    /// A line between two places in cells, each cell with the stroke that fits its slope.
    private mutating func line(from a: Point, to b: Point, _ stroke: OutlineStroke, in area: Rect, _ style: Style) {
        let dx = b.x - a.x
        let dy = b.y - a.y
        guard dx.isFinite, dy.isFinite else { return }
        let character: Character
        // A cell is about twice as high as wide, so 45° on the screen is a slope of 1/2 in cells.
        if abs(dy) < abs(dx) * 0.21 {
            character = "─"
        } else if abs(dx) < abs(dy) * 0.83 {
            character = "│"
        } else {
            character = dx * dy > 0 ? "╲" : "╱"
        }
        // A corner far outside (a wrong reading) must not cost time: the canvas bounds the steps.
        let steps = max(1, Int(min(max(abs(dx), abs(dy)).rounded(.up), Double(4 * (area.width + area.height)))))
        let skipped = stroke == .solid ? steps + 1 : stroke == .dashed ? 3 : 2
        for step in 0...steps where (step + 1) % skipped != 0 {
            let share = Double(step) / Double(steps)
            mark(Point(x: a.x + dx * share, y: a.y + dy * share), character, in: area, style)
        }
    }

    private mutating func mark(_ point: Point, _ character: Character, in area: Rect, _ style: Style) {
        guard abs(point.x) < 1e6, abs(point.y) < 1e6 else { return }
        let x = Int(point.x.rounded(.down))
        let y = Int(point.y.rounded(.down))
        if area.contains(x, y) { set(x, y, character, style) }
    }
}
