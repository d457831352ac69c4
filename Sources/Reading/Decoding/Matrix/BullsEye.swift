import Glibc
import Symbols

/// The rings in the middle of an Aztec symbol, in pixels of a picture.
struct BullsEye {
    /// The corners of the square 3.5 modules around the middle, the first of them any.
    var corners: Quadrilateral
    /// Pixels a module, about.
    var module: Double
    /// Whether it is light on dark.
    var isInverted: Bool

    /// The half side of `corners`, in modules.
    static let radius = 3.5

    /// Whether `other` is this one found again.
    func isAlike(_ other: BullsEye) -> Bool {
        isInverted == other.isInverted
            && corners.center.distance(to: other.corners.center) < Self.alike.distance * module
            && abs(module - other.module) < Self.alike.size * module
    }

    /// Directions from the middle in which the rings are followed: twelve for each side. Measured: 38 reads 8 fewer, 60 reads as many.
    private static let rays = 48
    /// Rays that may miss a ring, because of dirt or a shadow's edge. Measured: 5 and 8 read as many.
    private static let maxMissing = 6
    /// Of the first rays only one more than one in this many may miss a ring, so that other things are left early.
    private static let raysForMissing = 4
    /// Rays from one that is followed to the next: far apart, and without a divisor in common with `rays`.
    private static let rayStep = 19
    /// How far the middles of two may lie apart that are one, and how different their modules may be, in modules.
    private static let alike = (distance: 0.5, size: 0.2)
    /// How far from the middle the levels of the rings lie, in modules: to the middle of the dark ring outside.
    private static let ringsEnd = 4.0
    /// Samples of a ray for a module, about. Not measured: a sixth of a module is less than `tolerance`.
    private static let samplesOfModule = 6.0

    /// How far from the middle of a side rays count as those of it, in radians.
    /// Not measured: π/4 less a sixth of that, as rays towards a corner may belong to either side.
    private static let sideReach = 0.66
    /// Pixels of the shortest side.
    /// Not measured: seven modules of little more than half a pixel, which `AztecFinder` never finds.
    private static let minSide = 4.0
    /// How much longer one side may be than another. Not measured: more than any slant at which modules can be read.
    private static let maxStretch = 3.0
    /// The longest side in modules of the line that found it; seven is right. Not measured: about four times as long.
    private static let maxModules = 30.0
    /// Pixels from one sample of a ray to the next, at least.
    /// Not measured: finer samples are interpolated between the same pixels.
    private static let minStep = 0.4
    /// How far rays are followed, in modules.
    /// Not measured: the dark ring's end at a corner, 4.5·√2, and some perspective.
    private static let reach = 7.5
    /// How much rings must differ, as a share of the range along the ray, and in grey levels.
    /// Not measured: blur takes most of the contrast of small modules; less than 1.5 levels is noise.
    private static let minProminence: (share: Float, levels: Float) = (0.15, 1.5)
    /// How far the two inner borders may be from 1.5 and 2.5 modules. Not measured: less than half a module.
    private static let tolerance = (inner: 0.45, outer: 0.4)

    /// The rings around `center`, where a line has found runs of about `module` pixels; nil when there are none.
    init?(_ view: LumaView, around center: Point, module: Double, isInverted: Bool) {
        guard let first = Self(view, fittedFrom: center, module, isInverted) else { return nil }
        let middle = first.corners.center
        // From the middle itself all rays are alike, and the fit is better.
        guard let second = Self(view, fittedFrom: middle, first.module, isInverted) else { return nil }
        self = second
    }

    /// Rays from `center` look for the borders between the rings. The outermost lies on a square, whose sides are
    /// fitted through what the rays found.
    private init?(_ view: LumaView, fittedFrom center: Point, _ module: Double, _ isInverted: Bool) {
        self.isInverted = isInverted
        var borders = [Point?](repeating: nil, count: Self.rays)
        var missing = 0
        var (real, imaginary) = (0.0, 0.0)
        for i in 0..<Self.rays {
            // Neighbouring rays are far apart in this order, so that other things are left early.
            let ray = i * Self.rayStep % Self.rays
            let angle = 2 * Double.pi * Double(ray) / Double(Self.rays)
            let direction = Point(x: cos(angle), y: sin(angle))
            guard let distance = Self.border(view, from: center, direction, module, isInverted) else {
                missing += 1
                guard missing <= min(Self.maxMissing, 1 + i / Self.raysForMissing) else { return nil }
                continue
            }
            borders[ray] = center + direction * distance
            // The corners are where the distance is largest, four times around.
            real += distance * cos(4 * angle)
            imaginary += distance * sin(4 * angle)
        }
        let toCorner = atan2(imaginary, real) / 4
        var sides: [Line] = []
        for side in 0..<4 {
            let toSide = toCorner + Double.pi / 4 + Double(side) * Double.pi / 2
            let points = (0..<Self.rays).compactMap { ray -> Point? in
                let angle = 2 * Double.pi * Double(ray) / Double(Self.rays)
                return abs((angle - toSide).remainder(dividingBy: 2 * .pi)) < Self.sideReach ? borders[ray] : nil
            }
            guard let line = Line(fitting: points) else { return nil }
            sides.append(line)
        }
        var corners: [Point] = []
        for side in 0..<4 {
            guard let corner = sides[(side + 3) % 4].crossing(with: sides[side]) else { return nil }
            corners.append(corner)
        }
        self.corners = Quadrilateral(corners)
        let lengths = self.corners.sides
        guard let shortest = lengths.min(), let longest = lengths.max(), shortest > Self.minSide,
            longest < Self.maxStretch * shortest, longest < Self.maxModules * module
        else { return nil }
        self.module = (shortest + longest) / 2 / (2 * Self.radius)
    }

