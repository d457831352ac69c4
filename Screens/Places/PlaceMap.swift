import Foundation
import Places
import Surface

/// A map of places in cells: their circles and names, this machine, a scale, north above. It needs no network.
///
///     var map = PlaceMap()
///     map.fit(points, width: 60, height: 20, cellAspect: 2)
///     map.draw(places, selected: "market", position: nil, into: &canvas, area: area, theme: theme)
struct PlaceMap: Sendable {
    /// What it shows in its middle.
    private(set) var middle: GeoPoint?
    /// Metres from one row to the next.
    private(set) var scale = 10.0
    private var width = 0
    private var height = 0
    private var cellAspect = 2.0

    /// Metres of a row: from a hand to the whole earth.
    private static let scales = 0.05...500_000.0
    /// The most circles and names that are drawn.
    private static let maximumDrawn = 1000

    /// Its size in cells, and a cell's height over its width.
    mutating func resize(width: Int, height: Int, cellAspect: Double) {
        (self.width, self.height, self.cellAspect) = (width, height, cellAspect)
    }

    /// Shows all of `points`.
    mutating func fit(_ points: [GeoPoint]) {
        guard let first = points.first else { return middle = nil }
        // Around the first one, so that neither 180° nor 0° is special.
        var (west, east, south, north) = (0.0, 0.0, first.latitude, first.latitude)
        for point in points {
            let turn = Self.turn(from: first.longitude, to: point.longitude)
            (west, east) = (min(west, turn), max(east, turn))
            (south, north) = (min(south, point.latitude), max(north, point.latitude))
        }
        middle = Self.point((south + north) / 2, first.longitude + (west + east) / 2)
        guard let middle else { return }
        let high = (north - south) * Self.metresPerDegree / Double(max(1, height - 4))
        let wide =
            (east - west) * Self.metresPerDegree * Self.narrowing(middle) * cellAspect / Double(max(1, width - 12))
        scale = Self.clamped(max(high, wide, 2))
    }

    /// Zooms by steps, each the square root of two: more than 0 shows more of the ground.
    mutating func zoom(by steps: Int) { scale = Self.clamped(scale * pow(2, Double(steps) / 2)) }

    /// Moves what is shown by quarters of its width and height, to the east and to the south.
    mutating func pan(columns: Int, rows: Int) {
        guard let middle else { return }
        let north = -Double(rows * max(1, height / 4)) * scale / Self.metresPerDegree
        let east =
            Double(columns * max(1, width / 4)) * scale / cellAspect / Self.metresPerDegree / Self.narrowing(middle)
        self.middle = Self.point(middle.latitude + north, middle.longitude + east) ?? middle
    }

    /// Moves the map so that `point` is shown.
    mutating func show(_ point: GeoPoint) {
        guard middle != nil else { return }
        let (column, row) = cell(of: point)
        if !(1.0..<Double(max(2, width - 1)) ~= column && 1.0..<Double(max(2, height - 1)) ~= row) { middle = point }
    }

    // MARK: - Drawing

    func draw(
        _ places: [Place], selected: String?, position: Position?, into canvas: inout Canvas, area: Rect, theme: Theme
    ) {
        guard area.width > 10, area.height > 3, middle != nil else { return }
        var circles = 0
        var taken: [Int: [Range<Int>]] = [:]
        var marks: [(place: Place, column: Int, row: Int)] = []
        for place in places {
            guard let point = place.point, circles < Self.maximumDrawn else { continue }
            let (column, row) = cell(of: point)
            let reach = (place.radius ?? 0) / scale
            guard row > -reach - 1, row < Double(height) + reach + 1, column > -(reach + 1) * cellAspect,
                column < Double(width) + (reach + 1) * cellAspect
            else { continue }
            circles += 1
            drawCircle(column, row, reach, "·", theme[.faint], into: &canvas, area)
            let (x, y) = (Int(column.rounded(.down)), Int(row.rounded(.down)))
            guard 0..<width ~= x, 0..<height ~= y else { continue }
            marks.append((place, x, y))
        }
        // The selected one first: its name has room.
        for mark in marks.sorted(by: { ($0.place.id == selected ? 0 : 1) < ($1.place.id == selected ? 0 : 1) }) {
            let isSelected = mark.place.id == selected
            let name = Canvas.fitting(mark.place.name, width: min(24, width - mark.column - 3))
            let columns = mark.column..<mark.column + 2 + name.count
            let isFree = !(taken[mark.row] ?? []).contains { $0.overlaps(columns) }
            guard isFree || isSelected else { continue }
            taken[mark.row, default: []].append(columns)
            let style = theme[isSelected ? .selection : .text]
            canvas.set(area.x + mark.column, area.y + mark.row, "●", theme[isSelected ? .strong : .outline])
            if width - mark.column > 6 {
                canvas.write(name, x: area.x + mark.column + 2, y: area.y + mark.row, style, limit: 24)
            }
        }
        if let position { draw(position, into: &canvas, area, theme) }
        drawScale(into: &canvas, area, theme)
    }

