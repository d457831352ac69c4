import Glibc

/// Corrects the codewords of PDF417 and MicroPDF417: Reed and Solomon's code over the integers modulo 929, with the powers
/// of 3 from the first on for roots (ISO/IEC 15438, 5.10).
enum PDF417Correction {
    /// Codewords are elements of a field of 929 (ISO/IEC 15438).
    private static let prime = 929
    /// Powers of 3, twice over, so that sums of two logarithms need no remainder.
    private static let powers: [Int] = {
        var powers: [Int] = []
        var value = 1
        for _ in 0..<2 * (prime - 1) {
            powers.append(value)
            value = value * 3 % prime
        }
        return powers
    }()
    private static let logarithms: [Int] = {
        var logarithms = [Int](repeating: 0, count: prime)
        for exponent in 0..<prime - 1 { logarithms[powers[exponent]] = exponent }
        return logarithms
    }()

    /// Chance that random codewords are taken for a damaged symbol, as a power of 2: some 20 variants of a symbol are
    /// tried.
    /// Measured: -22.4 and -35 read as many of the corpus's stacked symbols.
    private static let maxChance = -28.0

    /// The most errors to correct in `count` codewords with `checks` left to find them: half of these, but so few that
    /// random codewords are hardly ever near enough to a symbol's; -1 where even a block without errors may be chance.
    static func maxErrors(count: Int, checks: Int) -> Int {
        let bits = log2(Double(prime))
        var chance = -Double(checks) * bits
        guard chance < maxChance else { return -1 }
        var errors = 0
        while 2 * (errors + 1) <= checks && errors + 1 < count {
            // Symbols at a distance of one more error: choose its place, then its value.
            chance += log2(Double(count - errors) / Double(errors + 1)) + bits
            guard chance < maxChance else { break }
            errors += 1
        }
        return errors
    }

    /// Corrects `codewords` in place; the last `checks` of them are check words.
    ///
    /// - Parameters:
    ///   - codewords: fewer than 929, each 0..<929.
    ///   - lost: places, each once, whose codewords say nothing; each costs half of what an error costs.
    /// - Returns: how many were wrong or lost; nil, with `codewords` as they were, when too many are.
    static func correct(_ codewords: inout [Int], checks: Int, lost: [Int] = []) -> Int? {
        let count = codewords.count
        guard checks > 0, checks < count, count < prime, lost.count < checks,
            codewords.allSatisfy((0..<prime).contains), lost.allSatisfy(codewords.indices.contains)
        else { return nil }
        let limit = maxErrors(count: count, checks: checks - lost.count)
        guard limit >= 0 else { return nil }
        let syndromes = syndromes(of: codewords, checks)
        guard syndromes.contains(where: { $0 != 0 }) else { return lost.count }
        var lostLocator = [1]
        for place in lost {
            // Times 1 - X·x, where X is the power of the place, counted from the last codeword.
            let factor = power(count - 1 - place)
            lostLocator.append(0)
            for i in stride(from: lostLocator.count - 1, to: 0, by: -1) {
                lostLocator[i] = difference(lostLocator[i], product(factor, lostLocator[i - 1]))
            }
        }
        let modified = product(syndromes, lostLocator, count: checks)
        guard let errorLocator = locator(of: Array(modified[lost.count...])), errorLocator.count - 1 <= limit else {
            return nil
        }
        let locator = product(errorLocator, lostLocator, count: errorLocator.count + lost.count)
        let wrong = locator.count - 1
        guard wrong <= checks else { return nil }
        let evaluator = product(syndromes, locator, count: max(1, min(checks, wrong)))

        var corrected = codewords
        var found = 0
        for place in 0..<count {
            let inverse = (prime - 1 - place) % (prime - 1)
            guard value(of: locator, at: inverse) == 0 else { continue }
            var derivative = 0
            for i in 1..<max(2, locator.count) where i < locator.count {
                derivative = (derivative + product(product(i, locator[i]), power(inverse * (i - 1)))) % prime
            }
            guard derivative != 0 else { return nil }
            // Forney: with roots from 3^1 on no further factor.
            let error = quotient(difference(0, value(of: evaluator, at: inverse)), derivative)
            corrected[count - 1 - place] = difference(corrected[count - 1 - place], error)
            found += 1
        }
        guard found == wrong, !self.syndromes(of: corrected, checks).contains(where: { $0 != 0 }) else { return nil }
        codewords = corrected
        return wrong
    }

    private static func power(_ exponent: Int) -> Int { powers[exponent % (prime - 1)] }
    private static func difference(_ a: Int, _ b: Int) -> Int { (a - b + prime) % prime }
    private static func product(_ a: Int, _ b: Int) -> Int { a * b % prime }

    /// `a` over `b`, which is not 0.
    private static func quotient(_ a: Int, _ b: Int) -> Int {
        a == 0 ? 0 : powers[logarithms[a] + prime - 1 - logarithms[b]]
    }

    /// `a` times `b`, lowest powers first, cut to `count` coefficients.
    private static func product(_ a: [Int], _ b: [Int], count: Int) -> [Int] {
        var result = [Int](repeating: 0, count: count)
        for i in a.indices where i < count && a[i] != 0 {
            for j in b.indices where i + j < count { result[i + j] = (result[i + j] + a[i] * b[j]) % prime }
        }
        return result
    }

    private static func syndromes(of codewords: [Int], _ checks: Int) -> [Int] {
        (1...checks).map { root in
            let x = power(root)
            return codewords.reduce(0) { ($0 * x + $1) % prime }
        }
    }

    /// `polynomial`, lowest power first, at 3 to the power of `exponent`.
    private static func value(of polynomial: [Int], at exponent: Int) -> Int {
        let x = power(exponent)
        return polynomial.reversed().reduce(0) { ($0 * x + $1) % prime }
    }

    /// The error locator by Berlekamp and Massey, lowest power first; nil when its degree is not what it must be.
    private static func locator(of syndromes: [Int]) -> [Int]? {
        let count = syndromes.count + 1
        var current = [Int](repeating: 0, count: count)
        var previous = current
        current[0] = 1
        previous[0] = 1
        var (length, shift, last) = (0, 1, 1)
        for n in 0..<syndromes.count {
            var discrepancy = syndromes[n]
            for i in 0..<length { discrepancy = (discrepancy + current[i + 1] * syndromes[n - 1 - i]) % prime }
            guard discrepancy != 0 else {
                shift += 1
                continue
            }
            let before = current
            let factor = quotient(discrepancy, last)
            for i in 0..<max(0, count - shift) {
                current[i + shift] = difference(current[i + shift], product(factor, previous[i]))
            }
            if 2 * length <= n {
                (length, previous, last, shift) = (n + 1 - length, before, discrepancy, 1)
            } else {
                shift += 1
            }
        }
        guard length < count, current[length] != 0 || length == 0,
            !current[(length + 1)...].contains(where: { $0 != 0 })
        else { return nil }
        return Array(current[...length])
    }
}
