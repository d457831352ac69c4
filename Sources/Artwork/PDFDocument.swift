/// Pages of vector graphics with text in Courier, as PDF 1.4 (ISO 32000-1): nothing embedded, nothing compressed.
struct PDFDocument {
    private var pages: [(width: Double, height: Double, content: String)] = []

    /// Adds a page.
    ///
    /// - Parameters:
    ///   - width: in points of 1/72 inch.
    ///   - height: in such points.
    ///   - content: its operators; the font is `/F1`.
    mutating func addPage(width: Double, height: Double, content: String) {
        pages.append((width, height, content))
    }

    /// The file.
    var bytes: [UInt8] {
        // Objects 1 to 3 are the catalogue, the list of pages and the font; each page has two more.
        let kids = pages.indices.map { "\(4 + 2 * $0) 0 R" }.joined(separator: " ")
        var objects = [
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Count \(pages.count) /Kids [\(kids)] >>",
            "<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>",
        ]
        for (index, page) in pages.enumerated() {
            objects.append(
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 \(decimal(page.width)) \(decimal(page.height))] "
                    + "/Resources << /Font << /F1 3 0 R >> >> /Contents \(5 + 2 * index) 0 R >>")
            objects.append("<< /Length \(page.content.utf8.count) >>\nstream\n\(page.content)endstream")
        }
        return Self.file(objects)
    }

    private static func file(_ objects: [String]) -> [UInt8] {
        var bytes = Array("%PDF-1.4\n".utf8)
        var table = "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for (index, object) in objects.enumerated() {
            let offset = String(bytes.count)
            table += String(repeating: "0", count: 10 - offset.count) + offset + " 00000 n \n"
            bytes += "\(index + 1) 0 obj\n\(object)\nendobj\n".utf8
        }
        let start = bytes.count
        bytes += "\(table)trailer\n<< /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n".utf8
        return bytes
    }
}
