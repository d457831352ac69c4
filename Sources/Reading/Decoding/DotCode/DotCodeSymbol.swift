import Symbols

/// The codewords of a DotCode symbol, from how dark each of its places is (AIM ISS DotCode 4.0, 5.2 and 5.3).
///
/// Rows run from the side both of whose corners are places of dots. There is an odd number of them, and an even number of columns.
enum DotCodeSymbol {
    /// The fewest columns and rows (5.1.1), and the most that are looked for: the largest that libzint draws.
    static let sides = 5...200

    /// The field of the codewords.
    private static let correction = ReedSolomon(field: GaloisField(prime: 113, generator: 3))
    private static let dotsOfCodeword = 9
    private static let dotsOfMask = 2
    /// What is added to a data codeword for each place that it is from the first.
    private static let maskSteps = [0, 3, 7, 17]
    /// The share of codewords in which exactly five places of nine must be clearly dark: of random ones it is a quarter.
    /// Not measured: blur and dirt leave more than half.
    private static let minimumShareOfFives = 0.5

    /// The share of places that may be dark where `codewords` have no dot, or the other way round: of random ones it is more than a third.
    /// Not measured: what is read has a few.
    private static let maximumShareOfOthers = 0.1
    /// Check codewords that must be left after those that make up for lost ones: random ones fit once in a million times.
    private static let minimumChecks = 3

    /// The content of a symbol.
    ///
    /// - Parameter darkness: of the place in a column and a row, 0 for paper to 1 for a dot; called for places of dots only.
    static func content(columns: Int, rows: Int, darkness: (Int, Int) -> Float) -> DotCodeContent? {
        guard sides.contains(columns), sides.contains(rows), columns % 2 == 0, rows % 2 == 1 else { return nil }
        let dots = places(columns: columns, rows: rows).map { darkness($0.column, $0.row) }
        guard let dataCount = dataCount(places: dots.count) else { return nil }
        let read = codewords(dots, count: dataCount + checkCount(dataCount))
        guard Double(read.fives) >= minimumShareOfFives * Double(read.values.count) else { return nil }
        let mask = (dots[0] > 0.5 ? 2 : 0) + (dots[1] > 0.5 ? 1 : 0)
        guard let all = corrected([mask] + read.values, dataCount: dataCount + 1, lost: read.lost.map { $0 + 1 }),
            all[0] < maskSteps.count, shareOfOthers(dots, than: all) <= maximumShareOfOthers
        else { return nil }
        let step = maskSteps[all[0]]
        return DotCodeContent(
            (0..<dataCount).map { (all[$0 + 1] + 113 - step * $0 % 113) % 113 })
    }

    /// The places of dots in the order of their bits: row by row, and six at the corners last, which some symbols fill for their outline.
    private static func places(columns: Int, rows: Int) -> [(column: Int, row: Int)] {
        let corners = [
            (columns - 2, rows - 1), (columns - 2, 0), (columns - 1, rows - 2), (columns - 1, 1), (0, rows - 1), (0, 0),
        ]
        var places: [(column: Int, row: Int)] = []
        places.reserveCapacity(columns * rows / 2)
        for row in 0..<rows {
            for column in stride(from: row % 2, to: columns, by: 2)
            where !corners.contains(where: { $0 == (column, row) }) { places.append((column, row)) }
        }
        return places + corners.map { (column: $0.0, row: $0.1) }
    }

    /// Half as many as data codewords, and three.
    private static func checkCount(_ dataCount: Int) -> Int { 3 + dataCount / 2 }

    /// As many data codewords as fit; nil when none does.
    private static func dataCount(places: Int) -> Int? {
        let codewords = (places - dotsOfMask) / dotsOfCodeword
        var count = codewords * 2 / 3
        while count > 0 && count + checkCount(count) > codewords { count -= 1 }
        return count > 0 ? count : nil
    }