    private func draw(_ position: Position, into canvas: inout Canvas, _ area: Rect, _ theme: Theme) {
        let (column, row) = cell(of: position.point)
        drawCircle(column, row, position.accuracy / scale, "∙", theme[.good], into: &canvas, area)
        let (x, y) = (Int(column.rounded(.down)), Int(row.rounded(.down)))
        if 0..<width ~= x, 0..<height ~= y { canvas.set(area.x + x, area.y + y, "▲", theme[.good]) }
    }

    /// A circle whose radius is `reach` rows; none that is smaller than a cell.
    private func drawCircle(
        _ column: Double, _ row: Double, _ reach: Double, _ character: Character, _ style: Style,
        into canvas: inout Canvas, _ area: Rect
    ) {
        guard reach >= 0.75, reach < 50_000 else { return }
        let steps = Int(min(720, max(16, reach * cellAspect * 6)))
        for step in 0..<steps {
            let angle = Double(step) * 2 * .pi / Double(steps)
            let (x, y) = (column + cos(angle) * reach * cellAspect, row + sin(angle) * reach)
            guard 0..<Double(width) ~= x, 0..<Double(height) ~= y else { continue }
            canvas.set(area.x + Int(x), area.y + Int(y), character, style)
        }
    }

    /// A bar of a round length at the lower left, and where north is at the upper right.
    private func drawScale(into canvas: inout Canvas, _ area: Rect, _ theme: Theme) {
        let perColumn = scale / cellAspect
        let metres = Self.round(perColumn * Double(width) / 4)
        let columns = max(2, Int((metres / perColumn).rounded()))
        let text = "├" + String(repeating: "─", count: columns - 2) + "┤ " + Self.text(metres)
        canvas.write(text, x: area.x, y: area.bottom - 1, theme[.strong], limit: area.width)
        canvas.write("N ↑", endingAt: area.right, y: area.y, theme[.strong])
    }

    static func text(_ metres: Double) -> String {
        switch metres {
        case ..<1: "\(Int((metres * 100).rounded())) cm"
        case ..<1000: "\(Int(metres)) m"
        default: "\(Int((metres / 1000).rounded())) km"
        }
    }

    /// The greatest of 1, 2 and 5 times a power of ten that is not greater than `metres`.
    static func round(_ metres: Double) -> Double {
        let power = pow(10, (log10(max(metres, 0.01)) + 1e-9).rounded(.down))
        return [5.0, 2, 1].first { $0 * power <= metres * (1 + 1e-9) }.map { $0 * power } ?? power
    }

    // MARK: - Where points are

    /// The column and row of a point, with fractions.
    func cell(of point: GeoPoint) -> (column: Double, row: Double) {
        guard let middle else { return (-1, -1) }
        let east =
            Self.turn(from: middle.longitude, to: point.longitude) * Self.narrowing(middle) * Self.metresPerDegree
        let north = (point.latitude - middle.latitude) * Self.metresPerDegree
        return (Double(width) / 2 + east * cellAspect / scale, Double(height) / 2 - north / scale)
    }

    private static let metresPerDegree = GeoPoint.earthRadius * .pi / 180

    /// How much shorter a degree to the east is than one to the north.
    private static func narrowing(_ point: GeoPoint) -> Double { max(0.01, cos(point.latitude * .pi / 180)) }

    /// Degrees from one longitude to another, the shorter way round.
    private static func turn(from: Double, to: Double) -> Double {
        let turn = (to - from).truncatingRemainder(dividingBy: 360)
        return turn > 180 ? turn - 360 : turn < -180 ? turn + 360 : turn
    }

    private static func point(_ latitude: Double, _ longitude: Double) -> GeoPoint? {
        GeoPoint(latitude: min(90, max(-90, latitude)), longitude: turn(from: 0, to: longitude))
    }

    private static func clamped(_ scale: Double) -> Double { min(max(scale, scales.lowerBound), scales.upperBound) }
}
