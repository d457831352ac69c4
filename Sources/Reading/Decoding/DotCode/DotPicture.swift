import Symbols

/// A smoothed picture in which dots are points that are darker, or lighter, than all around them.
struct DotPicture {
    let width: Int
    let height: Int
    private let levels: [UInt8]

    /// How far a mean of what is around a pixel reaches, in pixels: farther than dots are apart that are found.
    /// Not measured: a little less than the largest distance between dots (`DotLattice.pitches`).
    private static let reach = 7
    /// By how many grey levels a dot differs from the mean around it. Not measured: less is noise of a camera.
    private static let minimumDifference = 10
    /// How much less than the clearest dot near it a dot may differ. Not measured: half, and a little for shade and blur.
    private static let clearness = (part: 2, of: 5)
    /// Pixels of the cells in which the clearest dot is looked for, and in those around them. Not measured: some dots.
    private static let neighbourhood = 24
    /// Dots of a picture at most. Not measured: the largest symbol has 20,000 places; a bound for textures.
    private static let maximumCount = 20_000

    /// `view`, each pixel the mean of it and its neighbours with the weights 1, 2, 1 in both directions; at least three pixels a side.
    init(_ view: LumaView) {
        (width, height) = (view.width, view.height)
        let (width, height) = (width, height)
        levels = [UInt8](unsafeUninitializedCapacity: width * height) { out, count in
            var columns = [Int32](repeating: 0, count: width)
            for y in 0..<height {
                // SAFETY: rows are clamped to the view's, columns run over its width; out has width * height bytes.
                let here = view.base + y * view.rowStride
                let above = view.base + max(0, y - 1) * view.rowStride
                let below = view.base + min(height - 1, y + 1) * view.rowStride
                for x in 0..<width { columns[x] = Int32(above[x]) + 2 * Int32(here[x]) + Int32(below[x]) }
                for x in 0..<width {
                    let (left, right) = (columns[max(0, x - 1)], columns[min(width - 1, x + 1)])
                    out[y * width + x] = UInt8(truncatingIfNeeded: (left + 2 * columns[x] + right + 8) >> 4)
                }
            }
            count = width * height
        }
    }

    /// Dots that are darker and dots that are lighter than what is around them, in pixels.
    func dots() -> (dark: [Point], light: [Point]) {
        var (dark, light) = ([Dot](), [Dot]())
        let reach = Self.reach
        levels.withUnsafeBufferPointer { levels in
            var columns = [Int32](repeating: 0, count: width)
            func add(_ row: Int, _ sign: Int32) {
                guard row >= 0, row < height else { return }
                for x in 0..<width { columns[x] += sign * Int32(levels[row * width + x]) }
            }
            for row in 0..<min(reach, height) { add(row, 1) }
            for y in 0..<height {
                add(y + reach, 1)
                add(y - reach - 1, -1)
                guard y > 0, y < height - 1 else { continue }
                let rows = min(height - 1, y + reach) - max(0, y - reach) + 1
                var sum = columns[0..<min(reach + 1, width)].reduce(0, +)
                for x in 1..<max(1, width - 1) {
                    if x + reach < width { sum += columns[x + reach] }
                    if x - reach > 0 { sum -= columns[x - reach - 1] }
                    let across = min(width - 1, x + reach) - max(0, x - reach) + 1
                    let place = y * width + x
                    let difference = Int(sum) / (rows * across) - Int(levels[place])
                    if difference >= Self.minimumDifference {
                        if let point = extremum(levels, place, isDark: true) { dark.append(Dot(point, difference)) }
                    } else if difference <= -Self.minimumDifference {
                        if let point = extremum(levels, place, isDark: false) { light.append(Dot(point, -difference)) }
                    }
                }
            }
        }
        return (clear(dark), clear(light))
    }

    private struct Dot {
        let point: Point
        /// By how many grey levels it differs from the mean around it.
        let difference: Int

        init(_ point: Point, _ difference: Int) { (self.point, self.difference) = (point, difference) }
    }

    /// Those that differ nearly as much as the clearest dots near them: others are noise between dots.
    private func clear(_ dots: [Dot]) -> [Point] {
        let cell = Self.neighbourhood
        let (columns, rows) = (width / cell + 1, height / cell + 1)
        var most = [Int](repeating: 0, count: columns * rows)
        for dot in dots {
            let place = Int(dot.point.y) / cell * columns + Int(dot.point.x) / cell
            most[place] = max(most[place], dot.difference)
        }
        var around = most
        for row in 0..<rows {
            for column in 0..<columns {
                for y in max(0, row - 1)...min(rows - 1, row + 1) {
                    for x in max(0, column - 1)...min(columns - 1, column + 1) {
                        around[row * columns + column] = max(around[row * columns + column], most[y * columns + x])
                    }
                }
            }
        }
        let clear = dots.filter {
            Self.clearness.part * around[Int($0.point.y) / cell * columns + Int($0.point.x) / cell]
                <= Self.clearness.of * $0.difference
        }
        return clear.prefix(Self.maximumCount).map(\.point)
    }

    /// The dot whose darkest or lightest pixel is at `place`, which is not at an edge; nil if a neighbour is darker or lighter.
    @inline(__always)
    private func extremum(_ levels: UnsafeBufferPointer<UInt8>, _ place: Int, isDark: Bool) -> Point? {
        let sign = isDark ? 1 : -1
        let here = sign * Int(levels[place])
        for (offset, isBefore) in [
            (-width - 1, true), (-width, true), (-width + 1, true), (-1, true), (1, false), (width - 1, false),
            (width, false), (width + 1, false),
        ] {
            let other = sign * Int(levels[place + offset])
            // Of equal ones the first counts.
            if other < here || isBefore && other == here { return nil }
        }
        func shift(_ step: Int) -> Double {
            let (before, after) = (sign * Int(levels[place - step]), sign * Int(levels[place + step]))
            let curve = before - 2 * here + after
            return curve > 0 ? Double(before - after) / Double(2 * curve) : 0
        }
        return Point(x: Double(place % width) + 0.5 + shift(1), y: Double(place / width) + 0.5 + shift(width))
    }

    /// The grey level at `point`.
    func level(at point: Point) -> Float {
        levels.withUnsafeBufferPointer {
            // SAFETY: the levels are width * height bytes and stay for the call.
            LumaView(base: $0.baseAddress!, width: width, height: height, rowStride: width).level(at: point)
        }
    }
}
