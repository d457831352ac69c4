import Formats

/// The table of application identifiers, read once at its first use.
package struct GS1Dictionary: Sendable {
    /// The table that is compiled in.
    package static let standard = GS1Dictionary(
        identifiers: PackageResources.gs1_ai_tsv, labels: PackageResources.gs1_labels_tsv)

    /// Every row, in order.
    package let identifiers: [GS1Identifier]
    private let indices: [String: Int]
    /// The number of digits of identifiers by their first two digits.
    private let lengths: [Int: Int]

    init(identifiers: [UInt8], labels: [UInt8]) {
        let names = DataTable.dictionary(labels) { ($0[0], GS1Names(key: $0[1], label: $0[2], unit: $0[3])) }
        self.identifiers = DataTable.rows(identifiers).compactMap { Self.identifier($0, names: names) }
        var indices: [String: Int] = [:]
        var lengths: [Int: Int] = [:]
        for (index, identifier) in self.identifiers.enumerated() {
            let length = identifier.first.utf8.count
            guard let first = Int(identifier.first), let last = Int(identifier.last), first <= last else { continue }
            for number in first...last { indices[number.padded(to: length)] = index }
            if let start = Int(identifier.first.prefix(2)) { lengths[start] = length }
        }
        (self.indices, self.lengths) = (indices, lengths)
    }

    /// The row of an identifier; nil for one that is unknown.
    subscript(_ identifier: String) -> GS1Identifier? { indices[identifier].map { identifiers[$0] } }

    /// The identifier that `bytes` begin with, known or not; nil if two digits are missing.
    func identifierDigits(in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let start = bytes.prefix(2)
        guard start.count == 2, start.allSatisfy(ASCII.isDigit), let number = Int(start.text) else { return nil }
        let digits = bytes.prefix(lengths[number] ?? 2)
        return digits.allSatisfy(ASCII.isDigit) ? digits : start
    }

    private static func identifier(_ row: [String], names: [String: GS1Names]) -> GS1Identifier? {
        guard row.count >= 6 else { return nil }
        var requirements: [[[String]]] = []
        var exclusions: [String] = []
        var qualifiers: [[String]]?
        for attribute in row[4].split(separator: " ") {
            let pair = attribute.split(separator: "=", maxSplits: 1)
            let value = pair.count > 1 ? pair[1] : ""
            switch pair[0] {
            case "req": requirements.append(value.split(separator: ",").map { split($0, at: "+") })
            case "ex": exclusions += split(value, at: ",")
            case "dlpkey": qualifiers = value.isEmpty ? [[]] : value.split(separator: "|").map { split($0, at: ",") }
            default: break
            }
        }
        return GS1Identifier(
            first: row[0], last: row[1], title: row[5],
            names: names[row[0]] ?? GS1Names(key: "ai\(row[0])", label: row[5], unit: ""),
            hasPredefinedLength: row[2].contains("*"), isLinkAttribute: row[2].contains("?"),
            components: row[3].split(separator: " ").compactMap { GS1Component($0) }, requirements: requirements,
            exclusions: exclusions, qualifiers: qualifiers)
    }

    private static func split(_ text: Substring, at separator: Character) -> [String] {
        text.split(separator: separator).map(String.init)
    }
}
