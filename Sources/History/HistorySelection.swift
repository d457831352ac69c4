import Foundation
import GRDB
import Payloads
import Symbols

/// Which entries of the history.
public enum HistorySelection: Sendable, Hashable {
    /// Every one.
    case all
    /// Those of these numbers; missing ones are skipped.
    case ids([Int64])
    /// Those whose scan is older than this.
    case olderThan(Date)
    /// Those whose scan is not older than this.
    case since(Date)
    /// Those in which every word of this text is found: see `TextSearch`.
    case matching(String)

    /// Their condition in SQL, and what is bound in it; for statements of `db`.
    func condition(in db: Database) -> (sql: String, arguments: StatementArguments) {
        switch self {
        // Never a plain deletion of everything: for that SQLite truncates the table, which would not count the rows.
        case .all: ("1", [])
        case .ids(let ids):
            ("id IN (SELECT value FROM json_each(?))", ["[\(ids.map(String.init).joined(separator: ","))]"])
        case .olderThan(let date): ("time < ?", [Timestamp(date).milliseconds])
        case .since(let date): ("time >= ?", [Timestamp(date).milliseconds])
        case .matching(let text): (Self.matching(TextSearch(text), in: db), [])
        }
    }

    /// SQLite's own comparisons know the case of ASCII alone, and have characters that stand for others.
    private static func matching(_ search: TextSearch, in db: Database) -> String {
        guard !search.isEmpty else { return "1" }
        let function = DatabaseFunction("quietzone_matches", argumentCount: 5, pure: true) { values in
            func bytes(_ index: Int) -> [UInt8]? { Data.fromDatabaseValue(values[index]).map(Array.init) }
            func name(_ index: Int) -> String { String(decoding: bytes(index) ?? [], as: UTF8.self) }
            return search.matches(
                text: bytes(0), summary: bytes(1) ?? [], kind: PayloadKind(rawValue: name(2)), symbology: name(3),
                source: bytes(4) ?? [])
        }
        // The newest search on a connection is the one that its next statement asks.
        db.add(function: function)
        return """
            quietzone_matches(CAST(text AS BLOB), CAST(summary AS BLOB), CAST(kind AS BLOB), \
            CAST(symbology AS BLOB), CAST(source AS BLOB))
            """
    }

    /// Whether `scan` is one of them, were it kept now; those of numbers are not known by their scans.
    public func contains(_ scan: Scan) -> Bool {
        switch self {
        case .all: true
        case .ids: false
        case .olderThan(let date): scan.time < date
        case .since(let date): scan.time >= date
        case .matching(let text): Self.matches(scan, text)
        }
    }

    private static func matches(_ scan: Scan, _ text: String) -> Bool {
        let search = TextSearch(text)
        guard !search.isEmpty else { return true }
        let content = scan.symbol.content
        let payload = Payload.parse(content)
        return search.matches(
            text: content.text.map { Array($0.utf8) }, summary: Array(payload.summary.utf8), kind: payload.kind,
            symbology: content.symbology.rawValue, source: Array(scan.source.utf8))
    }
}

/// The result of a deletion.
public struct HistoryDeletion: Hashable, Sendable {
    /// How many entries.
    public var count: Int
    /// The paths of pictures that no entry is linked to any more, in their order by name. The files are still there.
    public var pictures: [String]
    /// What was deleted, as far as that was asked for and can be read: `HistoryStore.restore` brings it back.
    public var entries: [HistoryEntry] = []
}
