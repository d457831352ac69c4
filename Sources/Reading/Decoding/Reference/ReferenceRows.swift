/// What the rows of a PDF417 symbol should be: what grading its print quality needs (ISO/IEC 15438).
///
///     ReferenceRows.character(similarEdges: [9, 2, 2, 2, 2, 2])      // nil: the start pattern is no codeword
package enum ReferenceRows {
    /// Modules of a codeword, and of the start pattern.
    package static let modules = 17
    /// Widths of bars and spaces in modules, a bar first.
    package static let start = [8, 1, 1, 1, 1, 1, 1, 3]
    /// The last bar is a module wide.
    package static let stop = [7, 1, 1, 3, 1, 1, 1, 2, 1]
    /// Light modules on every side.
    package static let quietZone = 2

    /// A codeword, and which of the three clusters its pattern is of: rows have them in turns.
    package struct Character: Hashable, Sendable {
        package let value: Int
        /// 0 to 2, for the clusters 0, 3 and 6.
        package let cluster: Int
    }

    /// The codeword whose six distances from an edge to the next similar one are these, in whole modules; nil for none.
    package static func character(similarEdges distances: [Int]) -> Character? { characters[key(distances)] }

    private static func key(_ distances: [Int]) -> Int { distances.reduce(0) { $0 << 4 | ($1 & 15) } }

    private static let characters: [Int: Character] = {
        var result: [Int: Character] = [:]
        for cluster in 0..<3 {
            for value in 0..<PDF417Patterns.codewords {
                let widths = Self.widths(of: PDF417Patterns.pattern(of: value, cluster: cluster))
                let distances = zip(widths, widths.dropFirst()).dropLast().map { $0 + $1 }
                result[key(distances)] = Character(value: value, cluster: cluster)
            }
        }
        return result
    }()

    private static func widths(of pattern: UInt32) -> [Int] {
        var widths: [Int] = []
        var isDark = false
        for bit in (0..<modules).reversed() {
            if (pattern >> bit & 1 == 1) != isDark || widths.isEmpty {
                widths.append(0)
                isDark = pattern >> bit & 1 == 1
            }
            widths[widths.count - 1] += 1
        }
        return widths
    }

    /// Check words of an error correction level, 0 to 8.
    package static func checkWords(level: Int) -> Int { 2 << level }

    /// Corrects the codewords of a symbol, row by row, the last `checkWords` of them check words.
    ///
    /// - Returns: nil when too many are wrong, or lost, which are nil.
    package static func corrected(_ words: [Int?], checkWords: Int) -> [Int]? {
        var codewords = words.map { $0 ?? 0 }
        let lost = words.indices.filter { words[$0] == nil }
        guard checkWords < words.count, words.count < GaloisField.of929.size, lost.count < checkWords else {
            return nil
        }
        let code = ReedSolomon(field: .of929)
        guard code.correct(&codewords, parity: checkWords, lost: lost) != nil else { return nil }
        return codewords
    }
}
