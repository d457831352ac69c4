import Formats
import Surface
import Symbols

/// How the border of a symbol is drawn: its state shows without colours, too.
package enum OutlineStroke: Sendable, Hashable, CaseIterable {
    case solid, dashed, dotted

    /// Whether a dot of the border is drawn: they are drawn and left out in turns.
    fileprivate func draws(_ dot: Int) -> Bool {
        switch self {
        case .solid: true
        case .dashed: dot % 9 < 6
        case .dotted: dot % 3 < 1
        }
    }
}

extension Point {
    /// Whether it is near enough to be a place on a screen; a wrong reading need not be.
    fileprivate var isPlace: Bool { abs(x) < 1e6 && abs(y) < 1e6 }
}

/// Calls `body` with places along the border of `corners`, about 1 apart, and their numbers. A corner far outside must not cost
/// time: no side has more than `most` of them.
private func walk(along corners: [Point], stepsASide most: Int, _ body: (_ step: Int, Point) -> Void) {
    var walked = 0
    for side in 0..<4 {
        let (a, b) = (corners[side], corners[(side + 1) % 4])
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        let steps = max(1, Int(min(max(abs(dx), abs(dy)).rounded(.up), Double(most))))
        for step in 0..<steps {
            let share = Double(step) / Double(steps)
            body(walked + step, Point(x: a.x + dx * share, y: a.y + dy * share))
        }
        walked += steps
    }
}

/// The border of a quadrilateral in the dots of braille characters, two across and four down a cell: as exact as characters can be.
struct DottedOutline {
    /// The bit of each dot of a braille character, by its row and column (Unicode, chapter 21.1).
    private static let bits: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]

    private let cells: Rect
    /// Dots of each cell of `cells`, row by row.
    private var masks: [UInt8]

    /// The border of `corners`, in cells, as far as it lies in `area`.
    init(_ corners: Quadrilateral, stroke: OutlineStroke, in area: Rect) {
        cells = Self.bounds(of: corners, in: area)
        masks = Array(repeating: 0, count: max(0, cells.width * cells.height))
        guard !cells.isEmpty else { return }
        let dots = corners.corners.map { Point(x: $0.x * 2, y: $0.y * 4) }
        walk(along: dots, stepsASide: 16 * (cells.width + cells.height)) { step, dot in
            if stroke.draws(step) { mark(x: dot.x, y: dot.y) }
        }
    }

    /// The cells that the border may touch; none where a corner is not a place.
    private static func bounds(of corners: Quadrilateral, in area: Rect) -> Rect {
        let points = corners.corners
        guard points.allSatisfy(\.isPlace) else { return area.centered(width: 0, height: 0) }
        let left = Int(points.map(\.x).min()!.rounded(.down))
        let top = Int(points.map(\.y).min()!.rounded(.down))
        let right = Int(points.map(\.x).max()!.rounded(.down))
        let bottom = Int(points.map(\.y).max()!.rounded(.down))
        return Rect(x: left, y: top, width: right - left + 1, height: bottom - top + 1).clamped(to: area)
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

extension PlacedPicture {
    /// Draws the border of `corners`, given in cells: light with dark edges, so that it is seen on all that is below.
    fileprivate mutating func outline(_ corners: Quadrilateral, _ stroke: OutlineStroke) {
        let across = Double(width) / Double(area.width)
        let down = Double(height) / Double(area.height)
        let corners = corners.corners.map {
            Point(x: ($0.x - Double(area.x)) * across, y: ($0.y - Double(area.y)) * down)
        }
        guard corners.allSatisfy(\.isPlace) else { return }
        // How many pixels a dot of a stroke is long.
        let unit = max(2, Int(across / 2))
        // First the edges of all, then the line upon them.
        for (reach, luma) in [(2, UInt8(0)), (1, UInt8(255))] {
            walk(along: corners, stepsASide: 2 * (width + height)) { step, point in
                guard stroke.draws(step / unit) else { return }
                dot(x: Int(point.x.rounded(.down)), y: Int(point.y.rounded(.down)), reach: reach, luma: luma)
            }
        }
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
            changePicture { $0.outline(corners, stroke) }
        } else if isFine {
            DottedOutline(corners, stroke: stroke, in: area).forEachCell { self.stroke($0, $1, $2, style) }
        } else {
            let points = corners.corners
            for i in 0..<4 { line(from: points[i], to: points[(i + 1) % 4], stroke, in: area, style) }
        }
        guard !label.isEmpty, area.height > 0, corners.topLeft.isPlace else { return }
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
        guard point.isPlace else { return }
        let x = Int(point.x.rounded(.down))
        let y = Int(point.y.rounded(.down))
        if area.contains(x, y) { self.stroke(x, y, character, style) }
    }
}
