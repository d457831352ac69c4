import Symbols

/// Finds finder patterns: dark spots in a light ring, of every size, that look like the whole pattern.
struct QRFinders {
    /// Sums of all pixels above and to the left: any box's sum is four of them.
    private var sums: [UInt32] = []
    private var spots: [Spot] = []

    /// Pixels a module that are looked for: each size stands for those a sixth larger or smaller.
    private static let modules: [Double] = [1.8, 2.6, 3.6, 4.8, 6.4, 8.6, 11.5, 15]
    /// Grey levels that the light ring and the dark middle are apart at least.
    /// Measured: 6 and 9 read as many of the corpus's QR Codes.
    private static let minDifference = 7
    /// No size has more than this part of the spots.
    /// Measured: 4 and 6 read as many of the corpus's QR Codes.
    private static let sharesOfSpots = 5
    /// Patterns returned, at most.
    /// Measured: 19 and 30 read as many of the corpus's QR Codes.
    static let maxFinders = 24

    /// A dark spot in a light ring, or a light one in a dark ring.
    private struct Spot {
        let x: Int
        let y: Int
        let module: Double
        let isInverted: Bool
        /// The difference between ring and middle, of how even the ring is.
        let weight: Float
    }

    /// The finder patterns of `view`, the likeliest first.
    ///
    /// - Parameters:
    ///   - maxSpots: spots that are compared with the whole pattern, about.
    ///   - refined: patterns that are fitted to the picture exactly, at most.
    mutating func find(in view: LumaView, maxSpots: Int, refined: Int) -> [QRFinder] {
        guard view.width >= 14, view.height >= 14 else { return [] }
        sum(view)
        spots.removeAll(keepingCapacity: true)
        for module in Self.modules where 8 * module < Double(min(view.width, view.height)) {
            let known = spots.count
            look(view, for: module)
            // Small ones are many: the likeliest of each size are kept.
            let best = spots[known...].sorted { $0.weight > $1.weight }.prefix(maxSpots / Self.sharesOfSpots)
            spots.replaceSubrange(known..., with: best)
        }
        var guesses: [QRFinder] = []
        for spot in spots {
            let center = Point(x: Double(spot.x) + 0.5, y: Double(spot.y) + 0.5)
            guard
                let guess = QRFinder(view, around: center, module: spot.module, isInverted: spot.isInverted)
            else { continue }
            guesses.append(guess)
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
        let stride = view.width + 1
        let core = max(1, Int(module))
        let ringHalf = Int(module * 0.4)
        // Both along a side's normal and towards a corner this far out is light.
        let (far, near) = (Int((2.3 * module).rounded()), Int((2.3 * 0.7071 * module).rounded()))
        let offsets = [
            (far, 0), (-far, 0), (0, far), (0, -far), (near, near), (-near, -near), (near, -near), (-near, near),
        ]
        let margin = far + max(core, ringHalf) + 1
        guard view.width > 2 * margin, view.height > 2 * margin else { return }
        let step = max(2, Int(module * 0.8))
        // Means are sums times a fraction: a division for every box would cost more than all else.
        let (coreFraction, ringFraction) = (
            65536 / ((2 * core + 1) * (2 * core + 1)), 65536 / ((2 * ringHalf + 1) * (2 * ringHalf + 1))
        )
        // One spot in each square of two and a half modules: the middle of a finder pattern is three wide.
        let cell = max(2, Int(2.5 * module))
        let columns = view.width / cell + 1
        var best = [Spot?](repeating: nil, count: columns * (view.height / cell + 1))
        sums.withUnsafeBufferPointer { sums in
            // SAFETY: boxes keep within the margin of the view's edges.
            @inline(__always) func box(_ x: Int, _ y: Int, _ half: Int) -> Int {
                let (top, bottom) = ((y - half) * stride + x, (y + half + 1) * stride + x)
                let sum =
                    sums[bottom + half + 1] &- sums[bottom - half] &- sums[top + half + 1] &+ sums[top - half]
                return Int(sum)
            }
            for y in Swift.stride(from: margin, to: view.height - margin, by: step) {
                for x in Swift.stride(from: margin, to: view.width - margin, by: step) {
                    let middle = (box(x, y, core) &* coreFraction) >> 16
                    // Most places are left after two looks: opposite sides must be lighter, or darker, both.
                    let a = (box(x + far, y, ringHalf) &* ringFraction) >> 16
                    let first = a &- middle
                    guard first >= Self.minDifference || first <= -Self.minDifference else { continue }
                    let b = (box(x - far, y, ringHalf) &* ringFraction) >> 16
                    let second = b &- middle
                    guard first > 0 ? second >= Self.minDifference : second <= -Self.minDifference else { continue }
                    let c = (box(x, y + far, ringHalf) &* ringFraction) >> 16
                    let third = c &- middle
                    guard first > 0 ? third >= Self.minDifference : third <= -Self.minDifference else { continue }
                    var (low, high, sum) = (min(a, b), max(a, b), a + b)
                    for i in 2..<8 {
                        let (dx, dy) = offsets[i]
                        let level = (box(x + dx, y + dy, ringHalf) &* ringFraction) >> 16
                        low = min(low, level)
                        high = max(high, level)
                        sum += level
                    }
                    let isInverted = first < 0
                    let difference = isInverted ? middle - sum / 8 : sum / 8 - middle
                    guard difference >= Self.minDifference, isInverted ? high < middle : low > middle else {
                        continue
                    }
                    let weight = Float(difference) / Float(high - low + 6)
                    let i = y / cell * columns + x / cell
                    if best[i].map({ weight > $0.weight }) ?? true {
                        best[i] = Spot(x: x, y: y, module: module, isInverted: isInverted, weight: weight)
                    }
                }
            }
        }
        spots += best.compactMap { $0 }
    }
}
