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
        (Self.parities[level.rawValue][number - 1], Self.counts[level.rawValue][number - 1])
    }

    private static func numbers(_ text: String) -> [Int] { text.split(separator: " ").compactMap { Int($0) } }

    /// By level, then by version.
    private static let parities = [
        numbers(
            "7 10 15 20 26 18 20 24 30 18 20 24 26 30 22 24 28 30 28 28 28 28 30 30 26 28 30 30 30 30 30 30 30 30 30 30 "
                + "30 30 30 30"),
        numbers(
            "10 16 26 18 24 16 18 22 22 26 30 22 22 24 24 28 28 26 26 26 26 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28 "
                + "28 28 28 28"),
        numbers(
            "13 22 18 26 18 24 18 22 20 24 28 26 24 20 30 24 28 28 26 30 28 30 30 30 30 28 30 30 30 30 30 30 30 30 30 30 "
                + "30 30 30 30"),
        numbers(
            "17 28 22 16 22 28 26 26 24 28 24 28 22 24 24 30 28 28 26 28 30 24 30 30 30 30 30 30 30 30 30 30 30 30 30 30 "
                + "30 30 30 30"),
    ]
    private static let counts = [
        numbers(
            "1 1 1 1 1 2 2 2 2 4 4 4 4 4 6 6 6 6 7 8 8 9 9 10 12 12 12 13 14 15 16 17 18 19 19 20 21 22 24 25"),
        numbers(
            "1 1 1 2 2 4 4 4 5 5 5 8 9 9 10 10 11 13 14 16 17 17 18 20 21 23 25 26 28 29 31 33 35 37 38 40 43 45 47 49"),
        numbers(
            "1 1 2 2 4 4 6 6 8 8 8 10 12 16 12 17 16 18 21 20 23 23 25 27 29 34 34 35 38 40 43 45 48 51 53 56 59 62 65 68"
        ),
        numbers(
            "1 1 2 4 4 4 5 6 8 8 11 11 16 16 18 16 19 21 25 25 25 34 30 32 35 37 40 42 45 48 51 54 57 60 63 66 70 74 77 81"
        ),
    ]
}

/// How much of a QR Code is for correction.
enum QRLevel: Int {
    case low, medium, quartile, high

    /// From the two bits in the format information (table 12).
    init(bits: Int) { self = [.medium, .low, .high, .quartile][bits & 3] }
}
