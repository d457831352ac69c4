import Formats
import Foundation
import GRDB
import Payloads

extension HistoryFilter.Condition {
    /// The condition in SQL, for rows of `scan`.
    ///
    /// - Parameter isJoined: whether rows are found by the index of words, so that no other index is of use.
    func clause(isJoined: Bool) -> SQL {
        switch self {
        case .word(let word): Self.isFound(by: .text(word))
        case .id(let numbers): "scan.id IN \(SQL.list(numbers))"
        case .kind(let names): "kind IN \(SQL.list(names.map { .string($0) }))"
        case .symbology(let names): "symbology IN \(SQL.list(names.map { .string($0) }))"
        case .source(let word): "\(sql: isJoined ? "+" : "")source IN \(Self.sources(with: word))"
        case .session(let name):
            name.isEmpty || name == "none"
                ? "session IS NULL"
                : """
                session IN (SELECT id FROM session
                    WHERE \(sql: FoldedText.name)(CAST(name AS BLOB)) = \(FoldedText.folded(name)))
                """
        case .field(let name, let value):
            value.isEmpty || value == "none"
                ? "\(Self.field(name)) IS NULL"
                : "\(sql: FoldedText.name)(CAST(coalesce(\(Self.field(name)), '') AS BLOB)) = \(FoldedText.folded(value))"
        case .near(let near): near.clause
        // The tag in the text that scans are found by is folded.
        case .tag(let name): "(tags IS NOT NULL AND \(Self.isFound(by: "\(SearchText.tag(name))")))"
        case .tagWord(let word): Self.hasTag(SearchText.tagWords(word))
        case .since(let date): .since(date)
        case .until(let date): .before(date)
        case .quantity(let comparison, let number): "quantity \(sql: comparison.rawValue) \(number)"
        case .has(let property): "\(sql: property.column) IS NOT NULL"
        case .isPinned: "pinned"
        }
    }

    /// The value of a field; null without, and where the fields are damaged.
    static func field(_ name: String) -> SQL {
        "CASE WHEN json_valid(fields) THEN json_extract(fields, \("$.\"" + name + "\"")) END"
    }

    /// Every source whose folded name holds `word`. The index gives each source once, so that the names of a million scans of two
    /// cameras are compared twice. `UNION` ends also where a damaged index leads back.
    private static func sources(with word: String) -> SQL {
        """
        (WITH RECURSIVE sources(name) AS (
            SELECT min(source) FROM scan
            UNION SELECT (SELECT min(source) FROM scan WHERE source > name) FROM sources WHERE name IS NOT NULL
        ) SELECT name FROM sources WHERE instr(\(sql: FoldedText.name)(CAST(name AS BLOB)), \(Data(word.utf8))) > 0)
        """
    }

    /// Whether one of two texts stands in the tags, which end the text that a scan is found by.
    private static func hasTag(_ words: (first: String, other: String)) -> SQL {
        """
        (tags IS NOT NULL AND EXISTS (
            SELECT 1 FROM (SELECT substr(s.text, instr(s.text, \(SearchText.tagStart))) AS tags
                FROM scan_search AS s WHERE s.rowid = scan.position AND instr(s.text, \(SearchText.tagStart)) > 0) AS t
            WHERE instr(t.tags, \(words.first)) > 0 OR instr(t.tags, \(words.other)) > 0))
        """
    }

    private static func isFound(by text: SQL) -> SQL {
        "instr((SELECT s.text FROM scan_search AS s WHERE s.rowid = scan.position), \(text)) > 0"
    }
}

extension HistoryFilter.Property {
    fileprivate var column: String { self == .tag ? "tags" : rawValue }
}

extension HistoryFilter {
    /// All conditions in SQL, for rows of `scan`.
    ///
    /// - Parameter skipsTexts: whether those of `soughtTexts` are looked for elsewhere.
    func clause(skipsTexts: Bool) -> SQL {
        let parts = terms.filter { !skipsTexts || $0.soughtText == nil }.map { term -> SQL in
            let clause = term.condition.clause(isJoined: skipsTexts)
            return term.isNegated ? "NOT coalesce((\(clause)), 0)" : "(\(clause))"
        }
        return parts.isEmpty ? "1" : parts.joined(separator: " AND ")
    }

    /// The words, tags and sources that what is found holds, as they stand in what scans are found by.
    var soughtTexts: [String] { terms.compactMap { $0.soughtText ?? $0.impliedText } }

    /// Whether a condition is looked for in them alone.
    var requiresTexts: Bool { terms.contains { $0.soughtText != nil } }

    /// Names that stand there because of a condition that is looked for elsewhere: they narrow a search by words down.
    var narrowingTexts: [String] {
        terms.compactMap { term in
            guard !term.isNegated else { return nil }
            return switch term.condition {
            case .kind(let names) where names.count == 1: SearchText.name(ofKind: PayloadKind(rawValue: names[0]))
            case .symbology(let names) where names.count == 1: names[0]
            default: nil
            }
        }
    }
}

extension HistoryFilter.Term {
    /// What is to stand in the text that a scan is found by; nil for other conditions.
    var soughtText: String? {
        guard !isNegated else { return nil }
        return switch condition {
        case .word(let word): word
        case .tag(let name): SearchText.tag(name)
        default: nil
        }
    }

    /// What stands there when the condition holds, but also when it does not: the condition is looked at as well.
    var impliedText: String? {
        guard !isNegated else { return nil }
        return switch condition {
        case .source(let word): word
        case .tagWord(let word): String(decoding: TextSearch.folded(Array(word.utf8)), as: UTF8.self)
        default: nil
        }
    }
}
