import Files
import Formats

/// A guest list as others export it: CSV whose first row names the columns, or a code a line.
///
///     let table = try GuestTable(pieces, columns: [.seat: "Plätze im Saal"])
///     try table.forEach { guest in … }
///
/// Columns are found by the names that shops use for them (pretix among them), those of `columns` by the names given.
package struct GuestTable {
    package static let maximumGuests = 1_000_000

    private let reader: CSVReader
    private let columns: GuestColumns
    /// Whether the first row is a guest already.
    private let first: CSVReader.Line?

    /// - Parameters:
    ///   - more: the next bytes; nil at the end.
    ///   - columns: names of columns of the file, where others are meant than the usual ones.
    /// - Throws: `UserError` where a named column is missing, or none says the number.
    package init(_ more: @escaping () throws -> [UInt8]?, columns named: [GuestColumn: String] = [:]) throws {
        var reader = try CSVReader(more)
        guard let head = try reader.nextLine(), head.cells.contains(where: { !$0.isEmpty }) else {
            throw UserError("the guest list is empty")
        }
        if head.cells.contains(where: { $0.utf8.contains(0) || $0.hasPrefix("\u{FFFD}") }) {
            throw UserError("the guest list is not valid UTF-8, but perhaps UTF-16: save it as CSV in UTF-8")
        }
        if let problem = head.problem { throw UserError("the first row of the guest list: \(problem)") }
        var columns = try GuestColumns(named, in: head.cells)
        if columns[.number].isEmpty {
            // A list of codes alone has no names of columns.
            guard head.cells.count == 1, named.isEmpty else {
                throw UserError(
                    "the guest list has no known column of numbers: choose it with `door import --column number=NAME`, one of \(GuestColumns.shown(head.cells))"
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
    package var found: [(column: GuestColumn, name: String)] { columns.found }
    /// The names of those that are not.
    package var unused: [String] { columns.unused }

    /// Hands over every guest.
    ///
    /// - Returns: what somebody should know of them.
    /// - Throws: `UserError` with the line's number for a row that is none, or where one number stands in most rows; what `take`
    ///   throws.
    @discardableResult
    package func forEach(_ take: (Guest) throws -> Void) throws -> GuestListSummary {
        var reader = reader
        var summary = GuestListSummary()
        var lines: [String: Int] = [:]
        func handOver(_ line: CSVReader.Line) throws {
            if line.cells.allSatisfy(\.isEmpty) { return }
            summary.guests += 1
            guard summary.guests <= Self.maximumGuests else {
                throw UserError("a guest list has at most \(Self.maximumGuests) guests")
            }
            let row = GuestRow(line, columns)
            let guest: Guest
            do throws(UserError) {
                if let problem = line.problem { throw UserError(problem) }
                guest = try row.guest(&summary)
            } catch {
                throw UserError("line \(line.line) of the guest list: \(error.description)")
            }
            if let former = lines.updateValue(line.line, forKey: guest.number) {
                summary.repeated += 1
                if summary.repeated == 1 { summary.firstRepeated = (guest.number, former, line.line) }
            }
            try take(guest)
        }
        if let first { try handOver(first) }
        while let line = try reader.nextLine() { try handOver(line) }
        guard summary.guests > 0 else { throw UserError("the guest list has no guest") }
        // Rather the kind of a ticket, or an order's number.
        if summary.guests >= 4, summary.repeated * 2 > summary.guests, let column = found.first?.name {
            throw UserError(
                "the column “\(column.singleLine(limit: 40))” repeats a number in \(summary.repeated) of \(summary.guests) rows: use --column number=NAME to choose the one that identifies tickets"
            )
        }
        return summary
    }
}
