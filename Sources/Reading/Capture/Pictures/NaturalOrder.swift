import Files

/// Orders names as people number them: `page2` before `page10`. The same on every machine and in every locale.
enum NaturalOrder {
    /// Whether `a` comes before `b`: runs of digits by value, other bytes without regard to ASCII case, then by bytes.
    static func precedes(_ a: String, _ b: String) -> Bool {
        let left = a.fileNameBytes
        let right = b.fileNameBytes
        var i = 0
        var j = 0
        while i < left.count && j < right.count {
            if isDigit(left[i]) && isDigit(right[j]) {
                let first = number(left, from: &i)
                let second = number(right, from: &j)
                // A number with more digits is larger, however long: no overflow.
                if first.count != second.count { return first.count < second.count }
                if first != second { return first.lexicographicallyPrecedes(second) }
            } else {
                let first = lowercase(left[i])
                let second = lowercase(right[j])
                if first != second { return first < second }
                i += 1
                j += 1
            }
        }
        if (i < left.count) != (j < right.count) { return j < right.count }
        return left.lexicographicallyPrecedes(right)
    }

    /// The digits from `index` on without leading zeros; `index` moves behind them.
    private static func number(_ bytes: [UInt8], from index: inout Int) -> ArraySlice<UInt8> {
        let start = index
        while index < bytes.count && isDigit(bytes[index]) { index += 1 }
        return bytes[start..<index].drop { $0 == UInt8(ascii: "0") }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func lowercase(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
