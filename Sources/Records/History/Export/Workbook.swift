import Files

/// A workbook of one sheet for spreadsheet programs (ECMA-376, Office Open XML): numbers are numbers, all else is text and never a
/// formula. Its parts are stored in the archive as they are, all of one time, so that the same scans give the same bytes.
///
/// A part says how long it is before it begins: the sheet is made twice, of the same rows, and held nowhere.
struct Workbook {
    private let options: ExportOptions

    /// Rows of a sheet, without the one of names (Excel's limit).
    private static let maximumRows = 1_048_575
    private static let sheetName = "xl/worksheets/sheet1.xml"

    init(_ options: ExportOptions) { self.options = options }

    private static let heading = #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"# + "\n"
    private static let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    private static let content = "application/vnd.openxmlformats-officedocument.spreadsheetml"

    /// The parts around the sheet.
    private static let parts: [(name: String, text: String)] = [
        (
            "[Content_Types].xml",
            """
            <Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">\
            <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
            <Default Extension="xml" ContentType="application/xml"/>\
            <Override PartName="/xl/workbook.xml" ContentType="\(content).sheet.main+xml"/>\
            <Override PartName="/xl/worksheets/sheet1.xml" ContentType="\(content).worksheet+xml"/></Types>
            """
        ),
        (
            "_rels/.rels",
            """
            <Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">\
            <Relationship Id="rId1" Type="\(relations)/officeDocument" Target="xl/workbook.xml"/></Relationships>
            """
        ),
        (
            "xl/workbook.xml",
            """
            <workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="\(relations)">\
            <sheets><sheet name="Scans" sheetId="1" r:id="rId1"/></sheets></workbook>
            """
        ),
        (
            "xl/_rels/workbook.xml.rels",
            """
            <Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">\
            <Relationship Id="rId1" Type="\(relations)/worksheet" Target="worksheets/sheet1.xml"/></Relationships>
            """
        ),
    ]

    /// Writes the entries of one moment.
    ///
    /// - Throws: `ExportError` for more than a sheet or an archive can hold, `HistoryError`, or what the sink throws.
    func export(
        _ store: HistoryStore, newestFirst: Bool, of selection: HistorySelection, to sink: @escaping HistoryExport.Sink
    ) throws -> ExportReport {
        let columns = try options.columns ?? store.usualColumns()
        let cells = ExportCells(columns, options.times)
        return try store.withRows(of: selection, newestFirst: newestFirst, fields: cells.fields) { rows in
            var size = ZipSize()
            try writeSheet(rows, cells, tells: false) { size.add($0) }
            var archive = ZipArchive(sink)
            for part in Self.parts { try archive.add(part.name, Array((Self.heading + part.text).utf8)) }
            do {
                try archive.begin(Self.sheetName, size)
            } catch is ZipArchive.TooLarge {
                throw ExportError("This is more than 4 GiB, which XLSX cannot hold: choose fewer scans, or use CSV")
            }
            let report = try writeSheet(rows, cells, tells: true) { try archive.write($0) }
            try archive.finish()
            return report
        }
    }

    @discardableResult
    private func writeSheet(
        _ rows: ScanRows, _ cells: ExportCells, tells: Bool, to sink: (UnsafeRawBufferPointer) throws -> Void
    ) throws -> ExportReport {
        var cells = cells
        return try withoutActuallyEscaping(sink) { sink in
            var report = ExportReport()
            var buffer = ExportBuffer(sink)
            try buffer.write { SheetXML.begin(cells.columns, after: Self.heading, into: &$0) }
            try rows.forEach { row in
                guard report.count < Self.maximumRows else {
                    throw ExportError("An XLSX sheet can contain \(Self.maximumRows) scans: choose fewer, or use CSV")
                }
                cells.fill(from: row)
                try buffer.write { SheetXML.write(cells, into: &$0) }
                report.add(row.integer(.id) ?? 0, tells ? options.progress : nil)
            }
            try buffer.write { SheetXML.end(into: &$0) }
            try buffer.flush()
            return report
        }
    }
}

extension ExportFormat {
    package static let xlsx = ExportFormat("xlsx", endings: ["xlsx"], "XLSX", .workbook)
}
