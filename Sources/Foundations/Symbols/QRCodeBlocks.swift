/// How the codewords of QR Code model 2 are divided into blocks (ISO/IEC 18004, table 9), for readers and makers alike.
package enum QRCodeBlocks {
    /// Check codewords of each block, and how many blocks there are.
    ///
    /// - Parameters:
    ///   - version: 1...40.
    ///   - level: 0 to 3 for L, M, Q and H.
    package static func of(version: Int, level: Int) -> (parity: Int, count: Int) {
        (parities[level][version - 1], counts[level][version - 1])
    }

    /// Codewords for data, of the same versions and levels.
    package static func dataCodewords(version: Int, level: Int) -> Int {
        let (parity, count) = of(version: version, level: level)
        return modules(version: version) / 8 - parity * count
    }

    /// Modules that are not finder, timing, alignment, format or version information (table 1).
    private static func modules(version: Int) -> Int {
        var modules = (16 * version + 128) * version + 64
        guard version > 1 else { return modules }
        let alignments = version / 7 + 2
        modules -= (25 * alignments - 10) * alignments - 55
        return version < 7 ? modules : modules - 36
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
        numbers("1 1 1 1 1 2 2 2 2 4 4 4 4 4 6 6 6 6 7 8 8 9 9 10 12 12 12 13 14 15 16 17 18 19 19 20 21 22 24 25"),
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
