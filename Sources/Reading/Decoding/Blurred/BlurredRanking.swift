/// The two likeliest numbers with a right check digit, from what pairs of neighbouring digits cost.
struct BlurredRanking {
    private var first = Entry()
    private var second = Entry()

    private struct Entry {
        var cost = Float.infinity
        /// Four bits a digit, the last lowest.
        var packed: UInt64 = 0
    }

    init(_ costs: BlurredCosts) {
        for (lead, parity) in ProductPatterns.parity.enumerated() { add(lead, parity, costs) }
    }

    /// The thirteen digits of the likeliest, and how much more the next costs; nil if nothing can be compared.
    var best: (digits: [UInt8], deficitOfNext: Float)? {
        guard first.cost.isFinite else { return nil }
        let digits = (0..<13).reversed().map { UInt8(first.packed >> (4 * UInt64($0)) & 15) }
        return (digits, second.cost - first.cost)
    }

    /// Adds the numbers that begin with `lead`: two for each last digit and each sum modulo 10.
    private mutating func add(_ lead: Int, _ parity: Int, _ costs: BlurredCosts) {
        func pattern(_ digit: Int, at i: Int) -> Int { i < 6 && parity >> (5 - i) & 1 == 1 ? digit + 10 : digit }
        // entries[2 * (10 * digit + sum)] is the better one.
        var entries = [Entry](repeating: Entry(), count: 200)
        for digit in 0..<10 {
            let p = pattern(digit, at: 0)
            let cost = costs.ending(0, 0) + costs.beginning(0, p)
            entries[2 * (10 * digit + (lead + 3 * digit) % 10)] = Entry(
                cost: cost, packed: UInt64(lead) << 4 | UInt64(digit))
        }
        for t in 1..<12 {
            var next = [Entry](repeating: Entry(), count: 200)
            let (segment, scale, weight) = (costs.segments[t], costs.scale(t), t % 2 == 0 ? 3 : 1)
            for from in entries.indices where entries[from].cost < .infinity {
                let (digit, sum) = (from / 20, from / 2 % 10)
                let a = pattern(digit, at: t - 1)
                let begun = entries[from].cost + costs.ending(t, a)
                for added in 0..<10 {
                    let b = pattern(added, at: t)
                    let cost = begun + costs.beginning(t, b) + scale * segment.both(a, b)
                    let to = 2 * (10 * added + (sum + weight * added) % 10)
                    guard cost < next[to + 1].cost else { continue }
                    let entry = Entry(cost: cost, packed: entries[from].packed << 4 | UInt64(added))
                    if cost < next[to].cost {
                        next[to + 1] = next[to]
                        next[to] = entry
                    } else {
                        next[to + 1] = entry
                    }
                }
            }
            entries = next
        }
        for digit in 0..<10 {
            for entry in entries[(20 * digit)..<(20 * digit + 2)] where entry.cost < .infinity {
                take(Entry(cost: entry.cost + costs.ending(12, digit) + costs.beginning(12, 0), packed: entry.packed))
            }
        }
    }

    private mutating func take(_ entry: Entry) {
        if entry.cost < first.cost {
            (first, second) = (entry, first)
        } else if entry.cost < second.cost {
            second = entry
        }
    }
}
