/// Code 93 (AIM USS-93): 47 characters of nine modules, the last two of them checks.
enum Code93 {
    static let decoder = SequenceDecoder(
        start: [start], data: patterns.map { BarPattern(bits: $0, modules: 9) }, stop: [stop], characters: 3...48
    ) { _, data in rank(data) }

    /// What values say, the two checks left out: the 43 characters of Code 39, then four shift characters; nil for a shift character before what it does not shift.
    static func content(_ values: [UInt8]) -> [UInt8]? {
        var bytes: [UInt8] = []
        var shift: FullASCII.Shift?
        // The first value is the start.
        for value in values.dropFirst().dropLast(2) {
            if let current = shift {
                guard value < 43, let byte = current.character(Code39.alphabet[Int(value)]) else { return nil }
                bytes.append(byte)
                shift = nil
            } else if value < 43 {
                bytes.append(Code39.alphabet[Int(value)])
            } else {
                shift = FullASCII.Shift(rawValue: Array("$%/+".utf8)[Int(value) - 43])
            }
        }
        return shift == nil && !bytes.isEmpty ? bytes : nil
    }

    static let start = BarPattern(bits: 0x15E, modules: 9)
    /// The start's bars and one more.
    private static let stop = BarPattern(bits: 0x15E << 1 | 1, modules: 10)

    static let patterns = [
        0x114, 0x148, 0x144, 0x142, 0x128, 0x124, 0x122, 0x150, 0x112, 0x10A, 0x1A8, 0x1A4, 0x1A2, 0x194, 0x192, 0x18A,
        0x168, 0x164, 0x162, 0x134, 0x11A, 0x158, 0x14C, 0x146, 0x12C, 0x116, 0x1B4, 0x1B2, 0x1AC, 0x1A6, 0x196, 0x19A,
        0x16C, 0x166, 0x136, 0x13A, 0x12E, 0x1D4, 0x1D2, 0x1CA, 0x16E, 0x176, 0x1AE, 0x126, 0x1DA, 0x1D6, 0x132,
    ]

    /// Two sums modulo 47 are hard to search by; the likeliest characters must have both right.
    private static func rank(_ columns: [[Float]]) -> SequenceDecoder.Ranked? {
        guard let ranked = SequenceDecoder.Ranked(unchecked: columns) else { return nil }
        let values = ranked.values.dropFirst().map(Int.init)
        func isRight(at place: Int, maxWeight: Int) -> Bool {
            var sum = 0
            for (i, value) in values.prefix(place).enumerated() {
                let weight = (place - 1 - i) % maxWeight + 1
                sum += value * weight
            }
            return sum % 47 == values[place]
        }
        let count = values.count
        guard isRight(at: count - 2, maxWeight: 20), isRight(at: count - 1, maxWeight: 15) else { return nil }
        // Another content has three characters changed at least, or two of them the checks.
        return SequenceDecoder.Ranked(
            values: ranked.values, score: ranked.score, second: ranked.score - 3 * (ranked.score - ranked.second))
    }
}