    /// How far from `center` the border is between the outer light ring and the dark one around it; nil when there
    /// are not a light, a dark and a light ring of equal width before it.
    ///
    /// The dark middle is not needed: blur takes it first.
    private static func border(
        _ view: LumaView, from center: Point, _ direction: Point, _ module: Double, _ isInverted: Bool
    ) -> Double? {
        // To a corner and in perspective, rings are farther apart than along the line that found them.
        let step = max(minStep, module / samplesOfModule)
        let count = Int(reach * module / step)
        return withUnsafeTemporaryAllocation(of: Float.self, capacity: count) { levels -> Double? in
            // Most rays are left before their end: what lies behind the rings is looked up where it is needed.
            var sampled = 0
            func sample(to end: Int) {
                while sampled < end {
                    let distance = Double(sampled) * step
                    let level = view.level(
                        at: Point(x: center.x + direction.x * distance, y: center.y + direction.y * distance))
                    levels[sampled] = isInverted ? -level : level
                    sampled += 1
                }
            }
            sample(to: min(count, Int((ringsEnd * module / step).rounded(.up))))
            let (low, high) = levels[..<sampled].reduce((Float.infinity, -Float.infinity)) {
                (min($0.0, $1), max($0.1, $1))
            }
            let prominence = minProminence.share * (high - low)
            guard prominence > minProminence.levels,
                let rings = extremes(of: levels, count, prominence: prominence, sample: sample)
            else { return nil }
            let second = crossing(levels, rings[0], rings[1]) * step
            let third = crossing(levels, rings[1], rings[2]) * step
            let fourth = crossing(levels, rings[2], rings[3]) * step
            let ring = fourth / radius
            guard abs(second / ring - 1.5) < tolerance.inner, abs(third / ring - 2.5) < tolerance.outer else {
                return nil
            }
            return fourth
        }
    }

    /// The extremes of the rings around the dark middle, in samples: light, dark, light, dark; nil when there are not as many.
    ///
    /// - Parameter sample: fills `levels` up to an end, which lies within `count`.
    private static func extremes(
        of levels: UnsafeMutableBufferPointer<Float>, _ count: Int, prominence: Float, sample: (Int) -> Void
    ) -> SIMD4<Int>? {
        var extremes = SIMD4<Int>.zero
        var (found, at, isRising) = (0, 0, true)
        var i = 1
        while i < count && found < 3 {
            sample(i + 1)
            if isRising ? levels[i] >= levels[at] : levels[i] <= levels[at] {
                at = i
            } else if abs(levels[i] - levels[at]) >= prominence {
                extremes[found] = at
                found += 1
                at = i
                isRising.toggle()
            }
            i += 1
        }
        guard found == 3 else { return nil }
        // The dark ring outside may go on into dark modules; its end is 4.5 modules from the centre, the middle of the
        // light ring inside it is 3.
        let last = min(count - 1, extremes[2] * 9 / 6)
        sample(last + 1)
        for j in extremes[2]...last where levels[j] < levels[at] { at = j }
        extremes[3] = at
        return extremes
    }

    /// Where the level crosses the middle between those at `a` and `b`, in samples.
    private static func crossing(_ levels: UnsafeMutableBufferPointer<Float>, _ a: Int, _ b: Int) -> Double {
        guard a < b else { return Double(a) }
        let middle = (levels[a] + levels[b]) / 2
        var i = a + 1
        while i < b && (levels[b] > levels[a] ? levels[i] < middle : levels[i] > middle) { i += 1 }
        let difference = levels[i] - levels[i - 1]
        return Double(i - 1) + (difference == 0 ? 0 : Double(min(max((middle - levels[i - 1]) / difference, 0), 1)))
    }
}
