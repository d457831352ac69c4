import Symbols

/// A version of QR Code model 2: its size, where its fixed patterns lie, and its blocks (ISO/IEC 18004).
struct QRVersion: Hashable {
    /// 1...40.
    let number: Int

    init?(number: Int) {
        guard (1...40).contains(number) else { return nil }
        self.number = number
    }

    /// Modules along a side.
    var size: Int { 17 + 4 * number }

    /// Rows and columns of the middles of alignment patterns (Annex E); empty for version 1.
    var alignments: [Int] {
        guard number > 1 else { return [] }
        let count = number / 7 + 2
        let step = number == 32 ? 26 : (number * 4 + count * 2 + 1) / (count * 2 - 2) * 2
        return [6] + (0..<(count - 1)).reversed().map { size - 7 - $0 * step }
    }

    /// The middles of the alignment patterns; none lies in a finder pattern.
    var alignmentCenters: [(row: Int, column: Int)] {
        let places = alignments
        guard let last = places.last else { return [] }
        var result: [(row: Int, column: Int)] = []
        for row in places {
            for column in places
            where !(row == 6 && column == 6 || row == 6 && column == last || row == last && column == 6) {
                result.append((row, column))
            }
        }
        return result
    }

    /// Check codewords of each block, and how many blocks there are (table 9).
    func blocks(_ level: QRLevel) -> (parity: Int, count: Int) {
        QRCodeBlocks.of(version: number, level: level.rawValue)
    }

    /// Which of all codewords are those of each block, data first, then check words (7.6): blocks are interleaved, the short ones first.
    func blockPlaces(_ level: QRLevel, codewords total: Int) -> [[Int]] {
        let (parity, count) = blocks(level)
        let long = total % count
        let shortData = total / count - parity
        guard shortData > 0 else { return [] }
        return (0..<count).map { block in
            // Data first: all blocks' first codewords, their second ones, …; the long ones' last; then check words.
            var places = (0..<shortData).map { $0 * count + block }
            if block >= count - long { places.append(shortData * count + block - (count - long)) }
            let base = shortData * count + long
            return places + (0..<parity).map { base + $0 * count + block }
        }
    }
}

/// How much of a QR Code is for correction.
enum QRLevel: Int {
    case low, medium, quartile, high

    /// From the two bits in the format information (table 12).
    init(bits: Int) { self = [.medium, .low, .high, .quartile][bits & 3] }
}
