import Files
import Payloads

/// A guest list as others export it: CSV whose first row names the columns, or a code a line.
///
///     let table = try GuestTable(pieces, columns: [.seat: "Plätze im Saal"])
///     try table.forEach { guest in … }
///
/// Columns are found by the names that shops use for them (pretix among them), those of `columns` by the names given.
public struct GuestTable {
    /// The most guests that a list has.
    public static let mostGuests = 1_000_000

    private let reader: CSVReader
    private let columns: [GuestColumn: Int]
    private let width: Int
    /// Whether the first row is a guest already.
    private let first: CSVReader.Line?
    /// The columns that are used, by the names that the file gives them.
    public let found: [(column: GuestColumn, name: String)]
    /// The names of those that are not.
    public let unused: [String]

    /// - Parameters:
    ///   - more: the next bytes; nil at the end.
    ///   - columns: names of columns of the file, where others are meant than the usual ones.
    /// - Throws: `DoorProblem` where a named column is missing, or none says the number.
    public init(_ more: @escaping () throws -> [UInt8]?, columns named: [GuestColumn: String] = [:]) throws {
        var reader = try CSVReader(more)
        guard let head = try reader.nextLine(), head.cells.contains(where: { !$0.isEmpty }) else {
            throw DoorProblem("the guest list is empty")
        }
        if let obstacle = Self.obstacle(head) { throw DoorProblem("the first row of the guest list: \(obstacle)") }
        var columns = try Self.columns(named, in: head.cells)
        if columns[.number] == nil {
            // A list of codes alone has no names of columns.
            guard head.cells.count == 1, named.isEmpty else {
                throw DoorProblem(
                    "no column of the guest list is known as that of the numbers: say which with --column number=NAME, one of \(Self.shown(head.cells))"
                )
            }
            columns = [.number: 0]
            first = head
        } else {
            first = nil
        }
        (self.reader, self.columns, width) = (reader, columns, head.cells.count)
        let names = first == nil ? head.cells : []
        found = GuestColumn.allCases.compactMap { column in
            columns[column].flatMap { names.indices.contains($0) ? (column, names[$0]) : nil }
        }
        unused = names.indices.filter { !columns.values.contains($0) && !names[$0].isEmpty }.map { names[$0] }
    }

    private static func columns(_ named: [GuestColumn: String], in names: [String]) throws -> [GuestColumn: Int] {
        var columns: [GuestColumn: Int] = [:]
        // What is named is no other column as well, whatever it is called.
        for (column, name) in named {
            guard let index = names.firstIndex(where: { $0.lowercased() == name.lowercased() }) else {
                throw DoorProblem(
                    "the guest list has no column “\(name.singleLine(limit: 40))”: it has \(shown(names))")
            }
            columns[column] = index
        }
        let plain = names.map(GuestColumn.plain)
        for column in GuestColumn.allCases where columns[column] == nil {
            let free = plain.indices.filter { !columns.values.contains($0) }
            columns[column] = column.usualNames.lazy.compactMap { name in free.first { plain[$0] == name } }.first
        }
        return columns
    }

    /// Hands over every guest.
    ///
    /// - Throws: `DoorProblem` with the line's number for a row that is none; what `take` throws.
    public func forEach(_ take: (Guest) throws -> Void) throws {
        var reader = reader
        var count = 0
        func handOver(_ line: CSVReader.Line) throws {
            if line.cells.allSatisfy(\.isEmpty) { return }
            count += 1
            guard count <= Self.mostGuests else {
                throw DoorProblem("a guest list has at most \(Self.mostGuests) guests")
            }
            let row = GuestRow(line, columns, width: width)
            let guest: Guest
            do throws(DoorProblem) {
                if let obstacle = Self.obstacle(line) { throw DoorProblem(obstacle) }
                guest = try row.guest()
            } catch {
                throw DoorProblem("line \(line.line) of the guest list: \(error.description)")
            }
            try take(guest)
        }
        if let first { try handOver(first) }
        while let line = try reader.nextLine() { try handOver(line) }
        guard count > 0 else { throw DoorProblem("the guest list has no guest") }
    }

