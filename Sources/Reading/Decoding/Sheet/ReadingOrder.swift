import Glibc
import Symbols

/// The order in which a person would read a sheet: rows from top to bottom, each from left to right.
enum ReadingOrder {
    /// Symbols whose middles are at most this many pixels apart are always in one row.
    /// Not measured: what is marked as a line has no height.
    private static let minReach = 8.0

    /// `symbols` in that order, whichever way the sheet is tilted by less than 45°; the same for the same symbols.
    static func sorted(_ symbols: [Symbol]) -> [Symbol] {
        guard symbols.count > 1 else { return symbols }
        // Symbols may lie on the sheet upside down or on a side: sides are taken modulo a right angle.
        let tilts = symbols.map { offAxis($0.corners) }.sorted()
        let tilt = tilts[tilts.count / 2]
        let (c, s) = (cos(tilt), sin(tilt))
        let placed = symbols.map { symbol -> (x: Double, y: Double, height: Double, symbol: Symbol) in
            let turned = symbol.corners.map { Point(x: c * $0.x + s * $0.y, y: c * $0.y - s * $0.x) }
            let place = Place(turned)
            return (turned.center.x, turned.center.y, place.bottom - place.top, symbol)
        }.sorted { ($0.y, $0.x) < ($1.y, $1.x) }
        let heights = placed.map(\.height).sorted()
        let reach = max(minReach, heights[heights.count / 2] / 2)
        var result: [Symbol] = []
        var row = placed[...]
        while let first = row.first {
            // A row ends where the next middle lies below half of a symbol.
            let end = row.firstIndex { $0.y - first.y > reach } ?? row.endIndex
            result += row[..<end].sorted { ($0.x, $0.y) < ($1.x, $1.y) }.map(\.symbol)
            row = row[end...]
        }
        return result
    }

    /// How far the top runs off the picture's rows, -π/4...π/4, a side for the other where it is nearer.
    private static func offAxis(_ corners: Quadrilateral) -> Double {
        let (a, b) = (corners.topLeft, corners.topRight)
        let angle = atan2(b.y - a.y, b.x - a.x)
        return angle - (angle / (.pi / 2)).rounded() * (.pi / 2)
    }
}
