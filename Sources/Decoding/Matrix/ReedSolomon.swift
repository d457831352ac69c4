import Glibc

/// Corrects words of Reed–Solomon codes whose generator polynomial has the roots 2, 4, 8, …
struct ReedSolomon {
    let field: GaloisField

    /// Chance that a block of random codewords is taken for a damaged one, as a power of 2.
    private static let mostChance = -16.0

    /// The most errors to correct in `count` codewords of which `parity` are check words: half of these, but so few
    /// that random codewords are hardly ever near enough to a valid block.
    func mostErrors(count: Int, parity: Int) -> Int {
        let bits = log2(Double(field.size))
        var chance = -Double(parity) * bits
        var errors = 0
        while 2 * (errors + 1) <= parity && errors + 1 < count {
            // Blocks at a distance of one more error: choose its place, then its value.
            chance += log2(Double(count - errors) / Double(errors + 1)) + bits
            guard chance < Self.mostChance else { break }
            errors += 1
        }
        return errors
    }

    /// Corrects `codewords` in place; the last `parity` of them are check words.
    ///
    /// - Parameters:
    ///   - codewords: fewer than the field has elements, each of them an element.
    ///   - most: give up above so many errors; default `mostErrors`.
    /// - Returns: how many were wrong; nil, with `codewords` as they were, when too many are.
    func correct(_ codewords: inout [Int], parity: Int, most: Int? = nil) -> Int? {
        guard parity > 0, parity < codewords.count, codewords.count < field.size else { return nil }
        let syndromes = syndromes(of: codewords, parity)
        guard syndromes.contains(where: { $0 != 0 }) else { return 0 }
        let limit = min(most ?? mostErrors(count: codewords.count, parity: parity), parity / 2)
        guard let locator = locator(of: syndromes), locator.count - 1 <= limit else { return nil }
        let errors = locator.count - 1

        // evaluator = syndromes · locator, cut at x^parity.
        var evaluator = [Int](repeating: 0, count: errors)
        for i in 0..<errors {
            for j in 0...i { evaluator[i] ^= field.multiply(syndromes[i - j], locator[j]) }
        }
        var corrected = codewords
        var found = 0
        let order = field.size - 1
        for place in 0..<codewords.count {
            // The place counts from the last codeword, whose factor is 1; a root is the inverse of a place's power.
            let inverse = (order - place) % order
            guard value(of: locator, at: inverse) == 0 else { continue }
            // The derivative has the odd powers alone.
            var derivative = 0
            for i in stride(from: 1, through: errors, by: 2) {
                derivative ^= field.multiply(locator[i], field.power(inverse * (i - 1)))
            }
            guard derivative != 0 else { return nil }
            // Forney: with roots from 2^1 on, no further factor.
            corrected[corrected.count - 1 - place] ^= field.divide(value(of: evaluator, at: inverse), derivative)
            found += 1
        }
        guard found == errors, !self.syndromes(of: corrected, parity).contains(where: { $0 != 0 }) else { return nil }
        codewords = corrected
        return errors
    }

    private func syndromes(of codewords: [Int], _ parity: Int) -> [Int] {
        (1...parity).map { root in
            let x = field.power(root)
            return codewords.reduce(0) { field.multiply($0, x) ^ $1 }
        }
    }

    /// `polynomial`, lowest power first, at the generator to the power of `exponent`.
    private func value(of polynomial: [Int], at exponent: Int) -> Int {
        var sum = 0
        for (i, coefficient) in polynomial.enumerated() {
            sum ^= field.multiply(coefficient, field.power(exponent * i))
        }
        return sum
    }

    /// The error locator by Berlekamp and Massey, lowest power first; nil when its degree is not what it must be.
    private func locator(of syndromes: [Int]) -> [Int]? {
        let count = syndromes.count + 1
        var current = [Int](repeating: 0, count: count)
        var previous = current
        current[0] = 1
        previous[0] = 1
        var (length, shift, last) = (0, 1, 1)
        for n in 0..<syndromes.count {
            var discrepancy = syndromes[n]
            for i in 0..<length { discrepancy ^= field.multiply(current[i + 1], syndromes[n - 1 - i]) }
            guard discrepancy != 0 else {
                shift += 1
                continue
            }
            let before = current
            let factor = field.divide(discrepancy, last)
            for i in 0..<max(0, count - shift) { current[i + shift] ^= field.multiply(factor, previous[i]) }
            if 2 * length <= n {
                (length, previous, last, shift) = (n + 1 - length, before, discrepancy, 1)
            } else {
                shift += 1
            }
        }
        guard length < count, current[length] != 0, !current[(length + 1)...].contains(where: { $0 != 0 }) else {
            return nil
        }
        return Array(current[...length])
    }
}
