/// Divides a frame's time between the engines, so that the mean stays within a budget.
///
/// Pure arithmetic on durations that are passed in; keeps running means of what each look costs per pixel.
struct LiveSchedule {
    /// Nanoseconds a pixel; begins with what was measured at 640×480 to 1920×1080 on a slow desktop.
    private var zxingCost: [Thoroughness: Double] = [.quick: 3.5, .rotated: 4, .full: 13]
    private var zbarCost = 70.0
    /// Unspent nanoseconds of earlier frames.
    private var credit = 0.0
    /// The first frame may be the only one that shows a symbol.
    private var framesSinceZBar = Self.framesBetween

    /// However slow zbar is, it looks at one frame of this many: some symbologies only it reads.
    /// One second of a camera's 30 frames a second.
    static let maxFramesWithoutZBar = 30
    /// Where it takes more than a frame's share it looks at one frame of this many at most, whatever time is left:
    /// candidates are looked at in every frame, and the time is saved. Not measured: bars show in candidates in every
    /// frame, so zbar's look at all of a frame can wait an eighth of a second.
    static let framesBetween = 4
    /// The part of a frame's budget that a look at all of it by one engine may take as a matter of course.
    /// Not measured: zxing and zbar together leave half of the budget to candidates.
    private static let share = 0.25
    /// Above this many pixels zbar looks at the picture at half its size: what is finer is left to the candidates.
    /// Not measured: 640 × 480 is read as it is, 1280 × 720 and more at half its size.
    static let maxPixelsOfZBar = 500_000

    /// The most thorough look of zxing that fits its share.
    func zxingThoroughness(pixels: Int, budget: Duration) -> Thoroughness {
        let share = budget.nanoseconds * Self.share
        for thoroughness in [Thoroughness.full, .rotated] where (zxingCost[thoroughness] ?? 0) * Double(pixels) <= share
        {
            return thoroughness
        }
        return .quick
    }

    /// Whether zbar looks at this frame too, after zxing took `spent`. Asked once in each frame, whose time it adds.
    mutating func schedulesZBar(pixels: Int, budget: Duration, spent: Duration) -> Bool {
        credit += budget.nanoseconds - spent.nanoseconds
        let cost = zbarCost * Double(pixels)
        // Saved up for one look at most: no burst after a pause. Not below, or one slow frame would shut zbar out.
        credit = min(max(credit, -cost), max(cost, budget.nanoseconds))
        framesSinceZBar += 1
        guard framesSinceZBar < Self.maxFramesWithoutZBar else { return true }
        return credit >= cost && (cost <= budget.nanoseconds * Self.share || framesSinceZBar >= Self.framesBetween)
    }

    mutating func recordZXing(_ thoroughness: Thoroughness, pixels: Int, spent: Duration) {
        zxingCost[thoroughness] = Self.mean(zxingCost[thoroughness] ?? 0, spent, pixels)
    }

    mutating func recordZBar(pixels: Int, spent: Duration) {
        credit -= spent.nanoseconds
        zbarCost = Self.mean(zbarCost, spent, pixels)
        framesSinceZBar = 0
    }

    /// The weight of the newest look in the running means.
    /// Not measured: after ten looks the values that they begin with count for a tenth.
    private static let newest = 0.2

    private static func mean(_ old: Double, _ spent: Duration, _ pixels: Int) -> Double {
        old * (1 - newest) + spent.nanoseconds / Double(max(1, pixels)) * newest
    }
}

extension Duration {
    var nanoseconds: Double { Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9 }
}
