import Frames
import Symbols

/// Finds the bull's eyes of Aztec symbols: lines that cross seven or more runs of equal width.
struct AztecFinder {
    private var crossings = LineCrossings(capacity: 0)
    private var line: [UInt8] = []

    /// Grey levels that rings are apart at least, where no better is known. Measured: 14 and 22 read as many.
    static let prominence = 18
    /// The most places that are looked at closely in one picture. Measured: 400 and 625 read as many.
    private static let maxPlaces = 500
    /// Clean runs on a line through the middle: three rings on each side of the dark middle.
    private static let runs = 7
    /// How wide a run is, in mean ones. Off the middle of the tilted square in the centre, that is shorter than the rings.
    /// Measured: 1.2 for 1.5 reads 1 fewer. The others are not measured.
    private static let tolerance: (least: Float, minimumMiddle: Float, most: Float) = (0.5, 0.3, 1.5)
    /// How far light and dark runs are apart, at least, as a divisor of their whole range.
    /// Not measured: blur and shadows take most of it.
    private static let partOfRange = 5
    /// Pixels of the shortest side: one for each of the nine modules across a compact symbol's rings.
    private static let smallestSide = 9

    /// Hands what may be bull's eyes in `area` of `view` to `use`, which returns whether there was one.
    ///
    /// - Parameters:
    ///   - step: rows from one that is looked along to the next.
    ///   - prominence: grey levels that rings are apart at least.
    mutating func find(in view: LumaView, of area: PixelRect, step: Int, prominence: Int, use: (BullsEye) -> Bool) {
        guard min(area.width, area.height) >= Self.smallestSide else { return }
        var known: [Quadrilateral] = []
        var failed: [BullsEye] = []
        var places = 0
        let rows = max(1, area.y)..<min(area.y + area.height, view.height - 1)
        for y in stride(from: rows.lowerBound, to: rows.upperBound, by: step) {
            fill(view, area, row: y)
            line.withUnsafeBufferPointer { crossings.find(in: $0, prominence: prominence) }
            guard crossings.places.count > Self.runs else { continue }
            for first in 0..<(crossings.places.count - Self.runs) {
                guard let module = equalWidth(first), isStriped(first) else { continue }
                let isInverted = crossings.startsRising != (first % 2 == 0)
                let x = Double(crossings.places[first + 3] + crossings.places[first + 4]) / 2 + 0.5 + Double(area.x)
                let start = Point(x: x, y: Double(y) + 0.5)
                guard !known.contains(where: { $0.boundsContain(start) }) else { continue }
                places += 1
                guard places <= Self.maxPlaces else { return }
                guard let eye = BullsEye(view, around: start, module: module, isInverted: isInverted),
                    !failed.contains(where: { $0.isAlike(eye) })
                else { continue }
                if use(eye) {
                    known.append(eye.corners)
                } else {
                    failed.append(eye)
                    guard failed.count < Self.maxFailures else { return }
                }
            }
        }
    }

    /// Taking the modules around a bull's eye costs more than finding it. Measured: 10 and 15 read as many.
    private static let maxFailures = 12

    /// The mean width of the seven runs from crossing `first`, when they are about equal; nil when not.
    private func equalWidth(_ first: Int) -> Double? {
        let total = crossings.places[first + Self.runs] - crossings.places[first]
        let width = total / Float(Self.runs)
        guard width > 1 else { return nil }
        for i in first..<(first + Self.runs) {
            let run = crossings.places[i + 1] - crossings.places[i]
            let least = i == first + Self.runs / 2 ? Self.tolerance.minimumMiddle : Self.tolerance.least
            guard run > least * width, run < Self.tolerance.most * width else { return nil }
        }
        return Double(width)
    }

    /// Whether the middles of the light runs from crossing `first` are all lighter than those of the dark ones, by a
    /// good part of their range. The dark middle is left out: blur takes it first.
    private func isStriped(_ first: Int) -> Bool {
        var (lightest, darkestLight, lightestDark, darkest) = (UInt8.min, UInt8.max, UInt8.min, UInt8.max)
        let isRising = crossings.startsRising == (first % 2 == 0)
        for i in 0..<Self.runs where i != Self.runs / 2 {
            let middle = (crossings.places[first + i] + crossings.places[first + i + 1]) / 2
            // SAFETY: crossings lie between samples of the line.
            let level = line[Int(middle + 0.5)]
            if (i % 2 == 0) == isRising {
                (lightest, darkestLight) = (max(lightest, level), min(darkestLight, level))
            } else {
                (darkest, lightestDark) = (min(darkest, level), max(lightestDark, level))
            }
        }
        return Int(darkestLight) - Int(lightestDark) > (Int(lightest) - Int(darkest)) / Self.partOfRange
    }

    /// One row, smoothed over its neighbours: 1, 2, 1.
    private mutating func fill(_ view: LumaView, _ area: PixelRect, row y: Int) {
        if line.count != area.width {
            line = [UInt8](repeating: 0, count: area.width)
            crossings = LineCrossings(capacity: area.width)
        }
        // SAFETY: y is neither the first nor the last row; area lies inside of the view, and line has its width.
        let here = view.base + y * view.rowStride + area.x
        let (above, below) = (here - view.rowStride, here + view.rowStride)
        line.withUnsafeMutableBufferPointer { line in
            for x in 0..<area.width {
                line[x] = UInt8(
                    truncatingIfNeeded: (UInt16(above[x]) + 2 * UInt16(here[x]) + UInt16(below[x]) + 2) >> 2)
            }
        }
    }
}
