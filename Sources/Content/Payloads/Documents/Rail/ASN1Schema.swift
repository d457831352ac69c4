import Formats

/// The types of rail tickets in ASN.1, read from a table: `rail-tickets.tsv` says how.
struct ASN1Schema: Sendable {
    /// The form of a value.
    indirect enum Form: Sendable {
        case boolean
        /// Within bounds; nil for any integer.
        case integer(ClosedRange<Int>?)
        /// One of this many known values, or of a later version.
        case enumeration(Int)
        /// Text of seven bits a character; the bounds of its length, nil for any.
        case ia5(ClosedRange<Int>?)
        case utf8
        case bytes
        case list(Form)
        case named(String)
    }

    struct Field: Sendable {
        let name: String
        let form: Form
        let isOptional: Bool
    }

    /// A sequence of fields, or a choice of one of them.
    struct Structure: Sendable {
        let isChoice: Bool
        let isExtensible: Bool
        var fields: [Field] = []
    }

    private(set) var structures: [String: Structure] = [:]

    /// The schemas of versions 1, 2 and 3.
    static let railTickets = (1...3).map { ASN1Schema(DataTable.rows(PackageResources.rail_tickets_tsv), version: $0) }

    /// - Parameter rows: type, field, form, and versions that have the field; those of a type follow the row that names it.
    init(_ rows: [[String]], version: Int) {
        var type = ""
        for row in rows where row.count >= 3 {
            if !row[0].isEmpty {
                type = row[0]
                structures[type] = Structure(
                    isChoice: row[2].hasPrefix("choice"), isExtensible: row[2].hasSuffix("..."))
            } else if row.count == 3 || row[3].contains(String(version)) {
                let isOptional = row[2].hasSuffix("?")
                structures[type]?.fields.append(
                    Field(
                        name: row[1], form: Form(isOptional ? row[2].dropLast() : row[2][...]), isOptional: isOptional))
            }
        }
    }
}

extension ASN1Schema.Form {
    /// As the table writes it.
    init(_ text: Substring) {
        if text.first == "*" {
            self = .list(Self(text.dropFirst()))
            return
        }
        let parts = text.split(separator: " ")
        let bounds = (parts.last ?? "").split(separator: "..").compactMap { Int($0) }
        let range = bounds.count == 2 && bounds[0] <= bounds[1] ? bounds[0]...bounds[1] : nil
        switch parts.first {
        case "bool": self = .boolean
        case "int": self = .integer(nil)
        case "ia5": self = .ia5(range ?? bounds.first.map { $0...$0 })
        case "utf8": self = .utf8
        case "bytes": self = .bytes
        case "enum": self = .enumeration(max(1, bounds.first ?? 1))
        default: self = range.map { .integer($0) } ?? .named(String(text))
        }
    }
}
