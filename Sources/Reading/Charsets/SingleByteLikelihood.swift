/// How likely bytes are text in charsets of one byte a character.
package enum SingleByteLikelihood {
    // Quarters of a bit. None is measured by itself.

    /// A character of ASCII by itself, the same in each charset: a little more than the 4.7 bits of one of 26 letters.
    package static let plain = 20
    /// What one ASCII word may say for or against a language, at most: six bits, as some are keywords and passwords.
    private static let maximumOfASCII = 24
    /// The part of that which counts.
    private static let shareOfASCII = (part: 7, of: 20)
    /// Letters of a run, which is one letter again and again, at least: no language writes more than three.
    private static let lettersOfRun = 4

    // The case of letters: what the words of any language do costs almost nothing, what they do not do five bits and more.

    /// The case of a word's first letter.
    private static let caseOfFirst = 4
    /// A capital behind two or more: in a word of capitals.
    private static let capitals = 1
    /// A capital behind one capital, with which the word begins.
    private static let secondCapital = 8
    /// A small letter behind one capital: in a word that begins with a capital.
    private static let capitalised = 1
    /// A small letter behind several capitals.
    private static let smallBehindCapitals = 20
    /// A capital behind a small letter.
    private static let capitalInside = 24

    // What signs cost in addition.

    /// Between two letters, where the sign is not an apostrophe.
    private static let signInside = 20
    /// At a word's beginning or end, where the sign is not of a kind that joins words.
    private static let signBeside = 12
    /// What a sign costs, at most, that is the same as the one before it: a little more than `plain`.
    private static let signAgain = 24

    /// Quarters of a bit that `bytes` cost as text in `charset`, in the language in which they cost least; nil if a byte stands for
    /// nothing.
    package static func cost(of bytes: UnsafeBufferPointer<UInt8>, in charset: SingleByteCharset) -> Int? {
        var sum = charset.cost
        var foreign: [Range<Int>] = []
        var ascii: [Range<Int>] = []
        var start: Int?
        var isForeign = false
        func close(_ start: Int, _ end: Int) {
            if isForeign { foreign.append(start..<end) } else if end - start > 1 { ascii.append(start..<end) }
            if !isForeign { sum += plain * (end - start) }
        }
        let (scalars, kinds) = (charset.scalars, charset.kinds)
        for index in bytes.indices {
            let byte = Int(bytes[index])
            guard scalars[byte] != SingleByteCharset.invalid else { return nil }
            if kinds[byte].contains(.letter) {
                if start == nil { (start, isForeign) = (index, false) }
                if byte >= 0x80 { isForeign = true }
                continue
            }
            if let begun = start {
                close(begun, index)
                start = nil
            }
            sum += byte < 0x80 ? plain : costOfSign(at: index, bytes, charset)
        }
        if let start { close(start, bytes.count) }
        let runs = foreign.filter { isRun(bytes[$0]) }
        foreign.removeAll { isRun(bytes[$0]) }
        for run in runs { sum += LetterPairs.costOfRun(length: run.count) }
        for word in foreign { sum += costOfCase(bytes[word], kinds) }
        var least = Int.max
        for language in charset.languages {
            least = min(least, cost(of: foreign, ascii, of: bytes, charset, language))
        }
        return sum + least
    }

    private static func cost(
        of foreign: [Range<Int>], _ ascii: [Range<Int>], of bytes: UnsafeBufferPointer<UInt8>,
        _ charset: SingleByteCharset,
        _ language: SingleByteCharset.Language
    ) -> Int {
        charset.folded.withUnsafeBufferPointer { folded in
            language.places.withUnsafeBufferPointer { places in
                var sum = language.cost
                for word in foreign {
                    sum += language.pairs.cost(
                        of: bytes[word], places: places, folded: folded, isLatin: language.isLatin)
                }
                guard language.isLatin else { return sum }
                // ASCII words show the language too, though some are keywords and passwords.
                for word in ascii {
                    let cost = language.pairs.cost(of: bytes[word], places: places, folded: folded, isLatin: true)
                    let excess = cost - plain * (word.count + 1)
                    sum += max(-maximumOfASCII, min(maximumOfASCII, excess)) * shareOfASCII.part / shareOfASCII.of
                }
                return sum
            }
        }
    }

    /// Whether it is one repeated letter.
    private static func isRun(_ word: UnsafeBufferPointer<UInt8>.SubSequence) -> Bool {
        word.count >= lettersOfRun && word.allSatisfy { $0 == word.first }
    }

    /// Words begin with a capital, are all in capitals or have none.
    private static func costOfCase(
        _ word: UnsafeBufferPointer<UInt8>.SubSequence, _ kinds: [SingleByteCharset.Kind]
    ) -> Int {
        var sum = 0
        /// Capitals one after another, up to here.
        var count = 0
        var last: SingleByteCharset.Kind = []
        for byte in word {
            let kind = kinds[Int(byte)].intersection([.upper, .lower])
            if kind.isEmpty {
                last = []
                continue
            }
            let isUpper = kind == .upper
            if last.isEmpty {
                sum += caseOfFirst
            } else if last == .upper {
                sum +=
                    isUpper
                    ? (count >= 2 ? capitals : secondCapital) : (count == 1 ? capitalised : smallBehindCapitals)
            } else if isUpper {
                sum += capitalInside
            }
            count = isUpper ? count + 1 : 0
            last = kind
        }
        return sum
    }

    /// Signs stand between words.
    private static func costOfSign(at index: Int, _ bytes: UnsafeBufferPointer<UInt8>, _ charset: SingleByteCharset)
        -> Int
    {
        let kinds = charset.kinds
        let kind = kinds[Int(bytes[index])]
        func isLetter(_ index: Int) -> Bool {
            bytes.indices.contains(index) && kinds[Int(bytes[index])].contains(.letter)
        }
        var cost = Int(charset.signs[Int(bytes[index])])
        let follows = isLetter(index - 1)
        if follows && isLetter(index + 1) {
            if !kind.contains(.apostrophe) { cost += signInside }
        } else if follows || isLetter(index + 1) && kinds[Int(bytes[index + 1])].contains(.lower) {
            if !kind.contains(.joins) { cost += signBeside }
        }
        if index > 0 && bytes[index - 1] == bytes[index] { cost = min(cost, signAgain) }
        return cost
    }
}
