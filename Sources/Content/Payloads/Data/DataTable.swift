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

    /// The values of the rows by their keys; the first of each key counts.
    static func dictionary<Value>(_ bytes: [UInt8], _ entry: ([String]) -> (String, Value)) -> [String: Value] {
        Dictionary(rows(bytes).map(entry), uniquingKeysWith: { first, _ in first })
    }
}

/// Countries and currencies by their ISO codes.
enum ISOCodes {
    /// Names by three digits (ISO 3166-1).
    static let countriesByDigits = DataTable.dictionary(PackageResources.countries_tsv) { ($0[1], $0[2]) }
    /// Names by two letters (ISO 3166-1).
    static let countriesByLetters = DataTable.dictionary(PackageResources.countries_tsv) { ($0[0], $0[2]) }
    /// Three letters by three digits (ISO 4217).
    static let currencies = DataTable.dictionary(PackageResources.currencies_tsv) { ($0[0], $0[1]) }
}
