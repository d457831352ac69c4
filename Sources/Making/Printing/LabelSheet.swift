import Files

/// A sheet of labels that is sold: a row of `Data/sheets.tsv`.
package struct LabelSheet: Hashable, Sendable {
    /// Who makes it: `Avery`, `Avery Zweckform`, `Herma`.
    package let brand: String
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

    /// The sheet of a number, with its maker's name before it or without: `L7160`, `Avery L7160`, `avery-5160`.
    ///
    /// - Throws: `UserError` for a number that the table has not, or that sheets of several makers have.
    package static func named(_ name: String, among sheets: [LabelSheet] = all) throws(UserError) -> LabelSheet {
        let words = name.lowercased().split { " -".contains($0) }.map(String.init)
        let number = words.last ?? ""
        let found = sheets.filter { sheet in
            sheet.numbers.contains { $0.lowercased() == number }
                && (words.count < 2 || sheet.isMade(by: words.dropLast()))
        }
        guard let sheet = found.first else {
            throw UserError(
                "there is no sheet \(UserError.quoted(name)): --list-sheets lists them; define others in the settings under [label.NAME]"
            )
        }
        guard found.count == 1 else {
            let names = found.map { "\($0.brand.lowercased().replacing(" ", with: "-"))-\(number)" }
            throw UserError(
                "several makers have a sheet \(UserError.quoted(name)): use \(names.joined(separator: " or "))")
        }
        return sheet
    }

    /// Whether one of `words`, in lower case, names its maker.
    private func isMade(by words: ArraySlice<String>) -> Bool {
        brand.lowercased().split(separator: " ").contains { words.contains(String($0)) }
    }

    private static func sheet(_ cells: [String]) -> LabelSheet? {
        let numbers = cells.dropFirst(3).prefix(8).compactMap(Double.init)
        guard cells.count == 13, numbers.count == 8, let page = try? PaperSize(cells[2]) else { return nil }
        let names = cells[1].split(separator: " ").map(String.init)
        guard let name = names.first,
            let layout = try? PageLayout(
                name: "\(cells[0]) \(name)", page: page, columns: Int(numbers[0]), rows: Int(numbers[1]),
                label: PaperSize(width: numbers[2], height: numbers[3]), left: numbers[4], top: numbers[5],
                pitchX: numbers[6], pitchY: numbers[7])
        else { return nil }
        return LabelSheet(
            brand: cells[0], numbers: names, paper: cells[2], title: "\(cells[0]) \(cells[11])", layout: layout)
    }
}
