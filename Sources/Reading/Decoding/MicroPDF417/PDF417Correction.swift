import Glibc

/// Corrects the codewords of PDF417 and MicroPDF417 (ISO/IEC 15438, 5.10).
enum PDF417Correction {
    /// Random codewords are taken for a damaged symbol once in 2^28 times: some 20 variants of a symbol are tried.
    /// Measured: -22.4 and -35 read as many.
    private static let code = ReedSolomon(field: .of929, maxChance: -28)
    /// CC-A components have few check words, and bars below them: what is taken for one by chance lies nowhere near any.
    private static let codeOfComponents = ReedSolomon(field: .of929, maxChance: -16)

    /// The most errors to correct in `count` codewords with `checks` left to find them; -1 where even a block without
    /// errors may be chance.
    static func maxErrors(count: Int, checks: Int, isComponent: Bool = false) -> Int {
        let code = isComponent ? codeOfComponents : code
        guard -Double(checks) * log2(Double(code.field.size)) < code.maxChance else { return -1 }
        return code.maxErrors(count: count, parity: checks)
    }

    /// Corrects `codewords` in place; the last `checks` of them are check words.
    ///
    /// - Parameters:
    ///   - codewords: fewer than 929, each 0..<929.
    ///   - lost: places, each once, whose codewords say nothing; each costs half of what an error costs.
    ///   - isComponent: whether it is a CC-A component. Default: false.
    /// - Returns: how many were wrong or lost; nil, with `codewords` as they were, when too many are.
    static func correct(
        _ codewords: inout [Int], checks: Int, lost: [Int] = [], isComponent: Bool = false
    ) -> Int? {
        let code = isComponent ? codeOfComponents : code
        guard codewords.allSatisfy((0..<code.field.size).contains), lost.allSatisfy(codewords.indices.contains),
            maxErrors(count: codewords.count, checks: checks - lost.count, isComponent: isComponent) >= 0,
            let wrong = code.correct(&codewords, parity: checks, lost: lost)
        else { return nil }
        return max(wrong, lost.count)
    }
}
