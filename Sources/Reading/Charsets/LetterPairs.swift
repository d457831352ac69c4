/// What the words of one language look like: how likely each letter follows another.
package struct LetterPairs: Sendable {
    /// The letters in lower case by their places; at place 0 is what is not a letter.
    package let letters: [UInt32]
    /// Quarters of a bit that the letter at `second` costs after that at `first`, at `first * letters.count + second`.
    package let costs: [UInt8]

    /// The language by its ISO 639-1 code (`sh` for what Croatian, Bosnian and Serbian in Latin letters have in common; `hw` for
    /// half-width katakana).
    package init(_ language: String) {
        guard let table = Self.tables[language] else { preconditionFailure("no letter pairs of \(language)") }
        (letters, costs) = table
        precondition(costs.count == letters.count * letters.count, "the table of \(language) is damaged")
    }

    /// `Data/letter-pairs.txt`: the letters and costs of each language.
    private static let tables: [String: (letters: [UInt32], costs: [UInt8])] = {
        var tables: [String: (letters: [UInt32], costs: [UInt8])] = [:]
        var language = ""
        for line in PackageResources.letter_pairs_txt.split(separator: UInt8(ascii: "\n"))
        where line.first != UInt8(ascii: "#") {
            if let tab = line.firstIndex(of: UInt8(ascii: "\t")) {
                language = String(decoding: line[..<tab], as: UTF8.self)
                let letters = String(decoding: line[(tab + 1)...], as: UTF8.self).unicodeScalars.map(\.value)
                tables[language] = (letters, [])
            } else {
                tables[language]?.costs += line.map { $0 - UInt8(ascii: "0") }
            }
        }
        return tables
    }()

    /// The place of each byte's letter; `foreign` for those that the language does not use.
    package func places(of folded: [UInt32]) -> [UInt8] {
        let places = Dictionary(zip(letters, 0...)) { first, _ in first }
        return folded.map {
            $0 == UInt32(UInt8(ascii: ".")) ? Self.foreign : places[$0].map { UInt8($0) } ?? Self.foreign
        }
    }

    /// The place of a letter that the language does not use.
    package static let foreign: UInt8 = 255

    /// The quarters of a bit that a word costs, its beginning and its end included.
    ///
    /// - Parameters:
    ///   - places: of each byte, see `places(of:)`.
    ///   - folded: each byte's letter in lower case.
    ///   - isLatin: whether ASCII letters are letters of the language's own script.
    package func cost(
        of word: UnsafeBufferPointer<UInt8>.SubSequence, places: UnsafeBufferPointer<UInt8>,
        folded: UnsafeBufferPointer<UInt32>,
        isLatin: Bool
    ) -> Int {
        let width = letters.count
        return costs.withUnsafeBufferPointer { costs in
            var (sum, place, last, repeats) = (0, 0, UInt32.max, 0)
            for byte in word {
                let letter = folded[Int(byte)]
                repeats = letter == last ? repeats + 1 : 0
                last = letter
                let next = places[Int(byte)]
                var cost: Int
                if next == Self.foreign {
                    cost = letter < 0x80 && !isLatin ? Self.latinLetter : Self.foreignLetter
                    place = 0
                } else {
                    cost = Int(costs[place * width + Int(next)])
                    place = Int(next)
                }
                // One repeated letter is rarely a word, but as much text as another.
                if repeats >= 2 {
                    cost = min(cost, Self.repetition)
                } else if repeats == 1 {
                    cost = min(cost, Self.doubled)
                }
                sum += cost
            }
            return sum + min(Int(costs[place * width]), Self.end)
        }
    }

    /// Quarters of a bit that one letter costs that is repeated `length` times.
    package static func costOfRun(length: Int) -> Int { firstOfRun + repetition * (length - 1) }

    /// Quarters of a bit for a letter again. Not measured.
    private static let repetition = 6
    /// The same, at most, for a letter doubled. Not measured.
    private static let doubled = 24
    /// The same for the first letter of a run. Not measured: eight bits, as much as noise.
    private static let firstOfRun = 32
    /// The same, at most, for a word's end. Not measured: eight bits, as abbreviations end anywhere.
    private static let end = 32
    /// The same for an ASCII letter in a word of another script. Not measured: four bits more than `plain`.
    private static let latinLetter = 36
    /// The same for a letter that the language does not use. Not measured.
    private static let foreignLetter = 60
}
