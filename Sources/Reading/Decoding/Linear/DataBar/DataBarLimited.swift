/// GS1 DataBar Limited (ISO/IEC 24724): a GTIN-14 that starts with 0 or 1 in two characters of 26 modules, a check
/// character of 18 between them, and a bar at either end.
enum DataBarLimited {
    /// Modules from the first bar to the end of the last.
    static let modules = 73
    /// Where the left character, the check character and the right one begin, and the last bar's space.
    static let (left, check, right, end) = (1, 27, 45, 71)
    /// Modules of a character, and of the check character.
    static let (characterModules, checkModules) = (26, 18)

    /// The check characters by value: 18 modules, the first highest, `1` dark (table 9).
    static let checkCharacters = [
        0x1551D, 0x1558D, 0x155C5, 0x1568D, 0x156C5, 0x15745, 0x15A8D, 0x15AC5, 0x15B45, 0x15D45, 0x16A8D, 0x16AC5,
        0x16B45, 0x16D45, 0x17545, 0x1AA8D, 0x1AAC5, 0x1AB45, 0x1AD45, 0x1B545, 0x1D545, 0x1549D, 0x154CD, 0x154E5,
        0x1564D, 0x15665, 0x15725, 0x15A4D, 0x15A65, 0x15B25, 0x15D25, 0x16A4D, 0x16A65, 0x16B25, 0x16D25, 0x17525,
        0x1AA4D, 0x1AA65, 0x1AB25, 0x1AD25, 0x1B525, 0x1D525, 0x1545D, 0x1546D, 0x1562D, 0x16A2D, 0x1AA2D, 0x1529D,
        0x152CD, 0x152E5, 0x1534D, 0x1694D, 0x16965, 0x169A5, 0x16CA5, 0x174A5, 0x1A94D, 0x1A965, 0x1B4A5, 0x14A9D,
        0x14ACD, 0x14AE5, 0x14B4D, 0x14B65, 0x14D4D, 0x1A54D, 0x1A565, 0x1A5A5, 0x1A6A5, 0x1B2A5, 0x1D2A5, 0x12A9D,
        0x12ACD, 0x12AE5, 0x12B4D, 0x12B65, 0x12BA5, 0x12D4D, 0x12D65, 0x1354D, 0x0AACD, 0x0AAE5, 0x0AB4D, 0x0AB65,
        0x0ABA5, 0x0AD65, 0x0ADA5, 0x0B565, 0x0AA6D,
    ]

    /// A character: its value, and what it adds to the check.
    struct Character: Equatable {
        var value: Int
        /// The widths times powers of three, modulo 89.
        var checksum: Int

        /// The character of 26 modules `bits`, the first highest, `1` dark; nil when it is none.
        init?(bits: Int) {
            guard let widths = DataBarLimited.widths(bits) else { return nil }
            let odd = stride(from: 0, to: 14, by: 2).map { widths[$0] }
            let even = stride(from: 1, to: 14, by: 2).map { widths[$0] }
            let modules = odd.reduce(0, +)
            guard let group = groups.first(where: { $0.odd.modules == modules }), let high = group.odd.number(odd),
                let low = group.even.number(even)
            else { return nil }
            value = group.first + high * group.even.count + low
            checksum = widths.reversed().reduce(0) { (3 * $0 + $1) % 89 }
        }
    }

    /// The check character's value of a symbol.
    static func checkValue(left: Character, right: Character) -> Int { (left.checksum + 20 * right.checksum) % 89 }

    /// The GTIN-14 of a symbol, digits as numbers; nil for numbers that no symbol has.
    static func number(left: Character, right: Character) -> [UInt8]? {
        var value = left.value * valuesOfCharacter + right.value
        // The symbol is below a two-dimensional component of the same label.
        if value >= linkage { value -= linkage }
        guard value < 2_000_000_000_000 else { return nil }
        var digits = [UInt8](repeating: 0, count: 14)
        var sum = 0
        for i in (0..<13).reversed() {
            digits[i] = UInt8(value % 10)
            sum += value % 10 * (i % 2 == 0 ? 3 : 1)
            value /= 10
        }
        digits[13] = UInt8((10 - sum % 10) % 10)
        return digits
    }

    /// Values of a character (ISO/IEC 24724).
    static let valuesOfCharacter = 2_013_571
    /// What the linkage flag adds to the number (ISO/IEC 24724).
    private static let linkage = 2_015_133_531_096

    /// Characters whose spaces ("odd") and bars ("even") have the same sums; values from `first` on (table 8).
    struct Group {
        let first: Int
        let odd: ElementWidths
        let even: ElementWidths
    }

    static let groups: [Group] = {
        var groups: [Group] = []
        var first = 0
        for (modules, widest) in [(17, 6), (13, 5), (9, 3), (15, 5), (11, 4), (19, 8), (7, 1)] {
            let group = Group(
                first: first, odd: ElementWidths(modules: modules, widest: widest, hasNarrow: false, elements: 7),
                even: ElementWidths(
                    modules: characterModules - modules, widest: 9 - widest, hasNarrow: true, elements: 7))
            groups.append(group)
            first += group.odd.count * group.even.count
        }
        return groups
    }()

    /// The widths of seven spaces and seven bars, alternating; nil if there are more or fewer.
    private static func widths(_ bits: Int) -> [Int]? {
        let pattern = BarPattern(bits: bits, modules: characterModules)
        return pattern.widths.count == 14 && !pattern.startsDark ? pattern.widths.map { Int($0) } : nil
    }
}
