import Symbols

/// Finds finder patterns: dark spots in a light ring, of every size, that look like the whole pattern.
struct QRFinders {
    /// Sums of all pixels above and to the left: any box's sum is four of them.
    private var sums: [UInt32] = []
    private var spots: [Spot] = []

    /// Sizes that are looked for, in pixels a module: each also finds those a sixth larger or smaller.
    private static let modules: [Double] = [1.8, 2.6, 3.6, 4.8, 6.4, 8.6, 11.5, 15]
    /// Grey levels that the light ring and the dark middle are apart at least. Measured: 6 and 9 read as many.
    private static let minDifference = 7
    /// Grey levels that are added to a ring's range, so that an even ring around a faint spot is not the best of all.
    /// Not measured: a little less than `minDifference`.
    private static let evenness = 6
    /// No size has more than this part of the spots. Measured: 4 and 6 read as many.
    private static let sharesOfSpots = 5
    /// Patterns returned, at most. Measured: 19 and 30 read as many.
    static let maxFinders = 24
    /// Modules from one place that is looked at to the next.
    /// Not measured: less than the dark middle leaves beside the box that is taken of it.
    private static let step = 0.8
    /// Side of the squares in each of which one spot is kept, in modules.
    /// Geometry: the middle of a finder pattern is three wide.
    private static let cell = 2.5
    /// Pixels of the shorter side of a picture: two for each of a finder pattern's seven modules, about the smallest of `modules`.
    private static let smallestSide = 14

    /// A dark spot in a light ring, or a light one in a dark ring.
    private struct Spot {
        let x: Int
        let y: Int
        let module: Double
        let isInverted: Bool
        /// The difference between ring and middle, of how even the ring is.
        let weight: Float

        var center: Point { Point(x: Double(x) + 0.5, y: Double(y) + 0.5) }
    }

    /// The finder patterns of `view`, the likeliest first.
    ///
    /// - Parameters:
    ///   - maxSpots: spots that are compared with the whole pattern, about.
    ///   - refined: patterns that are fitted to the picture exactly, at most.
    ///   - known: symbols whose patterns are left out.
    mutating func find(
        in view: LumaView, maxSpots: Int, refined: Int, except known: [Quadrilateral] = []
    ) -> [QRFinder] {
        guard min(view.width, view.height) >= Self.smallestSide else { return [] }
        sum(view)
        spots.removeAll(keepingCapacity: true)
        for module in Self.modules where 8 * module < Double(min(view.width, view.height)) {
            let first = spots.count
            look(view, for: module)
            // Small ones are many: the likeliest of each size are kept.
            let best = spots[first...].filter { spot in !known.contains { $0.contains(spot.center) } }
                .sorted { $0.weight > $1.weight }.prefix(maxSpots / Self.sharesOfSpots)
            spots.replaceSubrange(first..., with: best)
        }
        var guesses: [QRFinder] = []
        for spot in spots {
            if let guess = QRFinder(
                view, around: spot.center, module: spot.module, isInverted: spot.isInverted)
            {
                guesses.append(guess)
            }
        }
        guesses.sort { $0.likeness > $1.likeness }
        var found: [QRFinder] = []
        for guess in guesses.prefix(refined) where !found.contains(where: { $0.isAlike(guess) }) {
            if let finder = guess.refined(view), !found.contains(where: { $0.isAlike(finder) }) { found.append(finder) }
            guard found.count < Self.maxFinders else { break }
        }
        return found
    }

    private mutating func sum(_ view: LumaView) {
        let stride = view.width + 1
        let count = stride * (view.height + 1)
        if sums.count != count { sums = [UInt32](repeating: 0, count: count) }
        sums.withUnsafeMutableBufferPointer { sums in
            // SAFETY: rows 0...height of width + 1 sums; row 0 and column 0 stay 0.
            for y in 0..<view.height {
                let line = view.base + y * view.rowStride
                var total: UInt32 = 0
                let (above, here) = (y * stride + 1, (y + 1) * stride + 1)
                for x in 0..<view.width {
                    total &+= UInt32(line[x])
                    sums[here + x] = sums[above + x] &+ total
                }
            }
        }
    }