    /// The values of `count` codewords, each the pattern of its five darkest places; which of them are not a pattern; and in how many
    /// exactly five places are dark.
    private static func codewords(_ dots: [Float], count: Int) -> (values: [Int], lost: [Int], fives: Int) {
        var (values, lost, fives) = ([Int](), [Int](), 0)
        for index in 0..<count {
            let first = dotsOfMask + index * dotsOfCodeword
            let group = dots[first..<first + dotsOfCodeword]
            if group.count(where: { $0 > 0.5 }) == 5 { fives += 1 }
            let darkest = group.indices.sorted { group[$0] > group[$1] }.prefix(5)
            let pattern = darkest.reduce(0) { $0 | 1 << (dotsOfCodeword - 1 - ($1 - first)) }
            if let value = valueOfPattern[pattern] {
                values.append(value)
            } else {
                values.append(0)
                lost.append(index)
            }
        }
        return (values, lost, fives)
    }

    /// The share of places that are not as `codewords`, the mask first, have them.
    private static func shareOfOthers(_ dots: [Float], than codewords: [Int]) -> Double {
        var others = 0
        for (index, codeword) in codewords.dropFirst().enumerated() {
            for bit in 0..<dotsOfCodeword {
                let isDot = patterns[codeword] >> (dotsOfCodeword - 1 - bit) & 1 == 1
                if isDot != (dots[dotsOfMask + index * dotsOfCodeword + bit] > 0.5) { others += 1 }
            }
        }
        return Double(others) / Double(dotsOfCodeword * (codewords.count - 1))
    }

    /// Corrects the blocks that `codewords` are dealt to in turns; the first `dataCount` are data.
    private static func corrected(_ codewords: [Int], dataCount: Int, lost: [Int]) -> [Int]? {
        var result = codewords
        let blocks = (codewords.count + 111) / 112
        for block in 0..<blocks {
            let places = Array(stride(from: block, to: codewords.count, by: blocks))
            var words = places.map { codewords[$0] }
            let parity = places.count { $0 >= dataCount }
            let lostHere = lost.filter { $0 % blocks == block }.map { $0 / blocks }
            guard parity - lostHere.count >= minimumChecks,
                correction.correct(&words, parity: parity, lost: lostHere) != nil
            else { return nil }
            for (place, word) in zip(places, words) { result[place] = word }
        }
        return result
    }

    private static let valueOfPattern = Dictionary(uniqueKeysWithValues: zip(patterns, patterns.indices))

    /// Annex C: the dots of each codeword, the first in the highest of nine bits.
    private static let patterns = [
        0x155, 0x0AB, 0x0AD, 0x0B5, 0x0D5, 0x156, 0x15A, 0x16A, 0x1AA, 0x0AE, 0x0B6, 0x0BA, 0x0D6, 0x0DA, 0x0EA, 0x12B,
        0x12D, 0x135, 0x14B, 0x14D, 0x153, 0x159, 0x165, 0x169, 0x195, 0x1A5, 0x1A9, 0x057, 0x05B, 0x05D, 0x06B, 0x06D,
        0x075, 0x097, 0x09B, 0x09D, 0x0A7, 0x0B3, 0x0B9, 0x0CB, 0x0CD, 0x0D3, 0x0D9, 0x0E5, 0x0E9, 0x12E, 0x136, 0x13A,
        0x14E, 0x15C, 0x166, 0x16C, 0x172, 0x174, 0x196, 0x19A, 0x1A6, 0x1AC, 0x1B2, 0x1B4, 0x1CA, 0x1D2, 0x1D4, 0x05E,
        0x06E, 0x076, 0x07A, 0x09E, 0x0BC, 0x0CE, 0x0DC, 0x0E6, 0x0EC, 0x0F2, 0x0F4, 0x117, 0x11B, 0x11D, 0x127, 0x133,
        0x139, 0x147, 0x163, 0x171, 0x18B, 0x18D, 0x193, 0x199, 0x1A3, 0x1B1, 0x1C5, 0x1C9, 0x1D1, 0x02F, 0x037, 0x03B,
        0x03D, 0x04F, 0x067, 0x073, 0x079, 0x08F, 0x0C7, 0x0E3, 0x0F1, 0x11E, 0x13C, 0x178, 0x18E, 0x19C, 0x1B8, 0x1C6,
        0x1CC,
    ]
}
