import Symbols

/// One file that shows the scans in a browser, each with its code drawn: no script, nothing loaded, and no text of a symbol is markup.
///
/// Spreadsheets open such a table as well, and take a cell that begins with `=` for a formula, `0012` for a number: cells say that they
/// are text, in Excel's own style (`mso-number-format`) and LibreOffice's own attribute (`sdnum`).
struct HTMLWriter: TableWriter {
    private let draw: (@Sendable (SymbolContent) -> ExportOptions.Drawing?)?

    init(_ options: ExportOptions) { draw = options.draw }

    var fields: [HistoryEntry.Column] { draw == nil ? [] : ScanRow.contentFields }

    private static let head = """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
        <meta name="viewport" content="width=device-width">
        <title>Scans</title>
        <style>
        body { font: 14px/1.4 system-ui, sans-serif; color: #111; background: #fff; margin: 1rem }
        table { border-collapse: collapse }
        th, td { border: 1px solid #ccc; padding: .25rem .5rem; text-align: start; vertical-align: top }
        th { position: sticky; top: 0; background: #eee }
        td { white-space: pre-wrap; overflow-wrap: anywhere; max-width: 40rem; unicode-bidi: isolate; mso-number-format: "\\@" }
        svg { display: block; height: 6rem; max-width: 16rem; background: #fff }
        </style>
        </head>
        <body>
        <table>
        <thead><tr>
        """

    mutating func begin(_ columns: [ExportColumn], into buffer: inout [UInt8]) {
        buffer.append(contentsOf: Self.head.utf8)
        if draw != nil { buffer.append(contentsOf: "<th>code</th>".utf8) }
        for column in columns { buffer.append(contentsOf: "<th>\(column.rawValue)</th>".utf8) }
        buffer.append(contentsOf: "</tr></thead>\n<tbody>\n".utf8)
    }

    mutating func write(_ cells: ExportCells, into buffer: inout [UInt8]) {
        buffer.append(contentsOf: "<tr>".utf8)
        if let draw {
            buffer.append(contentsOf: "<td>".utf8)
            if let drawing = cells.row?.content.flatMap(draw) { Self.write(drawing, into: &buffer) }
            buffer.append(contentsOf: "</td>".utf8)
        }
        for index in cells.indices {
            buffer.append(contentsOf: #"<td dir="auto" sdnum="1033;1033;@">"#.utf8)
            XMLText.write(cells.text(index), into: &buffer) { _ in "\u{FFFD}" }
            buffer.append(contentsOf: "</td>".utf8)
        }
        buffer.append(contentsOf: "</tr>\n".utf8)
    }

    mutating func end(into buffer: inout [UInt8]) {
        buffer.append(contentsOf: "</tbody>\n</table>\n</body>\n</html>\n".utf8)
    }

    /// Dark modules as bars, each as long as its run in a row.
    private static func write(_ drawing: ExportOptions.Drawing, into buffer: inout [UInt8]) {
        let (width, height) = (drawing.width, drawing.height)
        buffer.append(
            contentsOf: """
                <svg viewBox="0 0 \(width) \(height)" shape-rendering="crispEdges" role="img"><path d="
                """.utf8)
        var y = 0
        while y < height {
            let row = drawing.modules[y * width..<(y + 1) * width]
            // Rows alike, as those of bars are, become one.
            var end = y + 1
            while end < height, drawing.modules[end * width..<(end + 1) * width].elementsEqual(row) { end += 1 }
            var x = 0
            while x < width {
                guard row[row.startIndex + x] else {
                    x += 1
                    continue
                }
                let start = x
                while x < width, row[row.startIndex + x] { x += 1 }
                buffer.append(contentsOf: "M\(start) \(y)h\(x - start)v\(end - y)h\(start - x)z".utf8)
            }
            y = end
        }
        buffer.append(contentsOf: "\"/></svg>".utf8)
    }
}

extension ExportFormat {
    package static let html = ExportFormat("html", endings: ["html", "htm"], "HTML", .table { HTMLWriter($0) })
}
