/// Where light and dark change along a line of grey levels.
struct LineCrossings {
    /// Places where the level crosses the middle of the extremes around it, in samples; the middle of sample i is i.
    private(set) var places: [Float] = []
    /// Whether the level rises at the first of them; at the others it falls and rises alternately.
    private(set) var startsRising = false

    /// Room for lines of `count` samples.
    init(capacity count: Int) { places.reserveCapacity(count) }

    /// Finds the crossings of `levels`; changes of less than `prominence` are noise.
    mutating func find(in levels: UnsafeBufferPointer<UInt8>, prominence: Int) {
        places.removeAll(keepingCapacity: true)
        guard let first = levels.first else { return }
        // SAFETY of all of this: indices are below levels.count.
        var (lowAt, highAt) = (0, 0)
        var (low, high) = (Int(first), Int(first))
        var i = 1
        // Until the first change it is not known whether the level rises or falls.
        while i < levels.count && high - low < prominence {
            let value = Int(levels[i])
            if value < low { (low, lowAt) = (value, i) }
            if value > high { (high, highAt) = (value, i) }
            i += 1
        }
        guard high - low >= prominence else { return }
        var isRising = highAt > lowAt
        startsRising = isRising
        var (lastAt, last) = isRising ? (lowAt, low) : (highAt, high)
        var (at, extreme) = isRising ? (highAt, high) : (lowAt, low)
        while i < levels.count {
            let value = Int(levels[i])
            if isRising ? value >= extreme : value <= extreme {
                (at, extreme) = (i, value)
            } else if isRising ? extreme - value >= prominence : value - extreme >= prominence {
                cross(levels, from: lastAt, last, to: at, extreme)
                (lastAt, last) = (at, extreme)
                (at, extreme) = (i, value)
                isRising.toggle()
            }
            i += 1
        }
        cross(levels, from: lastAt, last, to: at, extreme)
    }

    private mutating func cross(
        _ levels: UnsafeBufferPointer<UInt8>, from start: Int, _ a: Int, to end: Int, _ b: Int
    ) {
        let middle = a + b  // doubled
        var i = start + 1
        while i < end && (b > a ? 2 * Int(levels[i]) < middle : 2 * Int(levels[i]) > middle) { i += 1 }
        let (before, here) = (2 * Int(levels[i - 1]), 2 * Int(levels[i]))
        let share = here == before ? 0 : Float(middle - before) / Float(here - before)
        places.append(Float(i - 1) + min(max(share, 0), 1))
    }
}
