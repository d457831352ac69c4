/// Writes pages of vector graphics with text in Courier as PDF 1.4 (ISO 32000-1), one after another: nothing embedded, nothing
/// compressed, no date, so that the same pages give the same bytes. Of a page that is written its place in the file is all that stays.
///
///     var writer = PDFWriter { try file.append($0) }
///     try writer.addPage(width: 595, height: 842, content)
///     try writer.finish()
package struct PDFWriter {
    package typealias Sink = (UnsafeRawBufferPointer) throws -> Void

    private let sink: Sink
    private var position = 0
    /// Where objects begin, from number 1; the catalogue and the list of pages come last.
    private var offsets = [0, 0, 0]
    package private(set) var pages = 0
    private var isBegun = false
    private let hasBold: Bool
    private let pictures: [MonoBitmap]
    private let photographs: [GreyPNG]

    /// Hands the bytes of the file to `sink`, in pieces.
    ///
    /// - Parameters:
    ///   - hasBold: whether pages have text in Courier-Bold.
    ///   - pictures: those that pages have, which stand in the file once.
    ///   - photographs: those in grey levels, numbered behind `pictures`.
    package init(
        hasBold: Bool = false, pictures: [MonoBitmap] = [], photographs: [GreyPNG] = [], _ sink: @escaping Sink
    ) {
        (self.hasBold, self.pictures, self.photographs, self.sink) = (hasBold, pictures, photographs, sink)
    }

    private var pictureCount: Int { pictures.count + photographs.count }

    /// The number of the first page's object: objects 1 to 3 are the catalogue, the list of pages and the font.
    private var firstPage: Int { 4 + (hasBold ? 1 : 0) + pictureCount }

    private var resources: String {
        var text = "<< /Font << /F1 3 0 R\(hasBold ? " /F2 4 0 R" : "") >>"
        if pictureCount > 0 {
            let names = (0..<pictureCount).map { "/P\($0) \(firstPage - pictureCount + $0) 0 R" }
            text += " /XObject << \(names.joined(separator: " ")) >>"
        }
        return text + " >>"
    }

    /// Writes a page.
    ///
    /// - Parameters:
    ///   - width: in points of 1/72 inch.
    ///   - height: in such points.
    ///   - content: its operators.
    /// - Throws: what the sink throws.
    package mutating func addPage(width: Double, height: Double, _ content: PDFContent) throws {
        try begin()
        let number = firstPage + 2 * pages
        try add(
            number,
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 \(decimal(width)) \(decimal(height))] "
                + "/Resources \(resources) /Contents \(number + 1) 0 R >>")
        try add(stream: content.bytes, number + 1, "")
        pages += 1
    }

    /// Writes what a reader begins with.
    ///
    /// - Throws: what the sink throws.
    package mutating func finish() throws {
        try begin()
        offsets[1] = position
        try write(Array("2 0 obj\n<< /Type /Pages /Count \(pages) /Kids [".utf8))
        // A kilobyte at a time: there may be many.
        for first in stride(from: 0, to: pages, by: 100) {
            let kids = (first..<min(pages, first + 100)).map { "\(firstPage + 2 * $0) 0 R" }
            try write(Array(((first > 0 ? "\n" : "") + kids.joined(separator: " ")).utf8))
        }
        try write(Array("] >>\nendobj\n".utf8))
        try add(1, "<< /Type /Catalog /Pages 2 0 R >>")
        let start = position
        try write(Array("xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n".utf8))
        for first in stride(from: 0, to: offsets.count, by: 100) {
            let lines = offsets[first..<min(offsets.count, first + 100)].map { offset in
                let digits = String(offset)
                return String(repeating: "0", count: max(0, 10 - digits.count)) + digits + " 00000 n \n"
            }
            try write(Array(lines.joined().utf8))
        }
        try write(Array("trailer\n<< /Size \(offsets.count + 1) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n".utf8))
    }

    private mutating func begin() throws {
        guard !isBegun else { return }
        isBegun = true
        try write(Array("%PDF-1.4\n".utf8))
        try add(3, "<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>")
        if hasBold {
            try add(4, "<< /Type /Font /Subtype /Type1 /BaseFont /Courier-Bold /Encoding /WinAnsiEncoding >>")
        }
        for (index, picture) in pictures.enumerated() {
            try add(
                stream: picture.bytes, firstPage - pictureCount + index,
                "/Type /XObject /Subtype /Image /Width \(picture.width) /Height \(picture.height) "
                    + "/ImageMask true /BitsPerComponent 1 /Decode [1 0] ", end: "\n")
        }
        for (index, picture) in photographs.enumerated() {
            try add(
                stream: picture.rows, firstPage - photographs.count + index,
                "/Type /XObject /Subtype /Image /Width \(picture.width) /Height \(picture.height) "
                    + "/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode "
                    + "/DecodeParms << /Predictor 15 /Colors 1 /BitsPerComponent 8 /Columns \(picture.width) >> ",
                end: "\n")
        }
    }

    /// - Parameters:
    ///   - facts: what its dictionary has besides its length.
    ///   - end: what ends its last line, where that is not part of it.
    private mutating func add(stream: [UInt8], _ number: Int, _ facts: String, end: String = "") throws {
        offsets.append(position)
        try write(Array("\(number) 0 obj\n<< \(facts)/Length \(stream.count) >>\nstream\n".utf8))
        try write(stream)
        try write(Array("\(end)endstream\nendobj\n".utf8))
    }

    private mutating func add(_ number: Int, _ object: String) throws {
        if number <= offsets.count { offsets[number - 1] = position } else { offsets.append(position) }
        try write(Array("\(number) 0 obj\n\(object)\nendobj\n".utf8))
    }

    private mutating func write(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes(sink)
        position += bytes.count
    }
}
