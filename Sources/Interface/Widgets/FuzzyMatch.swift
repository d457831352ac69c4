/// How well what was typed fits a text, letter by letter in order, whatever the case.
package struct FuzzyMatch: Sendable, Hashable {
    /// Higher fits better: letters in a row and at the beginnings of words count more.
    package let score: Int

    /// What a letter counts: by itself, right behind the one before it, and at the beginning of a word. Letters in a row count
    /// more than beginnings: `sett` is rather in `settings` than in `Set the`.
    private static let (letter, inARow, wordStart) = (1, 8, 6)

    /// The match of `pattern` in `text`; nil when a letter is missing. Blanks in the pattern count nothing; without a letter
    /// everything fits alike.
    package init?(_ pattern: String, in text: String) {
        let wanted = pattern.lowercased().filter { !$0.isWhitespace }
        let characters = Array(text.lowercased())
        guard !wanted.isEmpty else {
            score = 0
            return
        }
        // From each place of the first letter the letters are taken as they come; the best of these is enough.
        var best: Int?
        for start in characters.indices where characters[start] == wanted.first {
            guard let score = Self.score(Array(wanted), in: characters, from: start) else { break }
            best = max(best ?? score, score)
        }
        guard let best else { return nil }
        score = best
    }

    private static func score(_ wanted: [Character], in text: [Character], from start: Int) -> Int? {
        var score = 0
        var following: Int?
        for letter in wanted {
            // The next place of the letter, but rather one that goes on a word or begins one.
            let rest = text[(following ?? start)...]
            guard var place = rest.firstIndex(of: letter) else { return nil }
            if following != nil, place != following, !isWordStart(place, text),
                let better = rest.indices.first(where: { text[$0] == letter && isWordStart($0, text) })
            {
                place = better
            }
            score += Self.letter
            if place == following { score += inARow }
            if isWordStart(place, text) { score += wordStart }
            following = place + 1
        }
        return score
    }

    private static func isWordStart(_ place: Int, _ text: [Character]) -> Bool {
        place == 0 || !(text[place - 1].isLetter || text[place - 1].isNumber)
    }
}
