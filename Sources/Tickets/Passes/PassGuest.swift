/// A pass as a row of the guest list that a door takes in.
package struct PassGuest: Hashable, Sendable {
    /// The columns of a list, in their order; the door finds them by these names.
    static let columns = ["number", "seat", "name", "group", "note", "people", "pkpass"]

    /// What distinguishes it from the others at the door: the ticket's serial number, or else what the code says.
    let number: String
    let seat: String?
    /// Further columns, as far as the rows have fields of their names.
    let values: [String: String]

    /// Its row. What cells hold is not changed, so that numbers are those of the codes.
    private var line: String {
        Self.columns.map { column in
            switch column {
            case "number": Self.cell(number)
            case "seat": Self.cell(seat ?? values[column] ?? "")
            case "pkpass": "yes"
            default: Self.cell(values[column] ?? "")
            }
        }.joined(separator: ",")
    }

    /// A cell of CSV (RFC 4180).
    private static func cell(_ text: String) -> String {
        guard text.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D, 0x09, 0x3B].contains($0) }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }

    /// A guest list as CSV, with a first row that names the columns.
    static func list(_ guests: [PassGuest]) -> String {
        ([columns.joined(separator: ",")] + guests.map(\.line)).joined(separator: "\n") + "\n"
    }
}
