import Files
import Formats

/// Which items of a collection are meant: words that each are found, values of fields, and days until they expire.
///
///     let selection = ItemSelection(["moon", "place:shelf"], expiringWithin: 7)
///     selection.holds(for: item, today: .today)
package struct ItemSelection: Sendable {
    private let words: TextSearch
    private let conditions: [(field: String, search: TextSearch)]
    private let days: Int?
    private let hasDate: Bool

    /// - Parameters:
    ///   - words: words, and `field:text` where the field contains the text. A word before a colon that is not a field of `fields` is text.
    ///   - hasDate: only items with a best-before date; default false.
    ///   - days: only items whose date is at most this many days from now, or past; default nil, all.
    package init(_ words: [String], fields: [String] = [], hasDate: Bool = false, expiringWithin days: Int? = nil) {
        var (texts, conditions): ([String], [(String, TextSearch)]) = ([], [])
        let known = Set(fields + ItemField.known + ItemField.fixed)
        for word in words {
            let colon = word.firstIndex(of: ":")
            if let colon, let field = try? ItemField.named(word[..<colon]), known.contains(field) {
                conditions.append((field, TextSearch(phrase: String(word[word.index(after: colon)...]))))
            } else {
                texts.append(word)
            }
        }
        self.words = TextSearch(texts.joined(separator: " "))
        (self.conditions, self.days) = (conditions, days)
        self.hasDate = hasDate || days != nil
    }

    /// Whether an item is meant.
    package func holds(for item: Item, today: CivilDate) -> Bool {
        if hasDate, item.bestBefore == nil { return false }
        if let days, let date = item.bestBefore, date.daysSince1970 - today.daysSince1970 > days { return false }
        return conditions.allSatisfy { $0.search.matches([item[$0.field] ?? ""]) }
            && words.matches([item.code, item.title] + item.fields.compactMap { item[$0] })
    }
}
