/// The Row Address Patterns of MicroPDF417 (ISO/IEC 24728, table 2): three bars and three spaces, a bar first, in 10
/// modules. From each to the next one edge moves by one module.
enum RowAddress {
    /// Modules of a pattern.
    static let modules = 10
    /// Bars and spaces of a pattern.
    static let elements = 6
    /// How many there are; after the last comes the first.
    static let count = 52

    /// Those at the left and at the right end of rows: 10 bits each, the first module in the highest, 1 for dark.
    static let side = sideWidths.map(bits)
    /// Those between the codewords of rows that have three of them or four.
    static let center = centerWidths.map(bits)

    /// Whether `module` of a pattern, from 0, is dark.
    static func isDark(_ module: Int, of pattern: UInt32) -> Bool { pattern >> UInt32(modules - 1 - module) & 1 == 1 }

    /// The number of a side's pattern between the first and the last of seven `edges`; nil if it is not a clear one.
    ///
    /// - Parameter isReversed: whether it begins at the last of them.
    static func number(ofEdges edges: Slice<UnsafeBufferPointer<Float>>, isReversed: Bool) -> Int? {
        let (first, last) = (edges[edges.startIndex], edges[edges.endIndex - 1])
        let (origin, scale) = (isReversed ? last : first, Float(modules) / (last - first))
        guard scale.isFinite else { return nil }
        var (code, place) = (0, 0)
        for i in 1...elements {
            let edge = abs(edges[isReversed ? edges.endIndex - 1 - i : edges.startIndex + i] - origin) * scale
            // Not `rounded()`, which is a call of the C library where the processor's own may not be counted on.
            let next = Int(edge + 0.5)
            guard abs(edge - Float(next)) <= maxDeviation, (1...5).contains(next - place) else { return nil }
            code = code * 6 + next - place
            place = next
        }
        let number = sideNumbers[code]
        return number < 0 ? nil : Int(number)
    }

    /// Modules that an edge may be off its place. Half of one is where the next place begins.
    /// Measured: 0.384 and 0.6 read as many.
    private static let maxDeviation: Float = 0.48

    private static let sideNumbers = numbers(sideWidths)

    /// By widths as the digits of a number of base 6; -1 for no pattern.
    private static func numbers(_ widths: [[Int]]) -> [Int8] {
        var numbers = [Int8](repeating: -1, count: 46_656)  // 6 to the power of 6
        for (number, widths) in widths.enumerated() { numbers[widths.reduce(0) { $0 * 6 + $1 }] = Int8(number) }
        return numbers
    }

    private static func bits(_ widths: [Int]) -> UInt32 {
        widths.enumerated().reduce(0) { bits, element in
            (0..<element.element).reduce(bits) { bits, _ in bits << 1 | (element.offset % 2 == 0 ? 1 : 0) }
        }
    }

    private static func widths(_ text: String) -> [[Int]] {
        text.split(whereSeparator: \.isWhitespace).map { $0.compactMap(\.wholeNumberValue) }
    }

    private static let sideWidths = widths(
        """
        221311 311311 312211 222211 213211 214111 223111 313111 322111 412111 421111 331111 241111
        232111 231211 321211 411211 411121 411112 321112 312112 311212 311221 311131 311122 311113
        221113 221122 221131 221221 222121 312121 321121 231121 231112 222112 213112 212212 212221
        212131 212122 212113 211213 211123 211132 211141 211231 211222 211312 211321 211411 212311
        """)

    private static let centerWidths = widths(
        """
        112231 121231 122131 131131 131221 132121 141121 141211 142111 133111 132211 131311 122311
        123211 124111 115111 114211 114121 123121 123112 122212 122221 121321 121411 112411 113311
        113221 113212 113122 122122 131122 131113 122113 113113 112213 112222 112312 112321 111421
        111331 111322 111232 111223 111133 111124 111214 112114 121114 121123 121132 112132 112141
        """)
}
