import Files
import Formats

/// Which column of a file says what.
struct GuestColumns {
    /// The better ones first: a cell that is empty gives way to the next.
    private var indices: [GuestColumn: [Int]] = [:]
    /// All that say how it stands with an order; any of them ends it.
    private(set) var states: [Int] = []
    private let names: [String]

    /// One column of numbers, without names.
    init(codesAlone: Void) { (indices, names) = ([.number: [0]], []) }

    /// - Throws: `UserError` where a named column is missing.
    init(_ named: [GuestColumn: String], in names: [String]) throws(UserError) {
        self.names = names
        let (plain, counts) = (names.map(GuestColumn.plain), names.map(GuestColumn.plainCount))
        // What is named is no other column as well, whatever it is called.
        for (column, name) in named {
            guard
                let index = names.firstIndex(where: { $0.lowercased() == name.lowercased() })
                    ?? plain.firstIndex(of: GuestColumn.plain(name))
            else {
                throw UserError(
                    "the guest list has no column “\(name.singleLine(limit: 40))”: it has \(Self.shown(names))")
            }
            indices[column] = [index]
        }
        let shop = GuestShop.of(plain)
        for column in GuestColumn.allCases where indices[column] == nil {
            let free = plain.indices.filter { !indices.values.joined().contains($0) }
            let names = shop?.columns[column] ?? column.usualNames
            var found = names.compactMap { name in free.first { plain[$0] == name } }
            if found.isEmpty, column.maySayNumber {
                found = names.compactMap { name in free.first { counts[$0] == name } }
            }
            // What tells tickets apart, or lets somebody in, is said by one column.
            let isOne = ![.name, .group, .seat, .note, .revoked, .checkedIn].contains(column)
            if !found.isEmpty { indices[column] = isOne ? [found[0]] : found }
        }
        states = plain.indices.filter { index in
            indices[.status] == [index]
                || (named[.status] == nil && GuestColumn.status.usualNames.contains(plain[index])
                    && !indices.values.joined().contains(index))
        }
    }

    subscript(_ column: GuestColumn) -> [Int] { indices[column] ?? [] }

    /// How many cells a row has at most.
    var width: Int { names.isEmpty ? 1 : names.count }

    func isUsed(_ index: Int) -> Bool { indices.values.joined().contains(index) || states.contains(index) }

    var found: [(column: GuestColumn, name: String)] {
        names.isEmpty
            ? []
            : GuestColumn.allCases.flatMap { column -> [(GuestColumn, String)] in
                let all = column == .status ? states : self[column]
                return all.map { (column, names[$0]) }
            }
    }

    var unused: [String] { names.indices.filter { !isUsed($0) && !names[$0].isEmpty }.map { names[$0] } }

    static func shown(_ names: [String]) -> String {
        names.prefix(20).map { "“\($0.singleLine(limit: 30))”" }.joined(separator: ", ")
            + (names.count > 20 ? " …" : "")
    }
}
