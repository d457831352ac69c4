import Foundation
import Frames
import Testing

@testable import Capture

/// Whether this machine has Poppler's programs, without which PDF documents cannot be read.
private let hasPoppler = ["/usr/bin/pdftoppm", "/usr/local/bin/pdftoppm"].contains { (path: String) in
    access(path, X_OK) == 0
}

/// A TIFF file of one-strip grey pages, each full of one level.
private func tiff(pages: [(width: Int, level: UInt8)], isLittleEndian: Bool) -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        return isLittleEndian ? bytes : bytes.reversed()
    }
    var file = Array((isLittleEndian ? "II" : "MM").utf8) + number(42, 2) + number(8, 4)
    for (index, page) in pages.enumerated() {
        let height = 4
        let entries: [(tag: Int, type: Int, value: Int)] = [
            (256, 4, page.width), (257, 4, height), (258, 3, 8), (259, 3, 1), (262, 3, 1),
            (273, 4, file.count + 2 + 9 * 12 + 4), (277, 3, 1), (278, 4, height), (279, 4, page.width * height),
        ]
        file += number(entries.count, 2)
        for entry in entries {
            let value = entry.type == 3 ? number(entry.value, 2) + [0, 0] : number(entry.value, 4)
            file += number(entry.tag, 2) + number(entry.type, 2) + number(1, 4) + value
        }
        let isLast = index == pages.count - 1
        file += number(isLast ? 0 : file.count + 4 + page.width * height, 4)
        file += [UInt8](repeating: page.level, count: page.width * height)
    }
    return file
}

/// A PDF document with empty pages of these sizes in points.
private func pdf(pages: [(Int, Int)]) -> [UInt8] {
    var objects = ["<</Type/Catalog/Pages 2 0 R>>"]
    let kids = pages.indices.map { "\($0 + 3) 0 R" }.joined(separator: " ")
    objects.append("<</Type/Pages/Count \(pages.count)/Kids[\(kids)]>>")
    objects += pages.map { "<</Type/Page/Parent 2 0 R/MediaBox[0 0 \($0.0) \($0.1)]>>" }
    var text = "%PDF-1.4\n"
    var offsets: [Int] = []
    for (index, object) in objects.enumerated() {
        offsets.append(text.utf8.count)
        text += "\(index + 1) 0 obj\(object)endobj\n"
    }
    let start = text.utf8.count
    text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for offset in offsets { text += String(format: "%010d 00000 n \n", offset) }
    text += "trailer<</Size \(objects.count + 1)/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF\n"
    return Array(text.utf8)
}

