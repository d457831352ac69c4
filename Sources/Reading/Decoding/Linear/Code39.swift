/// Code 39 (ISO/IEC 16388). It has no check character, so each character by itself must be likely.
enum Code39 {
    /// A decoder for each ratio of wide to narrow that is tried; they may be 2 to 3.
    /// Each ratio lies within 0.3 of one of them.
    static let decoders = ([2.2, 2.8] as [Float]).map { ratio in
        let star = pattern(star, ratio)
        return SequenceDecoder(
            start: [gapped(star)], data: wide.map { gapped(pattern($0, ratio)) }, stop: [star], characters: 2...32
        ) { _, data in SequenceDecoder.Ranked(unchecked: data) }
    }

    /// The 43 characters by value.
    static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%".utf8)

    /// Which of five bars and four spaces, alternating, are wide, the first highest, for each of the alphabet.
    static let wide = [
        0x034, 0x121, 0x061, 0x160, 0x031, 0x130, 0x070, 0x025, 0x124, 0x064, 0x109, 0x049, 0x148, 0x019, 0x118, 0x058,
        0x00D, 0x10C, 0x04C, 0x01C, 0x103, 0x043, 0x142, 0x013, 0x112, 0x052, 0x007, 0x106, 0x046, 0x016, 0x181, 0x0C1,
        0x1C0, 0x091, 0x190, 0x0D0, 0x085, 0x184, 0x0C4, 0x0A8, 0x0A2, 0x08A, 0x02A,
    ]

    /// The same of start and stop.
    static let star = 0x094

    private static func pattern(_ wide: Int, _ ratio: Float) -> BarPattern {
        BarPattern((0..<9).map { wide >> (8 - $0) & 1 == 1 ? ratio : 1 }, startsDark: true)
    }

    /// With the gap to the next character.
    private static func gapped(_ pattern: BarPattern) -> BarPattern {
        BarPattern(pattern.widths + [1], startsDark: true)
    }
}

extension SequenceDecoder.Ranked {
    /// The likeliest characters of a symbology that checks nothing; the next likely has one character changed.
    init?(unchecked columns: [[Float]]) {
        values = [0]
        score = 0
        var minGap = Float.infinity
        for column in columns {
            var (best, next) = (0, -Float.infinity)
            for i in column.indices.dropFirst() {
                if column[i] > column[best] {
                    next = column[best]
                    best = i
                } else {
                    next = max(next, column[i])
                }
            }
            values.append(UInt8(best))
            score += column[best]
            minGap = min(minGap, column[best] - next)
        }
        second = score - minGap
    }
}
