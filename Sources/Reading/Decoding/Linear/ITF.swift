/// Interleaved 2 of 5 (ISO/IEC 16390): pairs of digits, one in five bars, one in the spaces between.
enum ITF {
    /// A decoder for each ratio of wide to narrow that is tried; they may be 2 to 3.
    /// Each ratio lies within 0.3 of one of them.
    static let decoders = ([2.2, 2.8] as [Float]).map { ratio in
        SequenceDecoder(
            start: [BarPattern([1, 1, 1, 1], startsDark: true)],
            data: (0..<100).map { pair($0 / 10, $0 % 10, ratio) },
            stop: [BarPattern([ratio, 1, 1], startsDark: true)], characters: 3...24
        ) { _, data in SequenceDecoder.Ranked(unchecked: data) }
    }

    /// Which of a digit's five elements are wide, the first highest.
    static let wide = [
        0b00110, 0b10001, 0b01001, 0b11000, 0b00101, 0b10100, 0b01100, 0b00011, 0b10010, 0b01010,
    ]

    private static func pair(_ bars: Int, _ spaces: Int, _ ratio: Float) -> BarPattern {
        let widths = (0..<5).flatMap { i in
            [bars, spaces].map { wide[$0] >> (4 - i) & 1 == 1 ? ratio : 1 }
        }
        return BarPattern(widths, startsDark: true)
    }
}
