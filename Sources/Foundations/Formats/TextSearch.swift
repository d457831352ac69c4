import Foundation

/// What somebody looks for: words of which each must be there, in any order, upper and lower case alike. No character stands for others.
///
///     let search = TextSearch("wi-fi CAFÉ")
///     search.matches(["Wi-Fi Café (WPA)", "qr-code"])     // true; with "wifi" false: the hyphen counts
package struct TextSearch: Hashable, Sendable {
    /// The words as they are compared; none for a blank text.
    private let words: [[UInt8]]

    /// The words of `text`, which blanks part.
    package init(_ text: String) {
        words = text.split(whereSeparator: \.isWhitespace).map { Self.folded(Array($0.utf8)) }
    }

    /// All of `phrase` but blanks at its ends, as one.
    package init(phrase: String) {
        let parts = phrase.split(omittingEmptySubsequences: true, whereSeparator: \.isWhitespace)
        let trimmed = parts.isEmpty ? "" : phrase[parts[0].startIndex..<parts[parts.count - 1].endIndex]
        words = trimmed.isEmpty ? [] : [Self.folded(Array(trimmed.utf8))]
    }

    /// Whether there is nothing to look for: everything matches.
    package var isEmpty: Bool { words.isEmpty }

    /// Whether each word is in one of `fields`.
    package func matches(_ fields: [String]) -> Bool { matches(fields.map { Array($0.utf8) }) }

    /// The same for texts in UTF-8.
    package func matches(_ fields: [[UInt8]]) -> Bool {
        guard !isEmpty else { return true }
        let folded = fields.map(Self.folded)
        return words.allSatisfy { word in folded.contains { Self.first(word, in: $0, from: 0) != nil } }
    }

    /// The characters of `text` that any of the words covers, as ranges of their numbers from 0; none where there are more
    /// characters than `limit`.
    package func ranges(in text: String, limit: Int = 100_000) -> [Range<Int>] {
        guard !isEmpty, text.utf8.count <= limit else { return [] }
        // Folding changes lengths: where each byte came from.
        var folded: [UInt8] = []
        var owner: [Int] = []
        for (number, character) in text.enumerated() {
            let bytes = Self.folded(Array(character.utf8))
            folded += bytes
            owner += [Int](repeating: number, count: bytes.count)
        }
        var found = Set<Int>()
        for word in words {
            var start = 0
            while let place = Self.first(word, in: folded, from: start) {
                for index in place..<place + word.count { found.insert(owner[index]) }
                start = place + word.count
            }
        }
        return found.sorted().reduce(into: []) { ranges, number in
            if let last = ranges.last, last.upperBound == number {
                ranges[ranges.count - 1] = last.lowerBound..<number + 1
            } else {
                ranges.append(number..<number + 1)
            }
        }
    }

    private static func first(_ word: [UInt8], in text: [UInt8], from start: Int) -> Int? {
        guard let head = word.first, text.count - start >= word.count else { return nil }
        var index = start
        while index + word.count <= text.count {
            if text[index] == head, text[index..<index + word.count].elementsEqual(word) { return index }
            index += 1
        }
        return nil
    }

    /// `text`, in UTF-8, in lower case, letters apart from their accents (Unicode's canonical decomposition).
    package static func folded(_ text: [UInt8]) -> [UInt8] {
        if text.allSatisfy({ $0 < 0x80 }) { return text.map(ASCII.lowercased) }
        return Array(String(decoding: text, as: UTF8.self).lowercased().decomposedStringWithCanonicalMapping.utf8)
    }

    /// Whether each word is in `text`, which is folded already.
    package func matches(folded text: [UInt8]) -> Bool {
        words.allSatisfy { Self.first($0, in: text, from: 0) != nil }
    }

    package var foldedWords: [String] { words.map { String(decoding: $0, as: UTF8.self) } }

    /// `text`, folded, without blanks and punctuation of ASCII: names are spelled with and without.
    package static func letters(_ text: [UInt8]) -> [UInt8] {
        text.filter { 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 || $0 >= 0x80 }
    }
}
