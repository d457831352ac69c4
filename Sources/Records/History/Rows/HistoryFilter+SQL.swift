import Formats
import Foundation
import GRDB
import Payloads

extension HistoryFilter.Condition {
    /// The condition in SQL, for rows of `scan`, and what is bound in it.
    var clause: (sql: String, arguments: StatementArguments) {
        switch self {
        case .word(let word):
            // `+` keeps SQLite from walking through the index of words by itself.
            (
                "instr((SELECT s.text FROM scan_search AS s WHERE s.rowid = scan.position), CAST(? AS TEXT)) > 0",
                [Data(word.utf8)]
            )
        case .kind(let names): ("kind IN (SELECT value FROM json_each(?))", [Self.json(names)])
        case .symbology(let names): ("symbology IN (SELECT value FROM json_each(?))", [Self.json(names)])
        case .source(let word): ("instr(\(FoldedText.name)(CAST(source AS BLOB)), ?) > 0", [Data(word.utf8)])
        case .session(let name):
            name.isEmpty || name == "none"
                ? ("session IS NULL", [])
                : (
                    "session IN (SELECT id FROM session WHERE \(FoldedText.name)(CAST(name AS BLOB)) = ?)",
                    [FoldedText.folded(name)]
                )
        case .tag(let name):
            // The tag in the text that scans are found by is folded.
            (
                "(tags IS NOT NULL AND instr((SELECT s.text FROM scan_search AS s WHERE s.rowid = scan.position), ?) > 0)",
                [SearchText.tag(name)]
            )
        // A position narrows it down, for it is an index; behind it are none of before.
        case .since(let date):
            (
                "position >= ? AND time >= ?",
                [ScanPosition.first(at: Timestamp(date).milliseconds), Timestamp(date).milliseconds]
            )
        case .until(let date):
            (
                "position < ? AND time < ?",
                [ScanPosition.end(before: Timestamp(date).milliseconds), Timestamp(date).milliseconds]
            )
        case .quantity(let comparison, let number): ("quantity \(comparison.rawValue) ?", [number])
        case .has(let property):
            switch property {
            case .note: ("note IS NOT NULL", [])
            case .tag: ("tags IS NOT NULL", [])
            case .picture: ("picture IS NOT NULL", [])
            case .session: ("session IS NOT NULL", [])
            }
        case .isPinned: ("pinned", [])
        }
    }

    private static func json(_ names: [String]) -> String { JSONValue.array(names.map { .string($0) }).text }
}

extension HistoryFilter {
    /// All conditions in SQL, for rows of `scan`.
    ///
    /// - Parameter skipsTexts: whether those of `soughtTexts` are looked for elsewhere.
    func clause(skipsTexts: Bool) -> (sql: String, arguments: StatementArguments) {
        var arguments: StatementArguments = []
        let parts = terms.filter { !skipsTexts || $0.soughtText == nil }.map { term in
            let clause = term.condition.clause
            arguments += clause.arguments
            return term.isNegated ? "NOT coalesce((\(clause.sql)), 0)" : "(\(clause.sql))"
        }
        return (parts.isEmpty ? "1" : parts.joined(separator: " AND "), arguments)
    }

    /// The words, tags and sources that what is found holds, as they stand in what scans are found by.
    var soughtTexts: [String] { terms.compactMap { $0.soughtText ?? $0.impliedText } }

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
        guard !isNegated, case .source(let word) = condition else { return nil }
        return word
    }
}
