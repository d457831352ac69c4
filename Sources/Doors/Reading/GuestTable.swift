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
    private let columns: GuestColumns
    /// Whether the first row is a guest already.
    private let first: CSVReader.Line?

    /// - Parameters:
    ///   - more: the next bytes; nil at the end.
    ///   - columns: names of columns of the file, where others are meant than the usual ones.
    /// - Throws: `DoorProblem` where a named column is missing, or none says the number.
    public init(_ more: @escaping () throws -> [UInt8]?, columns named: [GuestColumn: String] = [:]) throws {
        var reader = try CSVReader(more)
        var head = try reader.nextLine()
        // Where spreadsheets write what parts the cells.
        if head?.cells.first?.lowercased() == "sep=" { head = try reader.nextLine() }
        guard let head, head.cells.contains(where: { !$0.isEmpty }) else {
            throw DoorProblem("the guest list is empty")
        }
        if head.cells.contains(where: { $0.utf8.contains(0) || $0.hasPrefix("\u{FFFD}") }) {
            throw DoorProblem("the guest list is no text in UTF-8, UTF-16 perhaps: save it as CSV in UTF-8")
        }
        if let obstacle = Self.obstacle(head) { throw DoorProblem("the first row of the guest list: \(obstacle)") }
        var columns = try GuestColumns(named, in: head.cells)
        if columns[.number] == nil {
            // A list of codes alone has no names of columns.
            guard head.cells.count == 1, named.isEmpty else {
                throw DoorProblem(
                    "no column of the guest list is known as that of the numbers: say which with --column number=NAME, one of \(GuestColumns.shown(head.cells))"
                )
            }
            columns = GuestColumns(codesAlone: ())
            first = head
        } else {
            first = nil
        }
        (self.reader, self.columns) = (reader, columns)
    }

    /// The columns that are used, by the names that the file gives them.
    public var found: [(column: GuestColumn, name: String)] { columns.found }
    /// The names of those that are not.
    public var unused: [String] { columns.unused }

    /// Hands over every guest.
    ///
    /// - Returns: what somebody should know of them.
    /// - Throws: `DoorProblem` with the line's number for a row that is none, or where one number stands in most rows; what `take`
    ///   throws.
    @discardableResult
    public func forEach(_ take: (Guest) throws -> Void) throws -> GuestListSummary {
        var reader = reader
        var summary = GuestListSummary()
        var lines: [String: Int] = [:]
        func handOver(_ line: CSVReader.Line) throws {
            if line.cells.allSatisfy(\.isEmpty) { return }
            summary.guests += 1
            guard summary.guests <= Self.mostGuests else {
                throw DoorProblem("a guest list has at most \(Self.mostGuests) guests")
            }
            let row = GuestRow(line, columns)
            let guest: Guest
            do throws(DoorProblem) {
                if let obstacle = Self.obstacle(line) { throw DoorProblem(obstacle) }
                guest = try row.guest(&summary)
            } catch {
                throw DoorProblem("line \(line.line) of the guest list: \(error.description)")
            }
            if let former = lines.updateValue(line.line, forKey: guest.number) {
                summary.repeated += 1
                if summary.repeated == 1 { summary.firstRepeated = (guest.number, former, line.line) }
            }
            try take(guest)
        }
        if let first { try handOver(first) }
        while let line = try reader.nextLine() { try handOver(line) }
        guard summary.guests > 0 else { throw DoorProblem("the guest list has no guest") }
        // Rather the kind of a ticket, or an order's number.
        if summary.guests >= 4, summary.repeated * 2 > summary.guests, let column = found.first?.name {
            throw DoorProblem(
                "the column “\(column.singleLine(limit: 40))” has the number of another row in \(summary.repeated) of \(summary.guests) rows: say with --column number=NAME which one tells tickets apart"
            )
        }
        return summary
    }

    /// Why a row cannot be taken as it stands; nil where it can.
    private static func obstacle(_ line: CSVReader.Line) -> String? {
        line.obstacle
            ?? (line.hasStrayQuote ? "a quotation mark is not closed, or text follows the one that closes it" : nil)
    }
}

/// Which column of a file says what.
struct GuestColumns {
    private var indices: [GuestColumn: Int] = [:]
    /// All that say how it stands with an order; any of them ends it.
    private(set) var states: [Int] = []
    private let names: [String]

    /// One column of numbers, without names.
    init(codesAlone: Void) { (indices, names) = ([.number: 0], []) }

    /// - Throws: `DoorProblem` where a named column is missing.
    init(_ named: [GuestColumn: String], in names: [String]) throws(DoorProblem) {
        self.names = names
        let plain = names.map(GuestColumn.plain)
        // What is named is no other column as well, whatever it is called.
        for (column, name) in named {
            guard
                let index = names.firstIndex(where: { $0.lowercased() == name.lowercased() })
                    ?? plain.firstIndex(of: GuestColumn.plain(name))
            else {
                throw DoorProblem(
                    "the guest list has no column “\(name.singleLine(limit: 40))”: it has \(Self.shown(names))")
            }
            indices[column] = index
        }
        for column in GuestColumn.allCases where indices[column] == nil {
            let free = plain.indices.filter { !indices.values.contains($0) }
            indices[column] = column.usualNames.lazy.compactMap { name in free.first { plain[$0] == name } }.first
        }
        states = plain.indices.filter { index in
            indices[.status] == index
                || (named[.status] == nil && GuestColumn.status.usualNames.contains(plain[index])
                    && !indices.values.contains(index))
        }
    }

