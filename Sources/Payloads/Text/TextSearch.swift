import Foundation
import Symbols

/// What somebody looks for: words of which each must be there, in any order, upper and lower case alike. No character stands for others.
///
///     let search = TextSearch("wi-fi CAFÉ")
///     search.matches(["Wi-Fi Café (WPA)", "qr-code"])     // true; with "wifi" false: the hyphen counts
public struct TextSearch: Hashable, Sendable {
    /// The words as they are compared; none for a blank text.
    private let words: [[UInt8]]

    /// The words of `text`, which blanks part.
    public init(_ text: String) {
        words = text.split(whereSeparator: \.isWhitespace).map { Self.folded(Array($0.utf8)) }
    }

    /// All of `phrase` but blanks at its ends, as one.
    public init(phrase: String) {
        let parts = phrase.split(omittingEmptySubsequences: true, whereSeparator: \.isWhitespace)
        let trimmed = parts.isEmpty ? "" : phrase[parts[0].startIndex..<parts[parts.count - 1].endIndex]
        words = trimmed.isEmpty ? [] : [Self.folded(Array(trimmed.utf8))]
    }

    /// Whether there is nothing to look for: everything matches.
    public var isEmpty: Bool { words.isEmpty }

    /// Whether each word is in one of `fields`.
    public func matches(_ fields: [String]) -> Bool { matches(fields.map { Array($0.utf8) }) }

    /// The same for texts in UTF-8.
    public func matches(_ fields: [[UInt8]]) -> Bool {
        guard !isEmpty else { return true }
        let folded = fields.map(Self.folded)
        return words.allSatisfy { word in folded.contains { Self.first(word, in: $0, from: 0) != nil } }
    }

    /// The characters of `text` that any of the words covers, as ranges of their numbers from 0; none where there are more
    /// characters than `limit`.
    public func ranges(in text: String, limit: Int = 100_000) -> [Range<Int>] {
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
    public static func folded(_ text: [UInt8]) -> [UInt8] {
        if text.allSatisfy({ $0 < 0x80 }) { return text.map(ASCII.lowercased) }
        return Array(
            String(decoding: text, as: UTF8.self).lowercased().decomposedStringWithCanonicalMapping.utf8)
    }
}

/// What a scan is found by: one text, folded as what is looked for is, so that a plain search for bytes finds it.
///
/// It holds the scan's text, its meaning, its source, the names of its symbology and kind (spelled with and without punctuation,
/// so that `wifi` finds Wi-Fi networks and `ean13` EAN-13), its note and its tags (`#milk`). The text of one that may hold a
/// secret is left out, so that nobody finds a password letter by letter.
public struct SearchText: Hashable, Sendable {
    /// The fields, a line each; without control characters but these ends of lines, and U+0001 around tags.
    public let text: String

    /// - Parameters:
    ///   - symbology: its stable name; where it is known, what people call it counts, too.
    ///   - note: nil without one.
    public init(
        content: String?, summary: String, kind: PayloadKind, symbology: String, source: String, note: String? = nil,
        tags: [String] = []
    ) {
        let names = [symbology, Symbology(rawValue: symbology)?.traits.title ?? "", kind.searchedTitle]
        let shown = kind.mayHoldSecret ? nil : content
        // What its meaning tells anyway is not told twice.
        let fields =
            [summary, shown.flatMap { summary.contains($0) ? nil : $0 }, source, note].compactMap(\.self) + names
        var bytes: [UInt8] = []
        var seen = Set<[UInt8]>()
        let spelled = names.map { TextSearch.letters(TextSearch.folded(Array($0.utf8))) }
        for field in fields.map({ TextSearch.folded(Array($0.utf8)) }) + spelled
        where !field.isEmpty && seen.insert(field).inserted {
            bytes += field.map { $0 < 0x20 ? 0x20 : $0 } + [0x0A]
        }
        for tag in tags { bytes += Array(Self.tag(tag).utf8) + [0x0A] }
        text = String(decoding: bytes, as: UTF8.self)
    }

    /// What every text of a scan of that kind holds; nil where that is nothing.
    public static func name(ofKind kind: PayloadKind) -> String? {
        let name = String(decoding: TextSearch.folded(Array(kind.searchedTitle.utf8)), as: UTF8.self)
        return name.isEmpty ? nil : name
    }

    /// How a whole tag stands in a text.
    public static func tag(_ name: String) -> String {
        "\u{1}#\(String(decoding: TextSearch.folded(Array(name.utf8)), as: UTF8.self))\u{1}"
    }
}

extension TextSearch {
    /// Whether each word is in `text`.
    public func matches(_ text: SearchText) -> Bool {
        let bytes = Array(text.text.utf8)
        return words.allSatisfy { Self.first($0, in: bytes, from: 0) != nil }
    }

    /// The words as they stand in a `SearchText`.
    public var foldedWords: [String] { words.map { String(decoding: $0, as: UTF8.self) } }

    /// `text`, folded, without blanks and punctuation, of ASCII: names are spelled with and without.
    static func letters(_ text: [UInt8]) -> [UInt8] {
        text.filter { 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 || $0 >= 0x80 }
    }
}

extension PayloadKind {
    /// What it is found by; empty for kinds that say nothing but that there is something.
    fileprivate var searchedTitle: String {
        switch self {
        case .text, .bytes, .part: ""
        default: title
        }
    }
}
