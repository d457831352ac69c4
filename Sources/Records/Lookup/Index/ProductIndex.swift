import Files
import Formats
import GRDB

/// An index of products in a file: answers a number without the network.
///
///     let index = try ProductIndex(path)
///     try index.hits(for: number).first?.title
package final class ProductIndex: Sendable {
    /// Its name: that of its file without the ending.
    package let name: String
    /// What is known of how it was made.
    package let about: About
    private let queue: DatabaseQueue

    /// How an index was made.
    package struct About: Sendable, Hashable {
        /// The form of the file, a row of `DumpForm.all`.
        package let form: String
        package let licence: String
        /// The absolute path of what was imported; `-` for standard input.
        package let path: String
        /// Its size in bytes, and when it was changed last, in seconds since 1970, which show whether it has changed since.
        package let size: Int64
        package let changed: Int64
        package let imported: Timestamp
        /// Products in the index; rows without a number or a name; rows that could not be read.
        package let products: Int
        package let skipped: Int
        package let bad: Int
    }

    /// Opens an index.
    ///
    /// - Throws: `UserError` where it cannot be read, is none, or was made by another version.
    package init(_ path: String) throws(UserError) {
        name = ProductIndex.name(of: path)
        var configuration = Configuration()
        configuration.readonly = true
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            self.queue = queue
            about = try queue.read { db in
                guard try Int32.fetchOne(db, sql: "PRAGMA application_id") == ProductIndexSchema.applicationID,
                    try Int.fetchOne(db, sql: "PRAGMA user_version") == ProductIndexSchema.version
                else { throw UserError("\(path.onOneLine) is not an index of this version: import its file again") }
                return try About(db)
            }
        } catch {
            throw Self.error(error, path)
        }
    }

    /// The name of the index at `path`.
    static func name(of path: String) -> String {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        return file.hasSuffix(".sqlite") ? String(file.dropLast(7)) : file
    }

    /// What is known of a number; none where the index does not have it.
    ///
    /// - Throws: `UserError` where the file is damaged.
    package func hits(for number: ProductNumber) throws(UserError) -> [ProductHit] {
        do {
            return try queue.read { db in
                let statement = try db.cachedStatement(sql: "SELECT * FROM product WHERE gtin = ? ORDER BY entry")
                return try Row.fetchAll(statement, arguments: [number.value]).map { row in
                    var facts = ProductFacts()
                    for (fact, column) in zip(ProductFact.allCases, ProductIndexSchema.factColumns) {
                        facts[fact] = row[column]
                    }
                    let modified = (row["modified"] as Int64?).map {
                        Timestamp(milliseconds: $0.multipliedReportingOverflow(by: 1000).partialValue)
                    }
                    return ProductHit(
                        number, facts, source: name, licence: about.licence, retrieved: about.imported,
                        modified: modified)
                }
            }
        } catch {
            throw Self.error(error, name)
        }
    }

    private static func error(_ error: any Error, _ path: String) -> UserError {
        if let error = error as? UserError { return error }
        let words = (error as? DatabaseError)?.message ?? "\(error)"
        return UserError("\(path.onOneLine) cannot be read (\(words)): import its file again")
    }
}

extension ProductIndex.About {
    /// Reads it from an index.
    fileprivate init(_ db: Database) throws {
        let values = Dictionary(
            try Row.fetchAll(db, sql: "SELECT name, value FROM about LIMIT 50").map {
                ($0[0] as String, $0[1] as String)
            },
            uniquingKeysWith: { first, _ in first })
        func number(_ name: String) -> Int64 { values[name].flatMap { Int64($0) } ?? 0 }
        form = values["form"] ?? ""
        licence = values["licence"] ?? ""
        path = values["path"] ?? "-"
        (size, changed) = (number("size"), number("changed"))
        imported = Timestamp(milliseconds: number("imported"))
        (products, skipped, bad) = (Int(number("products")), Int(number("skipped")), Int(number("bad")))
    }
}