    /// The spots of one size: the best of each neighbourhood.
    private mutating func look(_ view: LumaView, for module: Double) {
        let probe = Probe(module: module, stride: view.width + 1)
        guard view.width > 2 * probe.margin, view.height > 2 * probe.margin else { return }
        let step = max(2, Int(module * Self.step))
        let cell = max(2, Int(Self.cell * module))
        let columns = view.width / cell + 1
        var best = [Spot?](repeating: nil, count: columns * (view.height / cell + 1))
        sums.withUnsafeBufferPointer { sums in
            for y in stride(from: probe.margin, to: view.height - probe.margin, by: step) {
                for x in stride(from: probe.margin, to: view.width - probe.margin, by: step) {
                    guard let spot = probe.spot(at: x, y, sums) else { continue }
                    let i = y / cell * columns + x / cell
                    if best[i].map({ spot.weight > $0.weight }) ?? true { best[i] = spot }
                }
            }
        }
        spots += best.compactMap { $0 }
    }

    /// Means of boxes in the dark middle and in the light ring of a finder pattern of one size.
    private struct Probe {
        /// How far from the middle the light ring is looked for, in modules: both along a side's normal and towards a corner
        /// this far out is light.
        /// Geometry: the ring lies from 1.5 to 2.5 along the normal, and from 2.1 to 3.5 towards a corner.
        private static let ring = 2.3
        /// The cosine of 45°.
        private static let diagonal = 0.7071
        /// Half the side of the boxes in the ring, in modules.
        /// Not measured: a little less than half of the ring, so that blur mixes in little.
        private static let halfOfRing = 0.4

        /// Pixels a module.
        let module: Double
        /// Half the sides of the box in the middle and of those in the ring, in pixels.
        private let core: Int
        private let ringHalf: Int
        /// Pixels from the middle to the boxes in the ring, along rows and columns and along diagonals.
        private let far: Int
        private let near: Int
        /// Means are sums times a fraction: a division for every box would cost more than all else.
        private let coreFraction: Int
        private let ringFraction: Int
        /// Entries of the sums from one row to the next.
        private let stride: Int

        init(module: Double, stride: Int) {
            (self.module, self.stride) = (module, stride)
            core = max(1, Int(module))
            ringHalf = Int(module * Self.halfOfRing)
            (far, near) = (Int((Self.ring * module).rounded()), Int((Self.ring * Self.diagonal * module).rounded()))
            coreFraction = 65536 / ((2 * core + 1) * (2 * core + 1))
            ringFraction = 65536 / ((2 * ringHalf + 1) * (2 * ringHalf + 1))
        }

        /// Pixels that all boxes keep from the edges of the picture.
        var margin: Int { far + max(core, ringHalf) + 1 }

        /// The spot whose middle is at `x`, `y`, which keep the margin; nil when the ring does not differ from the
        /// middle all around.
        @inline(__always)
        func spot(at x: Int, _ y: Int, _ sums: UnsafeBufferPointer<UInt32>) -> Spot? {
            let middle = (box(x, y, core, sums) &* coreFraction) >> 16
            // Most places are left after two looks: opposite sides must be lighter, or darker, both.
            let a = ring(x + far, y, sums)
            let first = a &- middle
            guard first >= minDifference || first <= -minDifference else { return nil }
            let b = ring(x - far, y, sums)
            let second = b &- middle
            guard first > 0 ? second >= minDifference : second <= -minDifference else { return nil }
            let c = ring(x, y + far, sums)
            let third = c &- middle
            guard first > 0 ? third >= minDifference : third <= -minDifference else { return nil }
            var (low, high, sum) = (min(a, b), max(a, b), a + b)
            func take(_ level: Int) {
                low = min(low, level)
                high = max(high, level)
                sum += level
            }
            take(c)
            take(ring(x, y - far, sums))
            take(ring(x + near, y + near, sums))
            take(ring(x - near, y - near, sums))
            take(ring(x + near, y - near, sums))
            take(ring(x - near, y + near, sums))
            let isInverted = first < 0
            let difference = isInverted ? middle - sum / 8 : sum / 8 - middle
            guard difference >= minDifference, isInverted ? high < middle : low > middle else { return nil }
            return Spot(
                x: x, y: y, module: module, isInverted: isInverted,
                weight: Float(difference) / Float(high - low + evenness))
        }

        @inline(__always)
        private func ring(_ x: Int, _ y: Int, _ sums: UnsafeBufferPointer<UInt32>) -> Int {
            (box(x, y, ringHalf, sums) &* ringFraction) >> 16
        }

        /// The sum of the pixels up to `half` from (`x`, `y`) in rows and columns.
        @inline(__always)
        private func box(_ x: Int, _ y: Int, _ half: Int, _ sums: UnsafeBufferPointer<UInt32>) -> Int {
            // SAFETY: boxes keep within the margin of the view's edges.
            let (top, bottom) = ((y - half) * stride + x, (y + half + 1) * stride + x)
            return Int(sums[bottom + half + 1] &- sums[bottom - half] &- sums[top + half + 1] &+ sums[top - half])
        }
    }
}