    /// Why a row cannot be taken as it stands; nil where it can.
    private static func obstacle(_ line: CSVReader.Line) -> String? {
        line.obstacle
            ?? (line.hasStrayQuote ? "a quotation mark is not closed, or text follows the one that closes it" : nil)
    }

    private static func shown(_ names: [String]) -> String {
        names.prefix(20).map { "“\($0.singleLine(limit: 30))”" }.joined(separator: ", ")
            + (names.count > 20 ? " …" : "")
    }
}

/// A row of a guest list.
private struct GuestRow {
    private let cells: [String]
    private let columns: [GuestColumn: Int]
    private let width: Int

    init(_ line: CSVReader.Line, _ columns: [GuestColumn: Int], width: Int) {
        (cells, self.columns, self.width) = (line.cells, columns, width)
    }

    /// The cell of a column, without blanks around it; nil where it is empty.
    private subscript(_ column: GuestColumn) -> String? {
        guard let index = columns[column], index < cells.count else { return nil }
        let text = ArraySlice(cells[index].utf8).trimmed.text
        return text.isEmpty ? nil : text
    }

    /// The guest that it is.
    ///
    /// - Throws: why it is none, in a clause.
    func guest() throws(DoorProblem) -> Guest {
        if let extra = cells.dropFirst(width).first(where: { !$0.isEmpty }) {
            throw DoorProblem(
                "it has \(cells.count) cells, and the first row \(width): put quotation marks around cells that hold a separator, before “\(extra.singleLine(limit: 20))”"
            )
        }
        // Whoever looks for Jürgen at the door has to find him.
        guard !columns.values.contains(where: { $0 < cells.count && cells[$0].unicodeScalars.contains("\u{FFFD}") })
        else { throw DoorProblem("it has letters that are no UTF-8: save the list as CSV in UTF-8") }
        guard let number = self[.number] else { throw DoorProblem("it has no number") }
        guard number.utf8.count <= Guest.longestNumber else { throw DoorProblem("its number is longer than a code") }
        guard !number.contains(where: \.isNewline) else {
            throw DoorProblem("its number goes over several lines; close its quotation mark")
        }
        var guest = Guest(number: number)
        (guest.seat, guest.name, guest.group, guest.note) = (self[.seat], name, self[.group], note)
        if let text = self[.people] {
            guard let people = Int(text), (1...10_000).contains(people) else {
                throw DoorProblem("“\(text.singleLine(limit: 20))” is no number of people")
            }
            guest.people = people
        }
        guest.revoked = revoked
        if let text = self[.pkpass] {
            guest.isPass = GuestWords.isYes(text)
            guard guest.isPass || GuestWords.isNo(text) else {
                throw DoorProblem(
                    "whether it is a pass (.pkpass) is told by yes or no, and not by “\(text.singleLine(limit: 20))”")
            }
        }
        return guest
    }

    /// The whole name. Where a list has a column of first names, what it calls “name” may be the family's alone.
    private var name: String? {
        let whole = self[.name]
        let given = self[.givenName]
        guard let family = whole == nil ? self[.familyName] : columns[.familyName] == nil ? whole : nil else {
            return whole ?? given
        }
        guard let given, !" \(family.lowercased()) ".contains(" \(given.lowercased()) ") else { return family }
        return "\(given) \(family)"
    }

    private var note: String? {
        let attention = self[.attention].flatMap { GuestWords.isYes($0) ? "special attention" : nil }
        let words = [attention, self[.note]].compactMap(\.self)
        return words.isEmpty ? nil : words.joined(separator: ": ")
    }

    /// Why it counts no more; nil where it does.
    private var revoked: String? {
        var why: String?
        if let text = self[.revoked], !GuestWords.isNo(text), !GuestWords.isGood(text) {
            why = GuestWords.isYes(text) ? "" : text
        } else if let text = self[.status], GuestWords.isEnding(text) {
            // What shops call an order that counts no more; all else lets in.
            why = text
        } else if let text = self[.paid], GuestWords.isPlainNo(text) {
            why = "not paid"
        }
        return why.map { $0.isEmpty ? Guest.revokedByList : "\(Guest.revokedByList): \($0.singleLine(limit: 80))" }
    }
}
