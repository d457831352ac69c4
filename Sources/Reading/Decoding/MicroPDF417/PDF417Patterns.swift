/// The 2787 patterns of bars and spaces that PDF417 and MicroPDF417 have for codewords (ISO/IEC 15438, annex A).
///
/// A pattern has 17 modules: four bars and four spaces of 1 to 6 modules each, a bar first. In each of the three clusters
/// every codeword has a different one, so that neighbouring rows are distinguished.
enum PDF417Patterns {
    /// Modules of a codeword.
    static let modules = 17
    /// How many codewords there are.
    static let codewords = 929

    /// The pattern of `codeword` in `cluster` 0...2 (0, 3 and 6 of the standard): 17 bits, the first module in the
    /// highest, 1 for dark.
    static func pattern(of codeword: Int, cluster: Int) -> UInt32 { patterns[cluster * codewords + codeword] }

    /// The codeword that has `pattern` in `cluster`; nil if none has.
    static func codeword(of pattern: UInt32, cluster: Int) -> Int? {
        guard pattern < 1 << modules, pattern & 1 == 0, pattern >> 16 == 1 else { return nil }
        let entry = Int(entries[Int(pattern >> 1 & 0x7FFF)]) - 1
        return entry >= 0 && entry / codewords == cluster ? entry % codewords : nil
    }

    private static let patterns: [UInt32] = {
        let lines = PackageResources.pdf417_patterns_txt.split(separator: UInt8(ascii: "\n"))
        let digits = lines.filter { $0.first != UInt8(ascii: "#") }.joined()
            .map { UInt32($0 < 0x3A ? $0 - 0x30 : $0 - 0x57) }
        return stride(from: 0, to: digits.count, by: 4).map { place -> UInt32 in
            let bits: UInt32 = digits[place..<place + 4].reduce(0) { $0 << 4 | $1 }
            return 1 << 16 | bits << 1
        }
    }()

    /// By the modules that differ, the 15 in the middle: the place in `patterns` plus 1; 0 for no pattern.
    private static let entries: [UInt16] = {
        var entries = [UInt16](repeating: 0, count: 1 << 15)
        for (place, pattern) in patterns.enumerated() { entries[Int(pattern >> 1 & 0x7FFF)] = UInt16(place + 1) }
        return entries
    }()
}
