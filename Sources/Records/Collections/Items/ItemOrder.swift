import Formats

/// The order in which the items of a collection are shown.
///
///     ItemOrder(["genre", "creator", "year"]).sorted(items)
package struct ItemOrder: Sendable {
    private let fields: [String]

    /// By the values of these fields, then by names and codes. Items without a value come last.
    package init(_ fields: [String]) { self.fields = fields + ["name", "code"] }

    /// The items in this order: upper and lower case alike, letters without their accents, numbers by their size.
    package func sorted(_ items: [Item]) -> [Item] {
        let keys = items.map { item in fields.map { item[$0].map(Self.key) ?? [] } }
        return items.indices.sorted { a, b in
            for (x, y) in zip(keys[a], keys[b]) where x != y {
                return x.isEmpty || y.isEmpty ? y.isEmpty : x.lexicographicallyPrecedes(y)
            }
            return a < b
        }.map { items[$0] }
    }

    /// Bytes that are in the order of texts: each number has its count of digits before it.
    private static func key(_ text: String) -> [UInt8] {
        var key: [UInt8] = []
        var rest = TextSearch.folded(Array(text.utf8))[...]
        while let byte = rest.first {
            guard ASCII.isDigit(byte) else {
                key.append(byte)
                rest.removeFirst()
                continue
            }
            let digits = rest.prefix(while: ASCII.isDigit)
            rest = rest[digits.endIndex...]
            let number = digits.drop { $0 == UInt8(ascii: "0") }
            key += [UInt8(ascii: "0"), UInt8(min(number.count, 127))] + number
        }
        return text.utf8.allSatisfy { $0 < 0x80 } ? key : withoutMarks(key)
    }

    private static func withoutMarks(_ key: [UInt8]) -> [UInt8] {
        let scalars = String(decoding: key, as: UTF8.self).unicodeScalars
        return scalars.filter { $0.properties.generalCategory != .nonspacingMark }.flatMap {
            UTF8.encode($0) ?? .init()
        }
    }
}
