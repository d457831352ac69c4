import Formats

/// A table of facts that is compiled in: columns between tabs, lines of comment behind `#`, a line of column names first.
enum DataTable {
    /// The rows without comments and column names. A row may lack its last columns.
    static func rows(_ bytes: [UInt8]) -> [[String]] {
        bytes.split(separator: 0x0A).lazy
            .filter { $0.first != UInt8(ascii: "#") }
            .dropFirst()
            .map { line in line.split(separator: 0x09, omittingEmptySubsequences: false).map(\.text) }
    }
}

/// Countries and currencies by their ISO codes.
enum ISOCodes {
    /// Names by three digits (ISO 3166-1).
    static let countriesByDigits = countries(column: 1)
    /// Names by two letters (ISO 3166-1).
    static let countriesByLetters = countries(column: 0)
    /// Three letters by three digits (ISO 4217).
    static let currencies = Dictionary(
        DataTable.rows(PackageResources.currencies_tsv).map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })

    private static func countries(column: Int) -> [String: String] {
        Dictionary(
            DataTable.rows(PackageResources.countries_tsv).map { ($0[column], $0[2]) },
            uniquingKeysWith: { first, _ in first })
    }
}
