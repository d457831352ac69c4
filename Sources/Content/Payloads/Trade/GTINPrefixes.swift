import Formats

/// The GS1 organisations that issue numbers, by the first three digits of a GTIN-13, GLN or company prefix.
package enum GTINPrefixes {
    /// What a range of prefixes is for.
    package enum Use: String, Sendable {
        case country, office, restricted, coupon, book, issn, refund, example
    }

    /// A range of prefixes.
    package struct Range: Sendable {
        let first: Int
        let last: Int
        /// What its numbers are for.
        package let use: Use
        let issuer: String
    }

    /// Every range, in order.
    static let ranges: [Range] = DataTable.rows(PackageResources.gtin_prefixes_tsv).compactMap { row in
        guard row.count == 4, let first = Int(row[0]), let last = Int(row[1]), let use = Use(rawValue: row[2]) else {
            return nil
        }
        return Range(first: first, last: last, use: use, issuer: row[3])
    }

    /// The range of the prefix that `digits` begin with; nil when it is not in use.
    package static func range(of digits: ArraySlice<UInt8>) -> Range? {
        guard digits.count >= 3, let prefix = Int(digits.prefix(3).text) else { return nil }
        return ranges.first { $0.first <= prefix && prefix <= $0.last }
    }

    /// The field that shows who issued a number that begins with a company prefix; nil if that tells nothing. It is not
    /// where a product was made.
    static func field(for digits: ArraySlice<UInt8>) -> PayloadField? {
        guard let range = range(of: digits) else {
            return PayloadField("issuedIn", .issuedIn, "unknown", json: .null, note: .prefixNotInUse)
        }
        switch range.use {
        case .country: return PayloadField("issuedIn", .issuedIn, range.issuer)
        case .office: return PayloadField("issuedBy", .issuedBy, range.issuer)
        case .example: return PayloadField("issuedBy", .issuedFor, "demonstrations and examples")
        case .restricted, .coupon, .book, .issn, .refund: return nil
        }
    }
}
