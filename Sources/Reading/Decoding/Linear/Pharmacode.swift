/// Pharmacode with one track (Laetus): bars, narrow or wide, and equal spaces between them that are wider than a narrow bar and narrower
/// than a wide one. Nothing checks it or shows which way is up.
enum Pharmacode {
    /// The bars of the numbers from 15 to 131,070; those of smaller ones turn up in anything.
    private static let barCounts = 4...16
    /// The smallest number that is read.
    static let minimumNumber = 15
    /// The share of a candidate that the bars take. Not measured: noise has such bars in small parts of it.
    private static let minShare: Float = 0.4
    /// How much a space may differ from the one before it. Not measured: beside wide bars, blur makes spaces a quarter wider.
    private static let maxDifference: Float = 0.35
    /// The widths of bars in spaces. In the specification 0.5 and 1.5; blur makes narrow ones wider.
    private static let (narrow, wide): (ClosedRange<Float>, ClosedRange<Float>) = (0.2...1, 1.15...2.4)
    /// The quiet zone in spaces. The specification has 6 mm, where a space is 1 mm; candidates have less beside them.
    private static let quietZone: Float = 1.2

    /// The number, and where it begins and ends.
    static func read(_ elements: BarElements) -> (number: Int, start: Float, end: Float)? {
        var first = 0
        while first < elements.edges.count {
            var last = first + 1
            // Spaces that are as wide as the one before.
            while last + 2 < elements.edges.count, isLike(elements, last, last == first + 1 ? last : last - 2) {
                last += 2
            }
            if let number = number(elements, first, last) {
                return (number, elements.edges[first], elements.edges[last])
            }
            first += 2
        }
        return nil
    }

    /// The number of the bars from one edge to another.
    private static func number(_ elements: BarElements, _ first: Int, _ last: Int) -> Int? {
        let count = (last - first + 1) / 2
        guard barCounts.contains(count), last < elements.edges.count, elements.share(from: first, to: last) >= minShare
        else { return nil }
        let before = elements.width(first + 1)
        let after = elements.width(last - 2)
        guard elements.space(before: first) >= quietZone * before, elements.space(after: last) >= quietZone * after
        else { return nil }
        // From the right each bar is worth 1, 2, 4 and so on, twice as much where it is wide.
        var (number, worth) = (0, 1)
        for bar in stride(from: last - 1, through: first, by: -2) {
            // The spaces beside it: the symbol may be nearer at one end.
            let left = elements.width(bar > first ? bar - 1 : bar + 1)
            let right = elements.width(bar < last - 1 ? bar + 1 : bar - 1)
            let share = elements.width(bar) * 2 / (left + right)
            guard narrow.contains(share) || wide.contains(share) else { return nil }
            number += wide.contains(share) ? 2 * worth : worth
            worth *= 2
        }
        return number
    }

    /// Whether two spaces are about as wide as each other.
    private static func isLike(_ elements: BarElements, _ space: Int, _ other: Int) -> Bool {
        let (a, b) = (elements.width(space), elements.width(other))
        return abs(a - b) <= maxDifference * min(a, b)
    }
}
