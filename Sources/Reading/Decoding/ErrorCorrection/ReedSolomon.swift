import Glibc

/// Corrects words of Reed–Solomon codes whose generator polynomial has powers of the field's generator for roots.
///
///     ReedSolomon(field: .of256).correct(&codewords, parity: 12)
struct ReedSolomon {
    let field: GaloisField
    /// The power of the first root: 1, or 0 for QR Code.
    var firstRoot = 1

    /// The maximum chance that a block of random codewords is taken for a damaged one, as a power of 2.
    /// By default once in 65,536 blocks. Measured: -12.8 and -20 read as many.
    var maxChance = -16.0

    /// The most errors to correct in `count` codewords of which `parity` are check words: half of these, but so few
    /// that random codewords are hardly ever near enough to a valid block.
    func maxErrors(count: Int, parity: Int) -> Int {
        let bits = log2(Double(field.size))
        var chance = -Double(parity) * bits
        var errors = 0
        while 2 * (errors + 1) <= parity && errors + 1 < count {
            // Blocks at a distance of one more error: choose its place, then its value.
            chance += log2(Double(count - errors) / Double(errors + 1)) + bits
            guard chance < maxChance else { break }
            errors += 1
        }
        return errors
    }

    /// Corrects `codewords` in place; the last `parity` of them are check words.
    ///
    /// - Parameters:
    ///   - codewords: fewer than the field has elements, each of them an element.
    ///   - maxErrors: errors in addition to the lost codewords, at most; default `maxErrors(count:parity:)`.
    ///   - lost: places, each once, whose codewords say nothing; each costs half of what an error costs.
    /// - Returns: how many were wrong or lost; nil, with `codewords` as they were, when too many are.
    func correct(_ codewords: inout [Int], parity: Int, maxErrors: Int? = nil, lost: [Int] = []) -> Int? {
        guard parity > 0, parity < codewords.count, codewords.count < field.size, lost.count < parity else {
            return nil
        }
        let syndromes = syndromes(of: codewords, parity)
        guard syndromes.contains(where: { $0 != 0 }) else { return 0 }
        let checks = parity - lost.count
        let limit = min(maxErrors ?? self.maxErrors(count: codewords.count, parity: checks), checks / 2)
        var lostLocator = [1]
        for place in lost {
            // Times 1 - X·x, where X is the power of the place, counted from the last codeword.
            let factor = field.power(codewords.count - 1 - place)
            lostLocator.append(0)
            for i in stride(from: lostLocator.count - 1, to: 0, by: -1) {
                lostLocator[i] = field.subtract(lostLocator[i], field.multiply(factor, lostLocator[i - 1]))
            }
        }
        let modified = product(syndromes, lostLocator, count: parity)
        guard let errorLocator = locator(of: Array(modified[lost.count...])), errorLocator.count - 1 <= limit else {
            return nil
        }
        let locator = product(errorLocator, lostLocator, count: errorLocator.count + lost.count)
        let wrong = locator.count - 1
        let evaluator = product(syndromes, locator, count: min(parity, max(1, wrong)))

        var corrected = codewords
        var found = 0
        let order = field.size - 1
        for place in 0..<codewords.count {
            // The place counts from the last codeword, whose factor is 1; a root is the inverse of a place's power.
            let inverse = (order - place) % order
            guard value(of: locator, at: inverse) == 0 else { continue }
            var derivative = 0
            for i in locator.indices.dropFirst() {
                let coefficient = field.sum(of: locator[i], count: i)
                derivative = field.add(derivative, field.multiply(coefficient, field.power(inverse * (i - 1))))
            }
            guard derivative != 0 else { return nil }
            // Forney: with roots from the first power on no further factor, from the power 0 on the place's power.
            let factor = field.power((1 - firstRoot) * place)
            let error = field.divide(field.subtract(0, value(of: evaluator, at: inverse)), derivative)
            let index = corrected.count - 1 - place
            corrected[index] = field.subtract(corrected[index], field.multiply(factor, error))
            found += 1
        }
        guard found == wrong, !self.syndromes(of: corrected, parity).contains(where: { $0 != 0 }) else { return nil }
        codewords = corrected
        return wrong
    }

    /// Check words that are not spent on lost codewords. Measured with QR Codes: 3 and 5 read as many.
    private static let minChecks = 4

    /// `words` corrected: as they are, then with the most doubtful ones taken for lost, more and more of them.
    ///
    /// - Parameters:
    ///   - certainty: of each word; the least is the most doubtful.
    ///   - parity: how many of `words`, at their end, are check words.
    /// - Returns: nil when too many are wrong.
    func corrected(_ words: [Int], certainty: [Float], parity: Int) -> [Int]? {
        let doubtful = words.indices.sorted { certainty[$0] < certainty[$1] }
        // What is left of the check words must still separate a right block from chance.
        for lost in stride(from: 0, through: max(0, parity - Self.minChecks), by: max(2, parity / 6)) {
            var corrected = words
            if correct(&corrected, parity: parity, lost: Array(doubtful.prefix(lost))) != nil { return corrected }
        }
        return nil
    }

    /// `a` times `b`, lowest powers first, cut to `count` coefficients.
    private func product(_ a: [Int], _ b: [Int], count: Int) -> [Int] {
        var result = [Int](repeating: 0, count: count)
        for i in a.indices where i < count && a[i] != 0 {
            for j in b.indices where i + j < count {
                result[i + j] = field.add(result[i + j], field.multiply(a[i], b[j]))
            }
        }
        return result
    }

    private func syndromes(of codewords: [Int], _ parity: Int) -> [Int] {
        (firstRoot..<firstRoot + parity).map { root in
            let x = field.power(root)
            return codewords.reduce(0) { field.add(field.multiply($0, x), $1) }
        }
    }

    /// `polynomial`, lowest power first, at the generator to the power of `exponent`.
    private func value(of polynomial: [Int], at exponent: Int) -> Int {
        let x = field.power(exponent)
        return polynomial.reversed().reduce(0) { field.add(field.multiply($0, x), $1) }
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
            for i in 0..<length {
                discrepancy = field.add(discrepancy, field.multiply(current[i + 1], syndromes[n - 1 - i]))
            }
            guard discrepancy != 0 else {
                shift += 1
                continue
            }
            let before = current
            let factor = field.divide(discrepancy, last)
            for i in 0..<max(0, count - shift) {
                current[i + shift] = field.subtract(current[i + shift], field.multiply(factor, previous[i]))
            }
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
