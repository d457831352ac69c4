import Formats
import Symbols

/// What a scan is found by: one text, folded as what is looked for is, so that a plain search for bytes finds it.
///
/// It holds the scan's text, its meaning, its source, the names of its symbology and kind (spelled with and without punctuation,
/// so that `wifi` finds Wi-Fi networks and `ean13` EAN-13), its note, its product's name and its tags (`#milk`). The text of one that may hold a
/// secret is left out, so that nobody finds a password letter by letter.
package struct SearchText: Hashable, Sendable {
    /// The fields, a line each; without control characters but these ends of lines, and U+0001 around tags.
    package let text: String

    /// - Parameters:
    ///   - symbology: its stable name; where it is known, what people call it counts, too.
    ///   - note: nil without one.
    ///   - product: what its number stands for; nil if that is not known.
    package init(
        content: String?, summary: String, kind: PayloadKind, symbology: String, source: String, note: String? = nil,
        product: String? = nil, tags: [String] = []
    ) {
        let shown = kind.mayHoldSecret ? nil : content
        // What its meaning tells anyway is not told twice.
        let own = [summary, shown.flatMap { Self.holds(summary, $0) ? nil : $0 }, source, note, product].compactMap(
            \.self)
        let names = [
            Self.symbologyNames[symbology] ?? Names([symbology]), Self.kindNames[kind] ?? Names([kind.searchedTitle]),
        ]
        let folded = own.map { TextSearch.folded(Array($0.utf8)) }
        let fields = folded + names.flatMap(\.folded) + names.flatMap(\.spelled)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(fields.reduce(0) { $0 + $1.count + 1 })
        for (index, field) in fields.enumerated() where !field.isEmpty && !fields[..<index].contains(field) {
            for byte in field { bytes.append(byte < 0x20 ? 0x20 : byte) }
            bytes.append(0x0A)
        }
        for tag in tags { bytes += Array(Self.tag(tag).utf8) + [0x0A] }
        text = String(decoding: bytes, as: UTF8.self)
    }

    /// Names that many scans share, folded once.
    private struct Names {
        let folded: [[UInt8]]
        /// Without blanks and punctuation.
        let spelled: [[UInt8]]

        init(_ names: [String]) {
            folded = names.map { TextSearch.folded(Array($0.utf8)) }
            spelled = folded.map(TextSearch.letters)
        }
    }

    private static let symbologyNames = Dictionary(
        uniqueKeysWithValues: Symbology.allCases.map { ($0.rawValue, Names([$0.rawValue, $0.traits.title])) })
    private static let kindNames = Dictionary(
        uniqueKeysWithValues: PayloadKind.all.map { ($0, Names([$0.searchedTitle])) })

    /// Whether `summary`, one line, holds `content`. Most are ASCII, of which characters are bytes.
    private static func holds(_ summary: String, _ content: String) -> Bool {
        if summary == content { return true }
        let isASCII = summary.utf8.allSatisfy { $0 < 0x80 } && content.utf8.allSatisfy { $0 < 0x80 }
        if isASCII, content.utf8.count > summary.utf8.count { return false }
        return summary.contains(content)
    }

    /// What every text of a scan of that kind holds; nil if that is nothing.
    package static func name(ofKind kind: PayloadKind) -> String? {
        let name = String(decoding: TextSearch.folded(Array(kind.searchedTitle.utf8)), as: UTF8.self)
        return name.isEmpty ? nil : name
    }

    /// How a whole tag stands in a text.
    package static func tag(_ name: String) -> String { tagStart + folded(name) + "\u{1}" }

    /// What stands before each tag; tags come last.
    package static let tagStart = "\u{1}#"

    /// How a word begins in a tag: as the first one, or behind a blank.
    package static func tagWords(_ beginning: String) -> (first: String, other: String) {
        (tagStart + folded(beginning), " " + folded(beginning))
    }

    /// Whether a word of a tag begins with `beginning`.
    package func hasTag(wordBeginning beginning: String) -> Bool {
        guard let start = text.range(of: Self.tagStart)?.lowerBound else { return false }
        let words = Self.tagWords(beginning)
        return text[start...].contains(words.first) || text[start...].contains(words.other)
    }

    private static func folded(_ text: String) -> String {
        String(decoding: TextSearch.folded(Array(text.utf8)), as: UTF8.self)
    }
}

extension TextSearch {
    /// Whether each word is in `text`.
    package func matches(_ text: SearchText) -> Bool { matches(folded: Array(text.text.utf8)) }
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
