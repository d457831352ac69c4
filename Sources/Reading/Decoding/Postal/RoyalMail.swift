/// Royal Mail's 4-State Customer Code (RM4SCC) and the same characters without frame and check character, KIX of PostNL: four bars a
/// character, two of which reach up and two down.
enum RoyalMail {
    /// Postcodes have 5 to 7 characters, and mostly a delivery point of 2; a check character follows. Other users write more.
    static let barCounts = Set((5...24).map { ($0 + 1) * 4 + 2 })
    /// A postcode of 6 characters, a house number of up to 5, and an addition of up to 6 behind X.
    static let barCountsOfKIX = Set((7...18).map { $0 * 4 })

    private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
    /// The bars of which two reach out, by the value of that half: bit 3 is the first bar.
    private static let halves = [0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100]

    static func characters(of bars: [PostalBar]) -> [UInt8]? {
        guard let first = bars.first, let last = bars.last, first.ascends, !first.descends, last.ascends, last.descends,
            let values = values(of: Array(bars.dropFirst().dropLast())), let check = values.last
        else { return nil }
        let data = values.dropLast()
        // Values of both halves count from 1, and 6 is 0: the sums of the check character's are those of all others.
        let sums = (data.reduce(0) { $0 + $1 / 6 + 1 }, data.reduce(0) { $0 + $1 % 6 + 1 })
        guard sums.0 % 6 == (check / 6 + 1) % 6, sums.1 % 6 == (check % 6 + 1) % 6 else { return nil }
        return data.map { alphabet[$0] }
    }

    /// Nothing checks them.
    static func charactersOfKIX(of bars: [PostalBar]) -> [UInt8]? {
        values(of: bars)?.map { alphabet[$0] }
    }

    /// Whether `text` begins with four digits and two letters, a postcode of the Netherlands.
    static func beginsWithPostcode(_ text: [UInt8]) -> Bool {
        text.prefix(4).allSatisfy { $0 < 0x3A } && text.dropFirst(4).prefix(2).allSatisfy { $0 > 0x40 }
    }

    private static func values(of bars: [PostalBar]) -> [Int]? {
        var values = [Int]()
        for start in stride(from: 0, to: bars.count, by: 4) {
            let four = bars[start..<start + 4]
            guard let upper = halves.firstIndex(of: bits(four.map(\.ascends))),
                let lower = halves.firstIndex(of: bits(four.map(\.descends)))
            else { return nil }
            values.append(upper * 6 + lower)
        }
        return values
    }

    private static func bits(_ flags: [Bool]) -> Int { flags.reduce(0) { $0 << 1 | ($1 ? 1 : 0) } }
}
