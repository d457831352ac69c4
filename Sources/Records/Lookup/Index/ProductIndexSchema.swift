import GRDB

/// The table of an index of products. An index is made whole and never changed afterwards: another one takes its place.
enum ProductIndexSchema {
    /// `QZPR`, in the file's header.
    static let applicationID: Int32 = 0x515A_5052
    /// Changes with the tables; an index of another version must be imported again.
    static let version = 1
    /// The most products that one number may have.
    static let maximumHits = 20

    /// The columns of facts, in the order of `ProductFact.allCases`.
    static let factColumns = ProductFact.allCases.map { $0.rawValue.replacing("-", with: "_") }

    static func create(_ db: Database) throws {
        let facts = factColumns.map { "\($0) TEXT" }.joined(separator: ", ")
        try db.execute(
            sql: """
                PRAGMA application_id = \(applicationID);
                PRAGMA user_version = \(version);
                -- Entry: 0, 1, … of several products with one number. Modified: seconds since 1970, of the source.
                CREATE TABLE product (
                    gtin INTEGER NOT NULL, entry INTEGER NOT NULL, modified INTEGER, \(facts),
                    PRIMARY KEY (gtin, entry)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
                """)
    }
}
