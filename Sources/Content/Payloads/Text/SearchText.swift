import Formats
import Symbols

/// What a scan is found by: one text, folded as what is looked for is, so that a plain search for bytes finds it.
///
/// It holds the scan's text, its meaning, its source, the names of its symbology and kind (spelled with and without punctuation,
/// so that `wifi` finds Wi-Fi networks and `ean13` EAN-13), its note and its tags (`#milk`). The text of one that may hold a
/// secret is left out, so that nobody finds a password letter by letter.
package struct SearchText: Hashable, Sendable {
    /// The fields, a line each; without control characters but these ends of lines, and U+0001 around tags.
    package let text: String

    /// - Parameters:
    ///   - symbology: its stable name; where it is known, what people call it counts, too.
    ///   - note: nil without one.
    package init(
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
    package static func name(ofKind kind: PayloadKind) -> String? {
        let name = String(decoding: TextSearch.folded(Array(kind.searchedTitle.utf8)), as: UTF8.self)
        return name.isEmpty ? nil : name
    }

    /// How a whole tag stands in a text.
    package static func tag(_ name: String) -> String {
        "\u{1}#\(String(decoding: TextSearch.folded(Array(name.utf8)), as: UTF8.self))\u{1}"
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
