import Foundation
import GRDB
import Symbols

/// A change of what people add to scans.
package enum RemarkChange: Sendable, Hashable {
    /// They get a tag, as well as those they have.
    case addTag(String)
    /// They have the tag no longer; upper and lower case alike.
    case removeTag(String)
    /// Their note; an empty one takes it away.
    case setNote(String)
    /// How many there are, from 0.
    case setQuantity(Int)
    /// What their number stands for; an empty text takes that away.
    case setProduct(String)
    /// Whether they are kept when old ones are deleted.
    case setPinned(Bool)

    /// Why a tag cannot be called `name`; nil if it can.
    package static func obstacle(toTag name: String) -> String? {
        if name.isEmpty { return "A tag needs a name" }
        if name.count > longestTag { return "A tag has at most \(longestTag) characters" }
        let isPlain = name.unicodeScalars.allSatisfy { scalar in
            (!scalar.properties.isWhitespace || scalar == " ") && scalar.properties.generalCategory != .control
                && scalar.properties.generalCategory != .format && scalar != "," && scalar != "\""
        }
        guard isPlain, name.first != " ", name.last != " " else {
            return "A tag cannot contain commas or quotation marks, or begin or end with a space"
        }
        return nil
    }

    /// The tags that `text` lists, with commas between them; blanks around them do not count.
    package static func tags(in text: String) -> [String] {
        text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    private static let longestTag = 50
    /// Notes are cut there.
    fileprivate static let longestNote = 2000
    /// A quantity beyond it is a mistake.
    package static let largestQuantity = 999_999_999
}

/// Tags, notes and quantities.
extension HistoryStore {
    /// Changes the entries of `selection`, all or none.
    ///
    /// - Returns: how many there are.
    @discardableResult
    package func change(_ selection: HistorySelection, _ change: RemarkChange) throws(HistoryError) -> Int {
        try writing { db in
            let statement = HistoryQuery(selection: selection).statement(HistoryEntry.columns)
            let rows = try Row.fetchAll(db, SQLRequest(literal: statement))
            for row in rows { try self.change(HistoryEntry(row: row, path: path), change, db) }
            return rows.count
        }
    }

    private func change(_ entry: HistoryEntry, _ change: RemarkChange, _ db: Database) throws {
        var entry = entry
        switch change {
        case .addTag(let name):
            entry.remarks.tags.removeAll { $0.lowercased() == name.lowercased() }
            entry.remarks.tags = (entry.remarks.tags + [name]).sorted()
        case .removeTag(let name): entry.remarks.tags.removeAll { $0.lowercased() == name.lowercased() }
        case .setNote(let text): entry.remarks.note = text.isEmpty ? nil : String(text.prefix(RemarkChange.longestNote))
        case .setProduct(let name):
            entry.remarks.product = name.isEmpty ? nil : String(name.prefix(RemarkChange.longestNote))
        case .setQuantity(let number): entry.tally.quantity = min(max(0, number), RemarkChange.largestQuantity)
        case .setPinned(let isPinned): entry.remarks.isPinned = isPinned
        }
        let tags = entry.remarks.tags.isEmpty ? nil : Data(entry.remarks.tags.joined(separator: "\n").utf8)
        try db.cachedStatement(
            sql: """
                UPDATE scan SET tags = CAST(? AS TEXT), note = CAST(? AS TEXT), product = CAST(? AS TEXT), quantity = ?,
                    pinned = ? WHERE id = ?
                """
        ).execute(
            arguments: [
                tags, entry.remarks.note.map { Data($0.utf8) }, entry.remarks.product.map { Data($0.utf8) },
                entry.tally.quantity, entry.remarks.isPinned, entry.id,
            ])
        switch change {
        case .addTag, .removeTag, .setNote, .setProduct:
            try SearchIndex.replace(entry.searchText, at: entry.position, db)
        case .setQuantity, .setPinned: break
        }
        rememberChanged(entry)
    }

    /// Adds fields to those of a scan; one that was deleted meanwhile is passed over.
    package func addFields(_ fields: [String: String], toScan id: Int64) throws(HistoryError) {
        try writing { db in
            let row = try Row.fetchOne(
                db, SQLRequest(literal: "SELECT \(sql: HistoryEntry.columns) FROM scan WHERE id = \(id)"))
            guard let row else { return }
            var entry = try HistoryEntry(row: row, path: path)
            entry.fields.merge(fields) { $1 }
            try db.cachedStatement(sql: "UPDATE scan SET fields = CAST(? AS TEXT) WHERE id = ?").execute(
                arguments: [Data(SessionFields.text(of: entry.fields).utf8), id])
            rememberChanged(entry)
        }
    }

    /// Gives a name to every scan of a product that has another one, or none.
    ///
    /// - Parameters:
    ///   - name: the name; an empty one takes names away.
    ///   - digits: the forms of the product's number that symbols hold, such as `4006381333931` and `04006381333931`; one of 14 digits is
    ///     also found at the beginning of GS1 data.
    /// - Returns: the numbers of the scans that were named.
    package func setProduct(_ name: String, ofNumbers digits: [String]) throws(HistoryError) -> [Int64] {
        // By the index of contents, which begins with the symbology.
        let holders = Symbology.allCases.map(\.rawValue)
        let key: SQL = "substr(bytes, 1, 32)"
        var conditions: [SQL] = digits.map { "\(key) = \(Data($0.utf8))" }
        for number in digits where number.utf8.count == 14 {
            let beginning = Array("01\(number)".utf8)
            conditions.append("\(key) >= \(Data(beginning)) AND \(key) < \(Data(beginning + [0xFF]))")
        }
        return try writing { db in
            var ids: [Int64] = []
            for condition in conditions {
                let request: SQLRequest<Row> = """
                    SELECT \(sql: HistoryEntry.columns) FROM scan WHERE symbology IN \(holders) AND \(condition)
                        AND coalesce(CAST(product AS BLOB), x'') != \(Data(name.utf8))
                    """
                for row in try request.fetchAll(db) {
                    let entry = try HistoryEntry(row: row, path: path)
                    try change(entry, .setProduct(name), db)
                    ids.append(entry.id)
                }
            }
            return ids
        }
    }

    /// The tags that are in use, and how many scans have each, the most used first.
    package func tags() throws(HistoryError) -> [(name: String, count: Int)] {
        try reading { db in
            var counts: [String: Int] = [:]
            let rows = try Row.fetchCursor(
                db, sql: "SELECT CAST(tags AS BLOB), count(*) FROM scan WHERE tags IS NOT NULL GROUP BY tags")
            while let row = try rows.next() {
                for name in (row.text(0) ?? "").split(separator: "\n") {
                    counts[String(name), default: 0] += row.number(1)
                }
            }
            return counts.map { (name: $0.key, count: $0.value) }
                .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
        }
    }
}
