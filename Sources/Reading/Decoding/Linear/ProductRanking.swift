/// The two likeliest numbers with a right check digit, from the likelihood of each digit at each place.
struct ProductRanking {
    /// A number and the logarithm of its likelihood.
    struct Entry {
        var score: Float
        /// Four bits a digit, the last digit lowest.
        var packed: UInt64 = 0
        var count = 0
        var isReversed = false

        var digits: [UInt8] { (0..<count).reversed().map { UInt8(packed >> (4 * UInt64($0)) & 15) } }
    }

    private(set) var best: Entry?
    /// The likelihood of the one after the best.
    private(set) var second = -Float.infinity

    /// Numbers whose logarithm of likelihood is this far below the best one's are not ranked.
    /// Not measured: more than twice the margin that any decision asks for, which is the 8 of `ProductEvidence`.
    private static let maxDeficit: Float = 20

    /// Adds the numbers of a symbol in one of its two orientations.
    ///
    /// - Parameters:
    ///   - first: the digits before the middle: for each the likelihoods of set A, then of set B.
    ///   - last: those behind it: for each the likelihoods of set C.
    mutating func add(first: [[Float]], last: [[Float]], isReversed: Bool) {
        // An EAN-13 encodes its first digit in the sets of the next six; an EAN-8 uses set A alone.
        let leads = first.count == 6 ? 10 : 1
        for lead in 0..<leads {
            let parity = leads == 10 ? ProductPatterns.parity[lead] : 0
            var columns: [ArraySlice<Float>] = []
            for (i, column) in first.enumerated() {
                let isB = parity >> (first.count - 1 - i) & 1 == 1
                columns.append(isB ? column[10...] : column[..<10])
            }
            columns += last.map { $0[...] }
            let highest = columns.reduce(Float(0)) { $0 + ($1.max() ?? 0) }
            guard highest > (best?.score ?? -.infinity) - Self.maxDeficit else { continue }
            rank(columns, lead: leads == 10 ? lead : nil, isReversed)
        }
    }

    /// Weights alternate between 3 and 1, with 1 for the check digit; the best two beginnings are kept for each sum
    /// modulo 10.
    private mutating func rank(_ columns: [ArraySlice<Float>], lead: Int?, _ isReversed: Bool) {
        let none = Entry(score: -.infinity)
        var lists = [Entry](repeating: none, count: 20)
        lists[2 * (lead ?? 0)] = Entry(
            score: 0, packed: UInt64(lead ?? 0), count: lead == nil ? 0 : 1, isReversed: isReversed)
        for (i, column) in columns.enumerated() {
            let weight = (columns.count - i) % 2 == 0 ? 3 : 1
            var next = [Entry](repeating: none, count: 20)
            // A digit that is far less likely than another comes into no number of the best two.
            let lowest = (column.max() ?? 0) - Self.maxDeficit / 2
            for from in lists.indices where lists[from].score > -.infinity {
                let entry = lists[from]
                for digit in 0..<10 where column[column.startIndex + digit] >= lowest {
                    let score = entry.score + column[column.startIndex + digit]
                    let to = 2 * ((from / 2 + weight * digit) % 10)
                    guard score > next[to + 1].score else { continue }
                    let longer = Entry(
                        score: score, packed: entry.packed << 4 | UInt64(digit), count: entry.count + 1,
                        isReversed: isReversed)
                    if score > next[to].score {
                        next[to + 1] = next[to]
                        next[to] = longer
                    } else {
                        next[to + 1] = longer
                    }
                }
            }
            lists = next
        }
        for entry in lists[0..<2] where entry.score > -.infinity {
            if entry.score > best?.score ?? -.infinity {
                second = best?.score ?? -.infinity
                best = entry
            } else {
                second = max(second, entry.score)
            }
        }
    }
}
