import Decoding

/// Symbologies whose elements are narrow or wide (ISO/IEC 16388, 16390, EN 798).
extension ReferenceDecode {
    /// A character: its widths, and from which width an element is wide.
    private struct Character {
        let widths: ArraySlice<Double>
        /// The threshold of the elements that begin with the first, and of those between them.
        let thresholds: (Double, Double)

        func threshold(_ offset: Int) -> Double { offset % 2 == 0 ? thresholds.0 : thresholds.1 }

        /// Which elements are wide: a bit for each, the first the highest.
        var mask: Int {
            widths.enumerated().reduce(0) { $0 << 1 | ($1.element > threshold($1.offset) ? 1 : 0) }
        }
    }

    /// What a symbol's characters say of its quality.
    private static func result(_ characters: [Character], total: Double) -> Result? {
        var (narrow, wide, bars, spaces): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
        for character in characters {
            for (offset, width) in character.widths.enumerated() {
                if width > character.threshold(offset) {
                    wide.append(width)
                } else {
                    narrow.append(width)
                    if offset % 2 == 0 { bars.append(width) } else { spaces.append(width) }
                }
            }
        }
        func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(max(1, values.count)) }
        guard !narrow.isEmpty, !wide.isEmpty else { return nil }
        let (module, ratio) = (mean(narrow), mean(wide) / mean(narrow))
        var decodability = 1.0
        for character in characters {
            for (offset, width) in character.widths.enumerated() {
                let threshold = character.threshold(offset)
                let margin =
                    width > threshold
                    ? (width - threshold) / (ratio * module - threshold) : (threshold - width) / (threshold - module)
                decodability = min(decodability, margin)
            }
        }
        return Result(
            decodability: max(0, min(1, decodability)), modules: total / module,
            growth: bars.isEmpty || spaces.isEmpty ? nil : (mean(bars) - mean(spaces)) / 2 / module)
    }

    private static func masks(_ text: String) -> [Int] {
        text.split(whereSeparator: \.isWhitespace).compactMap { Int($0, radix: 2) }
    }

    static let code39 = ReferenceDecode(quietZones: (10, 10), isCount: { $0 >= 29 && $0 % 10 == 9 }) { widths in
        guard widths.count >= 29, widths.count % 10 == 9 else { return nil }
        let characters = stride(from: 0, to: widths.count, by: 10).map { start in
            let widths = widths[start..<start + 9]
            let threshold = widths.reduce(0, +) / 8
            return Character(widths: widths, thresholds: (threshold, threshold))
        }
        let read = characters.map { ReferencePatterns.code39.firstIndex(of: $0.mask) }
        // The last one of the table is start and stop.
        let ends = ReferencePatterns.code39.count - 1
        guard read.first == ends, read.last == ends, read.dropFirst().dropLast().allSatisfy({ $0 != nil && $0 != ends })
        else { return nil }
        return result(characters, total: widths.reduce(0, +))
    }

    static let itf = ReferenceDecode(quietZones: (10, 10), isCount: { $0 >= 17 && $0 % 10 == 7 }) { widths in
        guard widths.count >= 17, widths.count % 10 == 7 else { return nil }
        var characters: [Character] = []
        for start in stride(from: 4, to: widths.count - 3, by: 10) {
            let pair = Array(widths[start..<start + 10])
            // The threshold is 7/64 of a pair of digits: of its bars and its spaces.
            let threshold = pair.reduce(0, +) * 7 / 64
            let character = Character(widths: pair[...], thresholds: (threshold, threshold))
            let mask = character.mask
            let (bars, spaces) = (0..<5).reduce((0, 0)) { sums, place in
                (sums.0 << 1 | mask >> (9 - 2 * place) & 1, sums.1 << 1 | mask >> (8 - 2 * place) & 1)
            }
            guard ReferencePatterns.itf.contains(bars), ReferencePatterns.itf.contains(spaces) else { return nil }
            characters.append(character)
        }
        return result(characters, total: widths.reduce(0, +))
    }

    private static let codabarMasks = masks(
        """
        0000011 0000110 0001001 1100000 0010010 1000010 0100001 0100100 0110000 1001000 0001100 0011000 1000101 1010001 1010100 0010101
        0011010 0101001 0001011 0001110
        """)

    static let codabar = ReferenceDecode(quietZones: (10, 10), isCount: { $0 >= 23 && $0 % 8 == 7 }) { widths in
        guard widths.count >= 23, widths.count % 8 == 7 else { return nil }
        let characters = stride(from: 0, to: widths.count, by: 8).map { start in
            let widths = widths[start..<start + 7]
            // Bars are of both widths in every character; spaces may all be narrow.
            func threshold(_ parity: Int) -> Double {
                let chosen = widths.enumerated().filter { $0.offset % 2 == parity }.map(\.element)
                let (least, most) = (chosen.min() ?? 0, chosen.max() ?? 0)
                return most < 1.5 * least ? 1.75 * least : (least + most) / 2
            }
            return Character(widths: widths, thresholds: (threshold(0), threshold(1)))
        }
        let read = characters.map { codabarMasks.firstIndex(of: $0.mask) }
        // The last four of the table are start and stop.
        let ends = codabarMasks.count - 4
        guard read.allSatisfy({ $0 != nil }), read.first.flatMap(\.self) ?? 0 >= ends,
            read.last.flatMap(\.self) ?? 0 >= ends
        else { return nil }
        return result(characters, total: widths.reduce(0, +))
    }
}
