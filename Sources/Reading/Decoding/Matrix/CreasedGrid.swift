import Symbols

/// The modules of a square symbol on paper that is creased or bent.
struct CreasedGrid {
    let view: LumaView
    /// Modules along a side.
    let size: Int
    let isInverted: Bool
    /// Whether a module is dark; nil if that is data.
    let isDark: (_ row: Int, _ column: Int) -> Bool?

    /// The level of a module at a place in modules.
    @inline(__always)
    private func level(_ homography: Homography, _ row: Double, _ column: Double) -> Float {
        let level = view.level(at: homography(column / Double(size), row / Double(size)))
        return isInverted ? -level : level
    }

    /// Modules along a side of a patch that is moved as one to follow a crease. Measured: 4 and 6 read as many.
    private static let patch = 5
    /// How far patches are moved in each round, in modules.
    /// Not measured: less than half a module, as further off the next one would be matched.
    private static let shiftSteps = [0.4, 0.25, 0.15]
    /// How far a patch may lie off, in modules.
    private static let maxShift = 3.0
    /// The penalty of a place, in grey levels for each squared step from where the patch was: one in which nothing differs stays there.
    /// Not measured.
    private static let levelsPerSquaredShift: Float = 0.5
    /// The weight of a patch's own shift where each of its neighbours' has 1.
    /// Not measured: a third, as up to eight lie around it.
    private static let ownWeight = 4.0

    /// The modules where creases have moved them: patches are shifted to where light and dark separate best.
    func followed(_ homography: Homography) -> ModuleGrid {
        let count = (size + Self.patch - 1) / Self.patch
        var shifts = [Point](repeating: Point(x: 0, y: 0), count: count * count)
        // Shifts grow from patch to patch: each starts from what its neighbours moved by.
        for (round, step) in Self.shiftSteps.enumerated() {
            for py in 0..<count {
                for px in 0..<count {
                    let start = round == 0 ? smoothed(shifts, px, py, count) : shifts[py * count + px]
                    var (best, highest) = (start, -Float.infinity)
                    for dy in -1...1 {
                        for dx in -1...1 {
                            let shift = start + Point(x: Double(dx) * step, y: Double(dy) * step)
                            guard abs(shift.x) < Self.maxShift, abs(shift.y) < Self.maxShift else { continue }
                            let value =
                                parting(px, py, shift, homography) - Float(dx * dx + dy * dy)
                                * Self.levelsPerSquaredShift
                            if value > highest { (best, highest) = (shift, value) }
                        }
                    }
                    shifts[py * count + px] = best
                }
            }
            shifts = (0..<count * count).map { smoothed(shifts, $0 % count, $0 / count, count) }
        }
        let scale = Double(size)
        return ModuleGrid(view, columns: size, rows: size, isInverted: isInverted) { column, row in
            // Between the middles of patches.
            let u = min(max(column / Double(Self.patch) - 0.5, 0), Double(count - 1))
            let v = min(max(row / Double(Self.patch) - 0.5, 0), Double(count - 1))
            let (x, y) = (min(Int(u), max(0, count - 2)), min(Int(v), max(0, count - 2)))
            let (wx, wy) = (u - Double(x), v - Double(y))
            let (right, below) = (count > 1 ? 1 : 0, count > 1 ? count : 0)
            let i = y * count + x
            let top = shifts[i] * (1 - wx) + shifts[i + right] * wx
            let bottom = shifts[i + below] * (1 - wx) + shifts[i + below + right] * wx
            let shift = top * (1 - wy) + bottom * wy
            return homography((column + shift.x) / scale, (row + shift.y) / scale)
        }
    }

    /// The mean of a patch's shift and its neighbours'.
    private func smoothed(_ shifts: [Point], _ px: Int, _ py: Int, _ count: Int) -> Point {
        var (sum, weight) = (Point(x: 0, y: 0), 0.0)
        for ny in max(0, py - 1)...min(count - 1, py + 1) {
            for nx in max(0, px - 1)...min(count - 1, px + 1) {
                let own = nx == px && ny == py ? Self.ownWeight : 1
                sum = sum + shifts[ny * count + nx] * own
                weight += own
            }
        }
        return sum / weight
    }

    /// How far the middles of a patch's modules are from its mean level: most where none lies on an edge. Modules of
    /// known colour count more.
    private func parting(
        _ px: Int, _ py: Int, _ shift: Point, _ homography: Homography
    ) -> Float {
        var (sum, known, count, squares) = (Float(0), Float(0), Float(0), Float(0))
        for row in (py * Self.patch - 1)...(py * Self.patch + Self.patch) where (0..<size).contains(row) {
            for column in (px * Self.patch - 1)...(px * Self.patch + Self.patch)
            where (0..<size).contains(column) {
                let here = level(homography, Double(row) + 0.5 + shift.y, Double(column) + 0.5 + shift.x)
                sum += here
                squares += here * here
                count += 1
                if let isDark = isDark(row, column) { known += isDark ? -here : here }
            }
        }
        guard count > 0 else { return 0 }
        let mean = sum / count
        return max(0, squares / count - mean * mean).squareRoot() + known / count
    }
}
