import Files
import Payloads

/// A guest list as others export it: CSV whose first row names the columns, or a code a line.
///
///     let table = try GuestTable(pieces, columns: ["seat": "Sitzplatz"])
///     try table.forEach { guest in … }
///
/// Columns are found by the names that shops use for them (pretix among them), those of `columns` by the names given.
public struct GuestTable {
    /// What a column can say of a guest.
    public enum Field: String, CaseIterable, Sendable {
        case number, seat, name, group, note, people, revoked, status, pkpass

        /// The names that columns have in exports, in small letters.
        var usualNames: [String] {
            switch self {
            case .number:
                ["number", "ticket secret", "secret", "barcode", "ticket code", "code", "serial", "ticket", "id"]
            case .seat: ["seat", "seat name", "seat id", "seat number"]
            case .name: ["name", "attendee name", "guest", "full name", "attendee", "holder"]
            case .group: ["group", "product", "item", "category", "ticket type", "type"]
            case .note: ["note", "notes", "comment", "remarks", "check-in text"]
            case .people: ["people", "quantity", "persons", "admits"]
            case .revoked: ["revoked", "canceled", "cancelled", "blocked"]
            case .status: ["status", "order status", "ticket status"]
            // Not “pass”: shops call kinds of tickets that.
            case .pkpass: ["pkpass", "wallet pass"]
            }
        }
    }

    /// The most guests that a list has.
    public static let mostGuests = 1_000_000

    private let reader: CSVReader
    private let columns: [Field: Int]
    /// Whether the first row is a guest already.
    private let first: CSVReader.Line?
    /// The columns that are used, by the names that the file gives them.
    public let found: [(field: Field, column: String)]

    /// - Parameters:
    ///   - more: the next bytes; nil at the end.
    ///   - columns: names of columns of the file, where others are meant than the usual ones.
    /// - Throws: `DoorProblem` where a named column is missing, or none says the number.
    public init(_ more: @escaping () throws -> [UInt8]?, columns named: [Field: String] = [:]) throws {
        var reader = try CSVReader(more)
        guard let head = try reader.nextLine(), head.cells.contains(where: { !$0.isEmpty }) else {
            throw DoorProblem("the guest list is empty")
        }
        if let obstacle = head.obstacle { throw DoorProblem("the first row of the guest list: \(obstacle)") }
        let names = head.cells.map { $0.lowercased() }
        var columns: [Field: Int] = [:]
        for field in Field.allCases {
            if let name = named[field] {
                guard let index = names.firstIndex(of: name.lowercased()) else {
                    throw DoorProblem(
                        "the guest list has no column “\(name.singleLine(limit: 40))”: it has \(Self.shown(head.cells))"
                    )
                }
                columns[field] = index
            } else if let index = field.usualNames.lazy.compactMap({ names.firstIndex(of: $0) }).first,
                !columns.values.contains(index)
            {
                columns[field] = index
            }
        }
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
        (self.reader, self.columns) = (reader, columns)
        found = Field.allCases.compactMap { field in columns[field].map { (field, head.cells[$0]) } }
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
            try take(try guest(line))
        }
        if let first { try handOver(first) }
        while let line = try reader.nextLine() { try handOver(line) }
        guard count > 0 else { throw DoorProblem("the guest list has no guest") }
    }

    private func guest(_ line: CSVReader.Line) throws(DoorProblem) -> Guest {
        if let obstacle = line.obstacle { throw DoorProblem("line \(line.line) of the guest list: \(obstacle)") }
        var isReadable = true
        func cell(_ field: Field) -> String? {
            guard let index = columns[field], index < line.cells.count else { return nil }
            let text = ArraySlice(line.cells[index].utf8).trimmed.text
            if text.unicodeScalars.contains("\u{FFFD}") { isReadable = false }
            return text.isEmpty ? nil : text
        }
        guard let number = cell(.number) else { throw DoorProblem("line \(line.line) of the guest list has no number") }
        guard number.utf8.count <= Guest.longestNumber else {
            throw DoorProblem("line \(line.line) of the guest list: its number is longer than a code")
        }
        guard !number.contains(where: \.isNewline) else {
            throw DoorProblem(
                "line \(line.line) of the guest list: its number goes over several lines; close its quotation mark")
        }
        var guest = Guest(number: number)
        (guest.seat, guest.name, guest.group, guest.note) = (cell(.seat), cell(.name), cell(.group), cell(.note))
        // Whoever looks for Jürgen at the door has to find him.
        guard isReadable else {
            throw DoorProblem(
                "line \(line.line) of the guest list has letters that are no UTF-8: save it as CSV in UTF-8")
        }
        if let text = cell(.people) {
            guard let people = Int(text), (1...10_000).contains(people) else {
                throw DoorProblem(
                    "line \(line.line) of the guest list: “\(text.singleLine(limit: 20))” is no number of people")
            }
            guest.people = people
        }
        if let text = cell(.revoked), !Self.noes.contains(text.lowercased()) {
            guest.revoked = Self.yeses.contains(text.lowercased()) ? "by the guest list" : text
        }
        // What shops call an order that counts no more; all else lets in.
        if let text = cell(.status), guest.revoked == nil,
            Self.endings.contains(where: { text.lowercased().hasPrefix($0) })
        {
            guest.revoked = "by the guest list: \(text.singleLine(limit: 40))"
        }
        if let text = cell(.pkpass) {
            guest.isPass = Self.yeses.contains(text.lowercased())
            guard guest.isPass || Self.noes.contains(text.lowercased()) else {
                throw DoorProblem(
                    "line \(line.line) of the guest list: whether it is a pass (.pkpass) is told by yes or no, and not by “\(text.singleLine(limit: 20))”"
                )
            }
        }
        return guest
    }

    private static let yeses = ["yes", "true", "1"]
    private static let noes = ["no", "false", "0", "none", "-", "paid", "valid", "active", "confirmed"]
    private static let endings = ["cancel", "expired", "refund", "void", "denied", "rejected"]

    private static func shown(_ names: [String]) -> String {
        names.prefix(20).map { "“\($0.singleLine(limit: 30))”" }.joined(separator: ", ")
            + (names.count > 20 ? " …" : "")
    }
}