@Suite struct DocumentTests {
    @Test(.enabled(if: hasFFmpeg), arguments: [true, false]) func everyPageOfATIFFIsRead(isLittleEndian: Bool) throws {
        try withTemporaryFolder { folder in
            let path = folder + "/scan.tif"
            try write(tiff(pages: [(8, 10), (16, 90), (24, 200)], isLittleEndian: isLittleEndian), to: path)
            let pool = try FramePool(slots: 2)
            let parser = try PictureFileParser(DirectParsing(), for: pool)
            let document = try parser.document(at: path)
            #expect(document.pageCount == 3)
            for (page, expected) in [(8, 10), (16, 90), (24, 200)].enumerated() {
                let frame = try PictureFile.load(page: page, of: document, into: pool, by: parser)
                #expect(frame.width == expected.0)
                #expect(frame.origin == "\(path)#page=\(page + 1)")
                frame.withLuma { #expect(abs(Int($0[0]) - expected.1) <= 1) }
            }
        }
    }

    @Test func aDamagedChainOfPagesEnds() {
        var file = tiff(pages: [(8, 1), (8, 2)], isLittleEndian: true)
        #expect(TIFFPages(file)?.count == 2)
        // The second page leads back to the first.
        let second = Int(file[8 + 2 + 108]) | Int(file[8 + 2 + 109]) << 8
        file[second + 2 + 108] = 8
        #expect(TIFFPages(file)?.count == 2)
        #expect(TIFFPages(Array(file.prefix(second + 5)))?.count == 1)
        #expect(TIFFPages(Array(file.prefix(8))) == nil)
        #expect(TIFFPages([]) == nil)
    }

    @Test func damagedTIFFsDoNotCrash() {
        let file = tiff(pages: [(8, 1), (8, 2), (8, 3)], isLittleEndian: false)
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<5000 {
            var damaged = Array(file.prefix(.random(in: 0...file.count, using: &generator)))
            for _ in 0..<3 where !damaged.isEmpty {
                damaged[.random(in: 0..<damaged.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            guard let pages = TIFFPages(damaged) else { continue }
            for page in 0..<pages.count { #expect(pages.file(of: damaged, beginningWith: page).count == damaged.count) }
        }
    }

    @Test(.enabled(if: hasPoppler)) func everyPageOfAPDFIsRead() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/-invoice.pdf"
            try write(pdf(pages: [(595, 842), (144, 72)]), to: path)
            #expect(try SourceSpec(path) == .document(path))
            let recorder = try Recorder()
            try recorder.run(FolderSource(document: path, pacing: .complete))
            #expect(recorder.brought.map(\.width) == [2480, 1200])
            #expect(recorder.brought.allSatisfy { $0.luma[0] == 255 })
        }
    }

    @Test(.enabled(if: hasPoppler)) func aDamagedPDFIsReportedInOneLine() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/cut.pdf"
            try write(Array("%PDF-1.4\nnothing".utf8), to: path)
            let parser = try PictureFileParser(DirectParsing(), for: FramePool(slots: 2))
            let error = #expect(throws: SourceError.self) { try parser.document(at: path) }
            #expect(error?.description.hasPrefix("\(path) cannot be read as a PDF document: ") == true)
            #expect(error?.description.contains("\n") == false)
        }
    }

    @Test func theSizesOfPagesAreTakenFromPdfinfo() {
        let text = """
            Title:           Page    1 size:  1 x 1 pts
            Pages:           2
            Page    1 size:  595 x 842 pts (A4)
            Page    1 rot:   0
            Page    2 size:  283.465 x 141.732 pts
            Page    3 size:  0 x 5 pts
            Page    4 size:  nan x 5 pts
            """
        #expect(
            PDFPages.sizes(inOutput: text) == [
                PDFPages.Size(width: 595, height: 842), PDFPages.Size(width: 283.465, height: 141.732),
            ])
    }

    /// A poster is drawn as large as a frame may be, a label finely.
    @Test func everyPageFitsIntoAFrame() {
        #expect(PDFPages.Size(width: 595, height: 842).resolution == 300)
        #expect(PDFPages.Size(width: 144, height: 72).resolution == 600)
        for (width, height) in [(2384.0, 3370.0), (14400, 14400), (14400, 1), (999_999, 999_999), (0.1, 0.1)] {
            let size = PDFPages.Size(width: width, height: height)
            let dots = [width, height].map { max(1, Int(($0 / 72 * Double(size.resolution)).rounded(.up))) }
            #expect(FramePool.accepts(width: dots[0], height: dots[1]) || size.resolution == 1)
        }
    }

    @Test func theCursorCountsPages() {
        let cursor = PictureCursor()
        cursor.begin(["a", "b"])
        cursor.count(2, of: "a")
        #expect(cursor.position?.count == 3)
        #expect(cursor.position?.page == 0)
        #expect(cursor.go(by: 2))
        #expect(cursor.position?.path == "b")
        // From behind, the last page comes first.
        cursor.begin(["a", "b"])
        #expect(cursor.go(by: 1))
        cursor.count(1, of: "b")
        #expect(cursor.go(by: -1))
        cursor.count(3, of: "a")
        #expect(cursor.position?.page == 2)
        #expect(cursor.position?.number == 3)
        if let position = cursor.position { cursor.remove(position) }
        #expect(cursor.position?.page == 1)
        #expect(cursor.position?.count == 3)
    }
}