    subscript(_ column: GuestColumn) -> Int? { indices[column] }

    /// How many cells a row has at most.
    var width: Int { names.isEmpty ? 1 : names.count }

    private var used: Set<Int> { Set(indices.values).union(states) }

    /// Whether a cell is used.
    func isUsed(_ index: Int) -> Bool { indices.values.contains(index) || states.contains(index) }

    var found: [(column: GuestColumn, name: String)] {
        names.isEmpty
            ? []
            : GuestColumn.allCases.flatMap { column -> [(GuestColumn, String)] in
                let all = column == .status ? states : [indices[column]].compactMap(\.self)
                return all.map { (column, names[$0]) }
            }
    }

    var unused: [String] { names.indices.filter { !isUsed($0) && !names[$0].isEmpty }.map { names[$0] } }

    static func shown(_ names: [String]) -> String {
        names.prefix(20).map { "“\($0.singleLine(limit: 30))”" }.joined(separator: ", ")
            + (names.count > 20 ? " …" : "")
    }
}

/// A row of a guest list.
private struct GuestRow {
    private let cells: [String]
    private let columns: GuestColumns

    init(_ line: CSVReader.Line, _ columns: GuestColumns) { (cells, self.columns) = (line.cells, columns) }

    /// The cell of a column, without blanks around it; nil where it is empty.
    private subscript(_ column: GuestColumn) -> String? { columns[column].flatMap(cell) }

    private func cell(_ index: Int) -> String? {
        guard index < cells.count else { return nil }
        let text = Guest.plain(cells[index])
        return text.isEmpty ? nil : text
    }

    /// The guest that it is.
    ///
    /// - Parameter summary: what somebody should know of it is added.
    /// - Throws: why it is none, in a clause.
    func guest(_ summary: inout GuestListSummary) throws(DoorProblem) -> Guest {
        let width = columns.width
        if let extra = cells.dropFirst(width).first(where: { !$0.isEmpty }) {
            throw DoorProblem(
                "it has \(cells.count) cells, and the first row \(width): put quotation marks around cells that hold a separator, before “\(extra.singleLine(limit: 20))”"
            )
        }
        // Whoever looks for Jürgen at the door has to find him.
        for (index, cell) in cells.enumerated() where columns.isUsed(index) {
            if cell.utf8.contains(0) {
                throw DoorProblem("it has NULs, as UTF-16 does: save the list as CSV in UTF-8")
            }
            if cell.unicodeScalars.contains("\u{FFFD}") {
                throw DoorProblem("it has letters that are no UTF-8: save the list as CSV in UTF-8")
            }
        }
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
        guest.revoked = revoked(&summary)
        if guest.revoked != nil { summary.revoked += 1 }
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
    private func revoked(_ summary: inout GuestListSummary) -> String? {
        var why: String?
        if let text = self[.revoked], !GuestWords.isNo(text), GuestWords.status(text) != .good || GuestWords.isYes(text)
        {
            why = GuestWords.isYes(text) ? "" : text
            if !GuestWords.isYes(text), GuestWords.status(text) == .unclear { summary.note(text, isRevoked: true) }
        }
        for text in columns.states.compactMap(cell) {
            switch GuestWords.status(text) {
            case .good: break
            case .ended: why = why ?? text
            case .unclear: summary.note(text, isRevoked: false)
            }
        }
        if why == nil, let text = self[.paid], GuestWords.isPlainNo(text) { why = "not paid" }
        return why.map { $0.isEmpty ? Guest.revokedByList : "\(Guest.revokedByList): \($0.singleLine(limit: 80))" }
    }
}

/// What somebody should know of a guest list that was taken in.
public struct GuestListSummary: Sendable {
    /// Its rows.
    public var guests = 0
    /// Those who are turned away.
    public var revoked = 0
    /// Rows that have the number of an earlier one, whose place they take.
    public var repeated = 0
    /// The first of them: the number, the earlier line, and its own.
    public var firstRepeated: (number: String, former: Int, line: Int)?
    /// Words for how it stands with an order that are not known here: who has them is let in, or, where they stand in a column of who
    /// is revoked, turned away; and how many have them.
    public private(set) var unclear: [(word: String, isRevoked: Bool, guests: Int)] = []

    /// A summary of nothing.
    public init() {}

    /// Nothing is remembered of more than 20 words.
    mutating func note(_ word: String, isRevoked: Bool) {
        let word = word.singleLine(limit: 40)
        if let index = unclear.firstIndex(where: { $0.word == word && $0.isRevoked == isRevoked }) {
            unclear[index].guests += 1
        } else if unclear.count < 20 {
            unclear.append((word, isRevoked, 1))
        }
    }

    /// Lines for people: what may be other than was meant.
    public var remarks: [String] {
        var lines = [false, true].compactMap { isRevoked -> String? in
            let words = unclear.filter { $0.isRevoked == isRevoked }.map { "“\($0.word)” (\($0.guests))" }
            guard !words.isEmpty else { return nil }
            let what = isRevoked ? "are turned away" : "are let in"
            return "guests of these states \(what), which are not known here: \(words.joined(separator: ", "))"
        }
        if let first = firstRepeated {
            lines.append(
                "\(repeated) rows have the number of an earlier one and take its place: line \(first.line) that of line \(first.former), \(first.number.singleLine(limit: 40))"
            )
        }
        return lines
    }
}
