import Payloads
import Formats

/// The same conditions for an entry at hand, such as one that was just kept.
extension HistoryFilter {
    /// Whether all conditions hold for `entry`.
    package func holds(for entry: HistoryEntry) -> Bool {
        terms.allSatisfy { $0.condition.holds(for: entry) != $0.isNegated }
    }
}

extension HistoryFilter.Condition {
    fileprivate func holds(for entry: HistoryEntry) -> Bool {
        switch self {
        case .word(let word): return TextSearch(phrase: word).matches(entry.searchText)
        case .id(let numbers): return numbers.contains(entry.id)
        case .tag(let name): return entry.searchText.text.contains(SearchText.tag(name))
        case .tagWord(let word): return entry.searchText.hasTag(wordBeginning: word)
        case .kind(let names): return names.contains(entry.kind.rawValue)
        case .symbology(let names): return names.contains(entry.symbologyName)
        case .source(let word): return TextSearch(phrase: word).matches([entry.scan.source])
        case .session(let name):
            if name.isEmpty || name == "none" { return entry.session == nil }
            return entry.session.map { FoldedText.folded($0.name) } == FoldedText.folded(name)
        case .field(let name, let value):
            guard !value.isEmpty, value != "none" else { return entry.fields[name] == nil }
            return entry.fields[name].map { FoldedText.folded($0) } == FoldedText.folded(value)
        case .near(let near): return near.holds(for: entry.fields)
        case .since(let date): return entry.scan.time >= date
        case .until(let date): return entry.scan.time < date
        case .quantity(let comparison, let number): return comparison.holds(entry.tally.quantity, number)
        case .has(let property):
            switch property {
            case .note: return entry.remarks.note != nil
            case .tag: return !entry.remarks.tags.isEmpty
            case .picture: return entry.picture != nil
            case .session: return entry.session != nil
            }
        case .isPinned: return entry.remarks.isPinned
        }
    }
}

extension HistoryFilter.Comparison {
    fileprivate func holds(_ a: Int, _ b: Int) -> Bool {
        switch self {
        case .atLeast: a >= b
        case .atMost: a <= b
        case .more: a > b
        case .less: a < b
        case .equal: a == b
        }
    }
}
