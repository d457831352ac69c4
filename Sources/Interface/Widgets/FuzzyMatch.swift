/// How well what was typed fits a text, letter by letter in order, whatever the case.
///
///     FuzzyMatch("savpic", in: "save-picture Save the picture")?.places
package struct FuzzyMatch: Sendable, Hashable {
    /// Higher fits better: letters in a row and at the beginnings of words count more.
    package let score: Int
    /// The places of the letters in the text, in characters.
    package let places: [Int]

    /// What a letter counts: by itself, right behind the one before it, and at the beginning of a word. Letters in a row count
    /// more than beginnings: `sett` is rather in `settings` than in `Set the`.
    private static let (letter, inARow, wordStart) = (1, 8, 6)

    /// The match of `pattern` in `text`; nil when a letter is missing. Blanks in the pattern count nothing; without a letter
    /// everything fits alike.
    package init?(_ pattern: String, in text: String) {
        let wanted = pattern.lowercased().filter { !$0.isWhitespace }
        let characters = Array(text.lowercased())
        guard let last = wanted.last else {
            (score, places) = (0, [])
            return
        }
        // From each place of the first letter the letters are taken as they come; the best of these is enough.
        var best: (score: Int, places: [Int])?
        for start in characters.indices where characters[start] == wanted.first {
            guard let found = Self.follow(Array(wanted), in: characters, from: start) else { break }
            if found.score > best?.score ?? .min { best = found }
        }
        guard let best, characters[best.places[best.places.count - 1]] == last else { return nil }
        (score, places) = best
    }

    private static func follow(
        _ wanted: [Character], in text: [Character], from start: Int
    ) -> (score: Int, places: [Int])? {
        var places: [Int] = []
        var score = 0
        var at = start
        for letter in wanted {
            // The next place of the letter, but rather one that goes on a word or begins one.
            guard let next = text[at...].firstIndex(of: letter) else { return nil }
            var place = next
            if place != places.last.map({ $0 + 1 }), !isWordStart(place, text),
                let better = text[at...].indices.first(where: { text[$0] == letter && isWordStart($0, text) }),
                places.isEmpty == false
            {
                place = better
            }
            score += Self.letter
            if place == places.last.map({ $0 + 1 }) { score += inARow }
            if isWordStart(place, text) { score += wordStart }
            places.append(place)
            at = place + 1
        }
        return (score, places)
    }

    private static func isWordStart(_ place: Int, _ text: [Character]) -> Bool {
        place == 0 || !(text[place - 1].isLetter || text[place - 1].isNumber)
    }
}
