import Formats

/// ISBN: the number of a book, hyphenated by the ranges of the International ISBN Agency.
package struct ISBN {
    /// The thirteen digits.
    package let digits: ArraySlice<UInt8>

    /// Nil when the digits are not those of a book: 978, or 979 without 9790.
    package init?(_ thirteen: ArraySlice<UInt8>) {
        let text = thirteen.prefix(4).text
        guard thirteen.count == 13, text.hasPrefix("978") || text.hasPrefix("979") && text != "9790" else { return nil }
        digits = thirteen
    }

    /// Prefix, group, registrant, publication and check digit; nil if no range is in use.
    private var parts: [ArraySlice<UInt8>]? {
        let prefix = digits.prefix(3)
        var rest = digits.dropFirst(3).dropLast()
        guard let group = Self.table.part(of: rest, in: prefix.text + "-") else { return nil }
        rest = rest.dropFirst(group.count)
        guard let registrant = Self.table.part(of: rest, in: prefix.text + "-" + group.text) else { return nil }
        return [prefix, group, registrant, rest.dropFirst(registrant.count), digits.suffix(1)]
    }

    /// `978-1-61729-215-6`; only digits where no range is in use.
    package var hyphenated: String { parts.map { $0.map(\.text).joined(separator: "-") } ?? digits.text }

    /// Whether the ranges know its group and registrant.
    var isInRange: Bool { parts != nil }

    /// `1-61729-215-6`; nil for 979, which has none.
    package var ten: String? {
        guard digits.prefix(3).text == "978" else { return nil }
        let nine = digits.dropFirst(3).dropLast()
        let check = String(decoding: [CheckDigits.modulo11(nine)], as: UTF8.self)
        guard let parts else { return nine.text + check }
        return (parts[1...3].map(\.text) + [check]).joined(separator: "-")
    }

    /// The language or country of the group: `English language`.
    var group: String? {
        guard let group = Self.table.part(of: digits.dropFirst(3), in: digits.prefix(3).text + "-") else { return nil }
        return Self.table.agencies[digits.prefix(3).text + "-" + group.text]
    }

    private static let table = ISBNRanges()
}

/// The ranges that tell how many digits a group and a registrant have.
struct ISBNRanges: Sendable {
    /// The ranges by prefix and group (`978-1`; `978-` for the groups of a prefix), each by the digits of its ends.
    private let ranges: [String: [(first: String, last: String)]]
    /// The names of groups, likewise.
    let agencies: [String: String]

    init() {
        var ranges: [String: [(first: String, last: String)]] = [:]
        var agencies: [String: String] = [:]
        for row in DataTable.rows(PackageResources.isbn_ranges_tsv) where row.count >= 3 {
            let key = row[0] + "-" + row[1]
            agencies[key] = row[2]
            guard row.count > 3 else { continue }
            ranges[key] = row[3].split(separator: ",").compactMap { range in
                let ends = range.split(separator: "-")
                return ends.count == 2 ? (String(ends[0]), String(ends[1])) : nil
            }
        }
        (self.ranges, self.agencies) = (ranges, agencies)
    }

    /// The digits at the beginning of `rest` that lie in one of the ranges of `key`.
    func part(of rest: ArraySlice<UInt8>, in key: String) -> ArraySlice<UInt8>? {
        for range in ranges[key] ?? [] {
            let part = rest.prefix(range.first.utf8.count)
            let text = part.text
            if range.first <= text, text <= range.last { return part }
        }
        return nil
    }
}

/// ISSN: the number of a periodical, in a 977.
struct ISSN {
    /// `0317-8471`.
    let text: String
    /// The two digits behind it, which publishers use for prices and kinds of issues.
    let variant: String

    /// Nil when the digits are not those of a periodical.
    init?(_ thirteen: ArraySlice<UInt8>) {
        guard thirteen.count == 13, thirteen.prefix(3).text == "977" else { return nil }
        let seven = thirteen.dropFirst(3).prefix(7)
        let check = String(decoding: [CheckDigits.modulo11(seven)], as: UTF8.self)
        text = "\(seven.prefix(4).text)-\(seven.suffix(3).text)\(check)"
        variant = thirteen.dropFirst(10).prefix(2).text
    }
}

/// ISMN: the number of printed music, in a 9790.
struct ISMN {
    /// `979-0-2600-0043-8`.
    let hyphenated: String

    /// Nil when the digits are not those of printed music.
    init?(_ thirteen: ArraySlice<UInt8>) {
        guard thirteen.count == 13, thirteen.prefix(4).text == "9790" else { return nil }
        // The publisher's first digit shows how many it has (ISMN Users' Manual, 4.2).
        let rest = thirteen.dropFirst(4).dropLast()
        let length = [3, 4, 4, 4, 5, 5, 5, 6, 6, 7][Int((rest.first ?? 0) & 15) % 10]
        hyphenated =
            "979-0-\(rest.prefix(length).text)-\(rest.dropFirst(length).text)-\(thirteen.suffix(1).text)"
    }
}
