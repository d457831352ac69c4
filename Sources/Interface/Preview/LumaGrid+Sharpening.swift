extension LumaGrid {
    /// Moves every sample away from the mean of the nine around it: an unsharp mask, which makes up for the contrast that
    /// narrow bars lose when many pixels become one sample.
    ///
    /// - Parameter amount: how far, in 256ths of its difference; 0 changes nothing.
    mutating func sharpen(by amount: Int) {
        guard amount > 0, columns > 2, rows > 2 else { return }
        let source = values
        var sums = Array(repeating: Int32(0), count: columns)
        let share = Int32(amount)
        for row in 0..<rows {
            let above = max(0, row - 1) * columns
            let here = row * columns
            let below = min(rows - 1, row + 1) * columns
            Self.add(source, (above, here, below), to: &sums)
            Self.sharpen(source, at: here, sums: sums, share: share, into: &values)
        }
    }

    /// The sums of three rows.
    private static func add(_ source: [UInt8], _ rows: (Int, Int, Int), to sums: inout [Int32]) {
        let source = source.span
        var sums = sums.mutableSpan
        for x in 0..<sums.count {
            sums[x] = Int32(source[rows.0 + x]) &+ Int32(source[rows.1 + x]) &+ Int32(source[rows.2 + x])
        }
    }

    /// A row; the samples at its ends have no nine around them and stay.
    private static func sharpen(
        _ source: [UInt8], at start: Int, sums: [Int32], share: Int32, into values: inout [UInt8]
    ) {
        let (source, sums) = (source.span, sums.span)
        var values = values.mutableSpan
        for x in 1..<(sums.count - 1) {
            let value = Int32(source[start + x])
            let around = sums[x - 1] &+ sums[x] &+ sums[x + 1]
            // 9 × 256 is what the difference is counted in.
            let sharp = value &+ (9 &* value &- around) &* share / 2304
            values[start + x] = UInt8(truncatingIfNeeded: min(255, max(0, sharp)))
        }
    }
}
