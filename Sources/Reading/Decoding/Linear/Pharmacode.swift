/// Pharmacode with one track (Laetus): bars, narrow or wide, and equal spaces between them that are wider than a narrow bar and narrower
/// than a wide one. Nothing checks it, nor tells which way is up.
enum Pharmacode {
    /// The bars of the numbers from 15 to 131,070; those of smaller ones turn up in anything.
    private static let barCounts = 4...16
    /// The smallest number that is read.
    static let minimumNumber = 15
    /// The share of a candidate that the bars take. Not measured: noise has such bars in small parts of it.
    private static let minShare: Float = 0.4
    /// How much the spaces may differ from their mean. Not measured: blur and perspective change them less.
    private static let maxDifference: Float = 0.25
    /// The quiet zone in spaces. The specification has 6 mm, where a space is 1 mm; candidates have less beside them.
    private static let quietZone: Float = 1.2

    /// The number, and where it begins and ends.
    static func read(_ elements: BarElements) -> (number: Int, start: Float, end: Float)? {
        var first = 0
        while first < elements.edges.count {
            var last = first + 1
            // Spaces that are as wide as the first one.
            let space = last < elements.count ? elements.width(last) : 0
            while last + 2 < elements.edges.count, abs(elements.width(last) - space) <= maxDifference * space {
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
        let spaces = stride(from: first + 1, to: last, by: 2).map(elements.width)
        let mean = spaces.reduce(0, +) / Float(spaces.count)
        guard spaces.allSatisfy({ abs($0 - mean) <= maxDifference * mean }),
            elements.space(before: first) >= quietZone * mean, elements.space(after: last) >= quietZone * mean
        else { return nil }
        // From the right each bar is worth 1, 2, 4 and so on, twice as much where it is wide.
        var (number, worth) = (0, 1)
        for bar in stride(from: last - 1, through: first, by: -2) {
            let share = elements.width(bar) / mean
            guard (0.25...2.2).contains(share), abs(share - 1) > 0.15 else { return nil }
            number += share > 1 ? 2 * worth : worth
            worth *= 2
        }
        return number
    }
}
