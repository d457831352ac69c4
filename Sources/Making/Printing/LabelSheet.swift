import Files

/// A sheet of labels that is sold: a row of `Data/sheets.tsv`.
package struct LabelSheet: Hashable, Sendable {
    /// The numbers that it is known by, the usual one first.
    package let numbers: [String]
    package let paper: String
    /// Who makes it, and what it is for.
    package let title: String
    package let layout: PageLayout

    package static let all: [LabelSheet] = {
        let rows = PackageResources.sheets_tsv.split(separator: 0x0A).filter { $0.first != UInt8(ascii: "#") }
        return rows.dropFirst().compactMap { row in
            sheet(row.split(separator: 0x09).map { String(decoding: $0, as: UTF8.self) })
        }
    }()

    /// The sheet of a number, with its maker's name before it or without: `L7160`, `Avery L7160`.
    ///
    /// - Throws: `UserError` for a number that the table has not.
    package static func named(_ name: String) throws(UserError) -> LabelSheet {
        let number = name.split(separator: " ").last.map { $0.lowercased() } ?? ""
        guard let sheet = all.first(where: { $0.numbers.contains { $0.lowercased() == number } }) else {
            throw UserError(
                "there is no sheet \(UserError.quoted(name)): --list-sheets tells all, and settings take others as [label.NAME]"
            )
        }
        return sheet
    }

    private static func sheet(_ cells: [String]) -> LabelSheet? {
        let numbers = cells.dropFirst(2).prefix(8).compactMap(Double.init)
        guard cells.count == 11, numbers.count == 8, let page = try? PaperSize(cells[1]),
            let layout = try? PageLayout(
                name: cells[0].split(separator: " ").first.map(String.init) ?? "", page: page,
                columns: Int(numbers[0]), rows: Int(numbers[1]),
                label: PaperSize(width: numbers[2], height: numbers[3]), left: numbers[4], top: numbers[5],
                pitchX: numbers[6], pitchY: numbers[7])
        else { return nil }
        return LabelSheet(
            numbers: cells[0].split(separator: " ").map(String.init), paper: cells[1], title: cells[10], layout: layout)
    }
}
